import type { PublicRun } from './public-run';
import type { Member } from './schema';

/**
 * The run with every model and endpoint name replaced by its role ("Model A", "Judge",
 * "Synthesizer"). Questions and answers are left as written, also where a model names itself.
 */
export function hideModels(run: PublicRun): PublicRun {
  const names = aliases(run);
  const alias = (model: string) => names.get(model) ?? 'Model';
  const inText = (text: string) => replaceNames(text, names);
  const member = <M extends Member>(one: M, name: string): M =>
    withoutPrice({ ...one, model: name, endpoint: '' });
  const { panel, judge, synthesizer } = run.settings;
  return {
    ...run,
    reason: inText(run.reason),
    reasons: run.reasons.map((one) => ({ ...one, params: hideParams(one.params, inText) })),
    flags: run.flags.map((one) => ({ ...one, params: hideParams(one.params, inText) })),
    finalAnswer: run.finalAnswer && { ...run.finalAnswer, model: answerAlias(run, alias) },
    candidates: run.candidates.map((one) =>
      withoutServer({ ...one, model: `Model ${one.seat}`, endpoint: '', ...hideError(one.error, inText) }),
    ),
    synthesis: run.synthesis && hideWriter(run.synthesis, inText),
    agreement: run.agreement && { ...run.agreement, ...hideError(run.agreement.error, inText) },
    review: run.review && { ...run.review, ...hideError(run.review.error, inText) },
    calls: run.calls.map((call) => ({
      ...call,
      model: call.seat === undefined ? roleName(call.role) : `Model ${call.seat}`,
      ...hideError(call.error, inText),
    })),
    settings: {
      ...run.settings,
      panel: panel.map((one) => member(one, `Model ${one.seat}`)),
      judge: member(judge, 'Judge'),
      synthesizer: member(synthesizer, 'Synthesizer'),
    },
  };
}

/** Longest name first, so that a name inside a longer one does not break it apart. */
function aliases(run: PublicRun): Map<string, string> {
  const { panel, judge, synthesizer } = run.settings;
  const found = new Map<string, string>();
  const add = (name: string | undefined, alias: string) => {
    if (name !== undefined && name !== '' && !found.has(name)) found.set(name, alias);
  };
  for (const one of panel) add(one.model, `Model ${one.seat}`);
  for (const one of run.candidates) add(one.servedBy, `Model ${one.seat}`);
  add(judge.model, 'Judge');
  add(synthesizer.model, 'Synthesizer');
  add(run.synthesis?.servedBy, 'Synthesizer');
  for (const one of [...panel, judge, synthesizer]) add(one.endpoint, 'endpoint');
  return new Map([...found].sort(([a], [b]) => b.length - a.length));
}

function replaceNames(text: string, names: ReadonlyMap<string, string>): string {
  let replaced = text;
  for (const [name, alias] of names) replaced = replaced.replaceAll(name, alias);
  return replaced;
}

function answerAlias(run: PublicRun, alias: (model: string) => string): string {
  const { seat, from, model } = run.finalAnswer ?? { model: '' };
  if (from === 'synthesis') return 'Synthesizer';
  return seat === undefined ? alias(model) : `Model ${seat}`;
}

function roleName(role: string): string {
  if (role === 'synthesis') return 'Synthesizer';
  return role === 'candidate' ? 'Model' : 'Judge';
}

function hideWriter(synthesis: NonNullable<PublicRun['synthesis']>, inText: (text: string) => string) {
  return withoutServer({ ...synthesis, model: 'Synthesizer', ...hideError(synthesis.error, inText) });
}

function hideError<E extends { message: string }>(
  error: E | undefined,
  inText: (text: string) => string,
): { error?: E } {
  return error === undefined ? {} : { error: { ...error, message: inText(error.message) } };
}

function hideParams(params: Record<string, string | number>, inText: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? inText(value) : value]),
  );
}

/** A price gives a model away as surely as its name. */
function withoutPrice<M extends Member>(member: M): M {
  const copy = { ...member };
  delete copy.price;
  return copy;
}

function withoutServer<T extends { servedBy?: string | undefined }>(part: T): T {
  const copy = { ...part };
  delete copy.servedBy;
  return copy;
}
