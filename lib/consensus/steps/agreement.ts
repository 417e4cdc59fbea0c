import { deriveVerdict, readAgreement } from '@/lib/consensus/judge-reply';
import { validCandidates } from '@/lib/consensus/next-steps';
import { agreementPrompt, agreementSchemaFor } from '@/lib/consensus/prompts/agreement';
import { PROMPT_VERSIONS } from '@/lib/consensus/prompts';
import type { Agreement, Candidate, Run, Seat } from '@/lib/consensus/schema';
import { estimateSimilarity } from '@/lib/consensus/similarity';
import type { StepContext } from './context';
import { askJudge, presentationOrder, type JudgeAnswer } from './judge-call';

/** Below this estimate two answers that the judge calls the same look different enough to ask again. */
const BORDERLINE_SIMILARITY = 20;

interface Partition {
  groups: Seat[][];
  conclusion: string;
  differences: string;
}

/** Asks the judge for a partition of the valid candidates by conclusion. Failing is an outcome of its own. */
export async function checkAgreement(context: StepContext): Promise<void> {
  context.emit({ type: 'agreement.started' });
  const { settings } = context.run();
  const valid = validCandidates(context.run());
  const seats = valid.map((c) => c.seat);
  const cut = valid.filter((c) => c.text.length > settings.judgeCandidateChars).map((c) => c.seat);
  const order = presentationOrder(seats, settings.judge.order, context.deps.random);
  const first = await askForPartition(context, valid, order);
  const agreement = agreementOf(first, cut);
  const final = isSecondLookWanted(context.run(), agreement, valid)
    ? await lookAgain(context, valid, order, agreement)
    : agreement;
  context.emit({ type: 'agreement.completed', agreement: final });
}

function askForPartition(
  context: StepContext,
  valid: Candidate[],
  order: Seat[],
): Promise<JudgeAnswer<Partition>> {
  const { question, settings, candidates } = context.run();
  const nonce = context.deps.nonce();
  const seats = valid.map((c) => c.seat);
  const failed = candidates.map((c) => c.seat).filter((seat) => !seats.includes(seat));
  return askJudge(context, {
    role: 'agreement',
    member: settings.judge,
    messages: agreementPrompt({
      question,
      candidates: valid,
      order,
      nonce,
      maxChars: settings.judgeCandidateChars,
    }),
    json: { name: 'agreement', schema: agreementSchemaFor(seats) },
    prompt: { id: 'agreement', version: PROMPT_VERSIONS.agreement, nonce, order },
    read: (raw) => readAgreement(raw, seats, failed),
  });
}

function agreementOf(answer: JudgeAnswer<Partition>, cut: Seat[]): Agreement {
  if (!answer.ok) {
    const error = answer.error.toCallError();
    return {
      outcome: 'could_not_judge',
      agreeing: [],
      groups: [],
      conclusion: '',
      differences: '',
      raw: answer.raw,
      error,
      cut,
    };
  }
  const { groups, conclusion, differences } = answer.value;
  const outcome = groups.length === 1 ? 'agree' : 'disagree';
  return { outcome, ...deriveVerdict(groups), groups, conclusion, differences, raw: answer.raw, cut };
}

function isSecondLookWanted(run: Run, agreement: Agreement, valid: Candidate[]): boolean {
  const { secondOrder } = run.settings.judge;
  if (secondOrder === 'off' || agreement.outcome === 'could_not_judge') return false;
  if (secondOrder === 'always' || agreement.verdict === 'majority') return true;
  const [first, ...rest] = valid;
  return (
    agreement.outcome === 'agree' &&
    first !== undefined &&
    rest.some((c) => estimateSimilarity(c.text, first.text) < BORDERLINE_SIMILARITY)
  );
}

/** The same question in the reverse order: a verdict that depends on the order is no verdict. */
async function lookAgain(
  context: StepContext,
  valid: Candidate[],
  order: Seat[],
  first: Agreement,
): Promise<Agreement> {
  const again = agreementOf(await askForPartition(context, valid, order.toReversed()), first.cut);
  if (again.outcome === 'could_not_judge') return { ...first, secondOrder: 'not_had' };
  if (samePartition(first.groups, again.groups)) return { ...first, secondOrder: 'same' };
  return {
    ...first,
    outcome: 'could_not_judge',
    agreeing: [],
    secondOrder: 'flipped',
    raw: `${first.raw}\n${again.raw}`,
  };
}

function samePartition(a: Seat[][], b: Seat[][]): boolean {
  const key = (groups: Seat[][]) =>
    groups
      .map((g) => g.toSorted().join(''))
      .toSorted()
      .join(' ');
  return key(a) === key(b);
}
