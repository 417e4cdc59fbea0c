import type { Flag, Member, Run } from './schema';

/** A chosen answer this many times as long as the median of those that agree is suspect of padding. */
const PADDING_RATIO = 3;

/** What a reviewer should know before trusting the run, from its settings and what happened. */
export function flagsOf(run: Run): Flag[] {
  return [...settingsFlags(run), ...outcomeFlags(run)];
}

function settingsFlags({ settings }: Run): Flag[] {
  const flags: Flag[] = [];
  if (settings.demo) return [{ code: 'demo', params: {} }];
  const { judge, panel } = settings;
  if (settings.judgeIsDefault) flags.push({ code: 'judge_not_configured', params: { model: judge.model } });
  const seats = panel
    .filter((m) => m.model === judge.model && m.endpoint === judge.endpoint)
    .map((m) => m.seat);
  if (seats.length > 0) flags.push({ code: 'judge_on_panel', params: { seats: seats.join(', ') } });
  else {
    const family = panel.filter((m) => modelFamily(m) === modelFamily(judge)).map((m) => m.seat);
    if (family.length > 0)
      flags.push({ code: 'judge_family', params: { seats: family.join(', '), family: modelFamily(judge) } });
  }
  return flags;
}

/** `qwen` for `qwen3.8-max`, `vendor/qwen-2` and `Qwen:7b`: the letters the model's own name begins with. */
export function modelFamily(member: Pick<Member, 'model'>): string {
  const name = member.model.slice(member.model.lastIndexOf('/') + 1).toLowerCase();
  return /^\p{L}+/u.exec(name)?.[0] ?? name;
}

function outcomeFlags(run: Run): Flag[] {
  const flags: Flag[] = [];
  const { agreement, finalAnswer } = run;
  if (agreement?.secondOrder === 'flipped') flags.push({ code: 'verdict_flipped', params: {} });
  if (agreement !== null && agreement.cut.length > 0)
    flags.push({ code: 'candidates_cut', params: { seats: agreement.cut.join(', ') } });
  if (run.path === 'semantic' && finalAnswer !== null && agreement !== null) {
    const lengths = run.candidates
      .filter((c) => agreement.agreeing.includes(c.seat))
      .map((c) => Array.from(c.text).length);
    const ratio = Math.max(...lengths) / medianOf(lengths);
    if (ratio > PADDING_RATIO)
      flags.push({
        code: 'much_longer',
        params: { seat: finalAnswer.seat ?? '', times: Math.round(ratio * 10) / 10 },
      });
  }
  const truncated = run.candidates
    .filter((c) => c.status === 'answered' && c.truncated === true)
    .map((c) => c.seat);
  if (truncated.length > 0) flags.push({ code: 'truncated', params: { seats: truncated.join(', ') } });
  return flags;
}

function medianOf(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
