import { validCandidates } from '@/lib/consensus/next-steps';
import { groupBySameText } from '@/lib/consensus/normalize';
import type { StepContext } from './context';

/** Groups the valid candidates whose texts are the same after normalisation. Costs no call. */
export async function checkExactMatch(context: StepContext): Promise<void> {
  const groups = groupBySameText(validCandidates(context.run()));
  context.emit({ type: 'exact.checked', exact: { unanimous: groups.length === 1, groups } });
}
