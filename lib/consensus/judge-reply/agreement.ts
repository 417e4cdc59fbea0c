import { type Agreement, type Seat } from '@/lib/consensus/schema';
import { readObject } from './read-object';
import { type Unusable, unusable } from './unusable';
import { readLine } from './words';

export type AgreementReading =
  ({ ok: true } & Pick<Agreement, 'groups' | 'conclusion' | 'differences'>) | Unusable;

/** The groups as a partition of exactly `shown`, in seat order; undefined if they are none. */
function readGroups(value: unknown[], shown: Seat[], failed: Seat[]): Seat[][] | undefined {
  const seen = new Set<Seat>();
  const groups: Seat[][] = [];
  for (const entry of value) {
    if (!Array.isArray(entry) || entry.length === 0) return undefined;
    const letters: unknown[] = entry;
    const group = letters.filter((letter) => !failed.some((seat) => seat === letter));
    const seats = shown.filter((seat) => group.includes(seat));
    if (seats.length !== group.length || seats.some((seat) => seen.has(seat))) return undefined;
    for (const seat of seats) seen.add(seat);
    if (seats.length > 0) groups.push(seats);
  }
  if (seen.size !== shown.length) return undefined;
  return groups.sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
}

/**
 * Reads the agreement judge's reply. `groups` must hold each seat of `shown` once, by its exact
 * letter; letters of `failed` seats are passed over. Conclusion and differences come on one line of
 * at most 300 code points, empty where the judge gave no words.
 */
export function readAgreement(raw: string, shown: Seat[], failed: Seat[]): AgreementReading {
  const reading = readObject(raw);
  if (!reading.ok) return reading;
  const { groups: value, conclusion, differences } = reading.value;
  if (!Array.isArray(value)) return unusable('no_groups');
  const groups = readGroups(value, shown, failed);
  if (!groups) return unusable('not_a_partition');
  return { ok: true, groups, conclusion: readLine(conclusion), differences: readLine(differences) };
}

/** One group: unanimous. The largest holds more than half: majority. `agreeing` is that group, or empty. */
export function deriveVerdict(groups: Seat[][]): Required<Pick<Agreement, 'agreeing'>> & {
  verdict: NonNullable<Agreement['verdict']>;
} {
  const total = groups.flat().length;
  const largest = groups.find((group) => group.length * 2 > total);
  if (!largest) return { verdict: 'split', agreeing: [] };
  return { verdict: groups.length === 1 ? 'unanimous' : 'majority', agreeing: largest };
}
