import type { Reason, Run, Step } from './schema';

/**
 * The English sentences behind `reasons[].code`. Other languages hold the same keys. A placeholder
 * in braces is filled from `reasons[].params`.
 */
export const REASON_TEXTS = {
  'panel.all_answered': 'All {total} members answered.',
  'panel.some_answered': '{answered} of {total} members answered.',
  'panel.one_answered': 'Only 1 of {total} members answered, so nothing could be compared.',
  'panel.none_answered': 'None of the {total} members answered.',
  'panel.grace': 'Member {seats} stayed silent past the grace period and was not waited for.',
  'panel.deadline': 'Member {seats} had not finished when the time for the panel was over.',
  'exact.same_text':
    'All {count} answers are the same text after normalisation, so the judge was not asked whether they agree.',
  'exact.differ': 'The answers are not the same text.',
  'exact.too_few': 'The exact check needs two answers.',
  'agreement.agree': 'The judge found the same conclusion in all {count} answers.',
  'agreement.disagree': 'The judge found {groups} different conclusions.',
  'agreement.could_not_judge': 'Whether the answers mean the same could not be judged: {cause}',
  'agreement.flipped':
    'The verdict changed when the judge saw the answers in another order, so it does not count.',
  'agreement.not_needed': 'The judge was not asked whether they agree, since the texts are the same.',
  'agreement.too_few': 'The judge was not asked whether they agree, since there is only one answer.',
  'synthesis.not_needed': 'No synthesis was needed.',
  'synthesis.written': 'One answer was written from {count} answers.',
  'synthesis.failed': 'The writer failed, so the longest answer stands in: {cause}',
  'review.scored': 'The judge scored each answer against the final one.',
  'review.estimated': 'The similarity is estimated without a model, and there is no confidence: {cause}',
  'verification.refuted': '{count} of the checked claims in the final answer is wrong.',
  'verification.checked': '{count} claims were checked by engines.',
  'verification.no_claims': 'There was no claim that an engine could check.',
  'verification.off': 'Verification is off.',
  'release.off': 'The release check is off.',
  'release.decided': 'The release check decided: {decision}.',
  'run.deadline': "The run's time limit was reached.",
} as const;
export type ReasonCode = keyof typeof REASON_TEXTS;

type Params = Reason['params'];
const reason = (code: ReasonCode, params: Params = {}): Reason => ({
  step: (code.startsWith('run.') ? 'panel' : code.slice(0, code.indexOf('.'))) as Step,
  code,
  params,
});

/** Every turn the run has taken or not taken so far, in the order of the stages. */
export function reasonsOf(run: Run): Reason[] {
  return [
    ...panelReasons(run),
    ...exactReasons(run),
    ...agreementReasons(run),
    ...synthesisReasons(run),
    ...checkReasons(run),
    ...reviewReasons(run),
    ...(run.calls.some((call) => call.error?.message.startsWith(RUN_TIME_OVER))
      ? [reason('run.deadline')]
      : []),
  ];
}

/** The reasons as English text, one sentence each. */
export function reasonText(reasons: Reason[]): string {
  return reasons.map(({ code, params }) => fill(REASON_TEXTS[code as ReasonCode], params)).join(' ');
}

function fill(template: string, params: Params): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}

function panelReasons(run: Run): Reason[] {
  const total = run.candidates.length;
  if (total === 0 || run.candidates.some((c) => c.status === 'waiting' || c.status === 'running')) return [];
  const answered = run.candidates.filter((c) => c.status === 'answered').length;
  const late = (kind: string) =>
    run.candidates.filter((c) => c.error?.kind === kind && c.error.attempts >= 0).map((c) => c.seat);
  const graced = late('grace');
  const list: Reason[] = [];
  if (answered === 0) list.push(reason('panel.none_answered', { total }));
  else if (answered === total) list.push(reason('panel.all_answered', { total }));
  else if (answered === 1) list.push(reason('panel.one_answered', { total }));
  else list.push(reason('panel.some_answered', { answered, total }));
  if (graced.length > 0) list.push(reason('panel.grace', { seats: graced.join(', ') }));
  const cut = run.candidates
    .filter((c) => c.error?.kind === 'timeout' && c.error.message.startsWith(PANEL_TIME_OVER))
    .map((c) => c.seat);
  if (cut.length > 0) list.push(reason('panel.deadline', { seats: cut.join(', ') }));
  return list;
}

/** How the message of a member begins that the panel's deadline ended. */
export const PANEL_TIME_OVER = 'The time for the panel was over';
/** How the message of a call begins that the run's deadline ended. */
export const RUN_TIME_OVER = "The run's time limit was reached";

function exactReasons(run: Run): Reason[] {
  if (run.exact === null) return [];
  const count = run.exact.groups.flat().length;
  return [run.exact.unanimous ? reason('exact.same_text', { count }) : reason('exact.differ')];
}

function agreementReasons(run: Run): Reason[] {
  const { agreement } = run;
  if (agreement === null) {
    const answered = run.candidates.filter((c) => c.status === 'answered').length;
    return answered === 1 && run.synthesis !== null ? [reason('agreement.too_few')] : [];
  }
  if (agreement.outcome === 'agree') return [reason('agreement.agree', { count: agreement.agreeing.length })];
  if (agreement.outcome === 'disagree')
    return [reason('agreement.disagree', { groups: agreement.groups.length })];
  if (agreement.secondOrder === 'flipped') return [reason('agreement.flipped')];
  return [reason('agreement.could_not_judge', { cause: causeOf(agreement.error?.message) })];
}

function synthesisReasons(run: Run): Reason[] {
  if (run.finalAnswer === null) return [];
  if (run.synthesis === null) return [reason('synthesis.not_needed')];
  if (run.synthesis.status === 'failed')
    return [reason('synthesis.failed', { cause: causeOf(run.synthesis.error?.message) })];
  const count = run.candidates.filter((c) => c.status === 'answered').length;
  return run.synthesis.status === 'completed' ? [reason('synthesis.written', { count })] : [];
}

function checkReasons(run: Run): Reason[] {
  const list: Reason[] = [];
  if (run.verification !== null) {
    const { claims } = run.verification;
    const wrong = claims.filter((c) => c.in === 'answer' && c.outcome === 'wrong').length;
    if (claims.length === 0) list.push(reason('verification.no_claims'));
    else if (wrong > 0) list.push(reason('verification.refuted', { count: wrong }));
    else list.push(reason('verification.checked', { count: claims.length }));
  }
  if (run.decision !== null) list.push(reason('release.decided', { decision: run.decision.decision }));
  return list;
}

function reviewReasons(run: Run): Reason[] {
  if (run.review === null) return [];
  if (run.review.source === 'judge') return [reason('review.scored')];
  return [reason('review.estimated', { cause: causeOf(run.review.error?.message) })];
}

function causeOf(message: string | undefined): string {
  const text = message ?? 'no usable reply';
  return /[.!?。]$/.test(text) ? text : `${text}.`;
}
