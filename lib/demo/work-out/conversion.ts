import { add, divide, multiply, parseDecimal, subtract, toDecimal, type Rational } from './rational';
import { UNITS, type Unit } from './units';
import type { WorkedOut } from './worked-out';

const ASKS =
  /\b(?:convert|in|into|to|how (?:many|much|far|long|fast|heavy|hot|cold))\b|換算|変換|何|いくつ|では|いくら|=\s*\?/;
const QUANTITY = /(?<![\d.])-?\d+(?:\.\d+)?/g;

/** A conversion of one quantity between two units of a kind; null for any other question. */
export function workOutConversion(question: string): WorkedOut | null {
  const text = question
    .normalize('NFKC')
    .toLowerCase()
    .replace(/°\s+(?=[cf])/g, '°')
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '');
  const quantities = text.match(QUANTITY) ?? [];
  const [quantity = ''] = quantities;
  if (quantities.length !== 1 || !ASKS.test(text)) return null;
  const mentions = findUnits(text);
  const at = text.indexOf(quantity);
  const source = mentions.find((mention) => isUnitOf(text, at, quantity.length, mention));
  if (!source) return null;
  const target = mentions.find(({ unit }) => unit.kind === source.unit.kind && unit !== source.unit);
  return target ? convert(quantity, source.unit, target.unit) : null;
}

interface Mention {
  unit: Unit;
  start: number;
  end: number;
}

const BY_LENGTH = UNITS.flatMap((unit) => unit.aliases.map((alias) => ({ alias, unit }))).sort(
  (a, b) => b.alias.length - a.alias.length,
);
const escaped = (text: string) => text.replace(/[/\\^$*+?.()|[\]{}°]/g, '\\$&');
const MENTION = new RegExp(
  `(?<![a-z'’°/])(?:${BY_LENGTH.map(({ alias }) => escaped(alias)).join('|')})s?(?![a-z/²³])`,
  'g',
);

function findUnits(text: string): Mention[] {
  return Array.from(text.matchAll(MENTION)).flatMap((match) => {
    const [word] = match;
    const found =
      BY_LENGTH.find(({ alias }) => alias === word) ?? BY_LENGTH.find(({ alias }) => `${alias}s` === word);
    return found ? [{ unit: found.unit, start: match.index, end: match.index + word.length }] : [];
  });
}

/** The unit follows its number; in Japanese the scale of a temperature stands before it. */
function isUnitOf(text: string, at: number, length: number, mention: Mention): boolean {
  const before = text.slice(mention.end, at);
  const after = text.slice(at + length, mention.start);
  const follows = mention.start >= at + length && /^\s*(?:degrees?\s+|度\s*)?$/.test(after);
  return (
    follows ||
    (mention.unit.kind === 'temperature' && mention.end <= at && /^\s*$/.test(before) && /度/.test(text))
  );
}

function convert(quantity: string, from: Unit, to: Unit): WorkedOut | null {
  const value = parseDecimal(quantity);
  const converted = value && fromBase(toBase(value, from), to);
  if (!converted) return null;
  const { text, isExact } = toDecimal(converted);
  const result = `${text} ${to.symbol}`;
  return { value: result, derivation: `${quantity} ${from.symbol} ${isExact ? '=' : '≈'} ${result}` };
}

function toBase(value: Rational, unit: Unit): Rational | null {
  const shifted = add(value, decimal(unit.offset));
  return shifted && multiply(shifted, factorOf(unit));
}

function fromBase(value: Rational | null, unit: Unit): Rational | null {
  const shifted = value && divide(value, factorOf(unit));
  return shifted && subtract(shifted, decimal(unit.offset));
}

function factorOf(unit: Unit): Rational {
  return divide(decimal(unit.numerator), decimal(unit.denominator)) ?? decimal('1');
}

function decimal(text: string): Rational {
  return parseDecimal(text) ?? { numerator: 0n, denominator: 1n };
}
