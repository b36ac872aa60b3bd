import type { Message } from '#contract/chat/chat.ts'
import { formatMoney } from '#lib/money.ts'

/** Returns the total cost of answers for each currency as text. Empty if no price is known. */
export function totalCost(answers: readonly Pick<Message, 'run'>[]): string {
  const sums = new Map<string, number>()
  for (const { run } of answers) {
    if (run?.cost) sums.set(run.cost.currency, (sums.get(run.cost.currency) ?? 0) + run.cost.amount)
  }
  return [...sums].map(([currency, amount]) => formatMoney({ amount, currency })).join(' and ')
}
