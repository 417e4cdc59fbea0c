import type { Call, Cost, Price, Totals, Usage } from './schema';

const TOKENS_PER_PRICE = 1_000_000;

/** What the tokens cost at a price; null where either is unknown. */
export function costOf(usage: Usage | undefined, price: Price | undefined): Cost | null {
  if (usage === undefined || price === undefined) return null;
  const amount =
    (usage.promptTokens * price.promptPerMillion + usage.completionTokens * price.completionPerMillion) /
    TOKENS_PER_PRICE;
  return { amount, currency: price.currency };
}

/** Sums over all calls, dropped ones too. The cost is null if a finished call is unpriced or currencies differ. */
export function totalsOf(calls: Call[]): Totals {
  let promptTokens = 0;
  let completionTokens = 0;
  for (const { usage } of calls) {
    promptTokens += usage?.promptTokens ?? 0;
    completionTokens += usage?.completionTokens ?? 0;
  }
  return { calls: calls.length, promptTokens, completionTokens, cost: sumCosts(calls) };
}

function sumCosts(calls: Call[]): Cost | null {
  const costs = calls.filter((call) => call.outcome === 'ok').map((call) => call.cost ?? null);
  const [first] = costs;
  if (first === undefined || first === null) return null;
  let amount = 0;
  for (const cost of costs) {
    if (cost === null || cost.currency !== first.currency) return null;
    amount += cost.amount;
  }
  return { amount, currency: first.currency };
}
