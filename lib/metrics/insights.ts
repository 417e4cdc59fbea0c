import type { Agreement, Label, Path } from '@/lib/consensus/schema';
import { calibrationOf, type Calibration } from './calibration';
import { rateOf, type Rate } from './interval';
import { cohensKappa, type Kappa } from './kappa';

/** A run that a person has labelled. */
export interface LabelledFacts {
  path: Path | null;
  agreement: Agreement['outcome'] | null;
  confidence: number | null;
  label: Pick<Label, 'answer' | 'path'>;
}

export interface Insights {
  /** Labelled runs in all. */
  labels: number;
  /** Of the runs that passed as unanimous, those that a person would have split. */
  falseUnanimous: Rate;
  /** Of the runs that the judge split, those that a person found unanimous. */
  falseSplit: Rate;
  /** Judge against person on "do all say the same", over the runs that the judge judged. */
  kappa: Kappa;
  /** Correct answers of those labelled correct, partly or wrong. Partly is not correct. */
  accuracy: Rate;
  accuracyByPath: Partial<Record<Path, Rate>>;
  calibration: Calibration;
}

/** All figures that people's labels allow. "Can't tell" and absent labels count in no figure. */
export function insightsOf(runs: readonly LabelledFacts[]): Insights {
  const verdicts = runs.flatMap(verdictsOf);
  const saidSame = verdicts.filter(({ machine }) => machine === 'same');
  const saidDifferent = verdicts.filter(({ machine }) => machine === 'different');
  return {
    labels: runs.length,
    falseUnanimous: rateOf(saidSame.filter(({ person }) => person === 'different').length, saidSame.length),
    falseSplit: rateOf(saidDifferent.filter(({ person }) => person === 'same').length, saidDifferent.length),
    kappa: judgeKappa(verdicts.filter(({ byJudge }) => byJudge)),
    accuracy: accuracyOf(runs),
    accuracyByPath: accuracyByPath(runs),
    calibration: calibrationOf(runs.flatMap(judgedOf)),
  };
}

interface Verdicts {
  machine: 'same' | 'different';
  person: 'same' | 'different';
  byJudge: boolean;
}

/** "Right" means that the person saw it as the machine did. A judge that could not judge said nothing. */
function verdictsOf({ path, agreement, label }: LabelledFacts): Verdicts[] {
  const byJudge = agreement === 'agree' || agreement === 'disagree';
  if (label.path === undefined || (path !== 'exact' && !byJudge)) return [];
  const machine = path === 'exact' || agreement === 'agree' ? 'same' : 'different';
  const person = { right: machine, unanimous: 'same', split: 'different' } as const;
  return [{ machine, person: person[label.path], byJudge: byJudge && path !== 'exact' }];
}

function judgeKappa(verdicts: readonly Verdicts[]): Kappa {
  const count = (machine: Verdicts['machine'], person: Verdicts['person']) =>
    verdicts.filter((one) => one.machine === machine && one.person === person).length;
  return cohensKappa({
    bothYes: count('same', 'same'),
    onlyJudge: count('same', 'different'),
    onlyPerson: count('different', 'same'),
    bothNo: count('different', 'different'),
  });
}

function accuracyOf(runs: readonly LabelledFacts[]): Rate {
  const graded = runs.filter(({ label }) => label.answer !== undefined && label.answer !== 'cant_tell');
  return rateOf(graded.filter(({ label }) => label.answer === 'correct').length, graded.length);
}

function accuracyByPath(runs: readonly LabelledFacts[]): Partial<Record<Path, Rate>> {
  const paths = [...new Set(runs.flatMap(({ path }) => path ?? []))];
  return Object.fromEntries(paths.map((path) => [path, accuracyOf(runs.filter((run) => run.path === path))]));
}

function judgedOf({ confidence, label }: LabelledFacts): { confidence: number; correct: boolean }[] {
  if (confidence === null || label.answer === undefined || label.answer === 'cant_tell') return [];
  return [{ confidence, correct: label.answer === 'correct' }];
}
