import type { Candidate, FinalAnswer, Run, Seat } from './schema';

/**
 * What can be done now. An `early` step is started before its result is known to be wanted; its
 * events are held back until it is.
 */
export type NextStep =
  | { step: 'panel'; seats: Seat[] }
  | { step: 'exact' }
  | { step: 'agreement' }
  | { step: 'synthesis'; early: boolean }
  | { step: 'decide'; finalAnswer: FinalAnswer }
  | { step: 'verification' }
  | { step: 'release' }
  | { step: 'review'; finalAnswer: FinalAnswer; early: boolean }
  | { step: 'finish' }
  | { step: 'give-up' };

/**
 * The flow chart as one pure function. Several steps may be ready at once; a step that is listed
 * and already under way is the same step. An ended run has none.
 */
export function nextSteps(run: Run): NextStep[] {
  if (run.status !== 'running') return [];
  const open = run.candidates.filter((c) => c.status === 'waiting' || c.status === 'running');
  if (open.length > 0) return [{ step: 'panel', seats: open.map((c) => c.seat) }];
  const valid = validCandidates(run);
  if (valid.length === 0) return [{ step: 'give-up' }];
  if (run.finalAnswer !== null) return afterAnswer(run, run.finalAnswer);
  if (valid.length === 1) return withoutAgreement(run, valid);
  if (run.exact === null) return [{ step: 'exact' }];
  const [first] = valid;
  if (run.exact.unanimous && first !== undefined) return [{ step: 'decide', finalAnswer: answerOf(first) }];
  if (run.agreement === null) return [{ step: 'agreement' }, ...earlySteps(run, valid)];
  if (run.agreement.outcome === 'agree') return [{ step: 'decide', finalAnswer: longestAnswer(valid) }];
  return withoutAgreement(run, valid);
}

/** The members that answered, by seat. */
export function validCandidates(run: Run): Candidate[] {
  return run.candidates.filter((c) => c.status === 'answered');
}

/** The longest in code points; of equals the first by seat. The list must not be empty. */
export function longestAnswer(valid: Candidate[]): FinalAnswer {
  let longest: Candidate | undefined;
  let longestLength = -1;
  for (const candidate of valid) {
    const length = codePoints(candidate.text);
    if (length > longestLength) [longest, longestLength] = [candidate, length];
  }
  if (longest === undefined) throw new Error('there is no valid candidate to choose from');
  return answerOf(longest);
}

function withoutAgreement(run: Run, valid: Candidate[]): NextStep[] {
  const { synthesis } = run;
  if (synthesis === null || synthesis.status === 'running') return [{ step: 'synthesis', early: false }];
  if (synthesis.status === 'failed') return [{ step: 'decide', finalAnswer: longestAnswer(valid) }];
  const finalAnswer: FinalAnswer = {
    text: synthesis.text,
    from: 'synthesis',
    model: synthesis.servedBy ?? synthesis.model,
  };
  return [{ step: 'decide', finalAnswer }];
}

/** The longest answer is the final one if the judge agrees, or if the writer fails: it can be reviewed now. */
function earlySteps(run: Run, valid: Candidate[]): NextStep[] {
  const { speculative } = run.settings;
  if (speculative === 'off') return [];
  const review: NextStep = { step: 'review', finalAnswer: longestAnswer(valid), early: true };
  return speculative === 'all' ? [review, { step: 'synthesis', early: true }] : [review];
}

function afterAnswer(run: Run, finalAnswer: FinalAnswer): NextStep[] {
  const steps: NextStep[] = [];
  const isVerified = run.settings.verify === 'off' || run.verification !== null;
  const isReleased = run.settings.policy === 'off' || run.decision !== null;
  if (!isVerified) steps.push({ step: 'verification' });
  else if (!isReleased) steps.push({ step: 'release' });
  if (run.review === null) steps.push({ step: 'review', finalAnswer, early: false });
  return steps.length > 0 ? steps : [{ step: 'finish' }];
}

function answerOf(candidate: Candidate): FinalAnswer {
  return {
    text: candidate.text,
    from: 'candidate',
    seat: candidate.seat,
    model: candidate.servedBy ?? candidate.model,
  };
}

function codePoints(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    // A trailing surrogate belongs to the code point before it.
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
}
