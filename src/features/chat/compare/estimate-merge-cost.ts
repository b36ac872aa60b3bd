import type { ChatPrice } from '#contract/models.ts'
import { formatMoney } from '#lib/money.ts'
import { estimateTextTokens } from '#lib/token-estimate.ts'
import { t } from '#languages/app.ts'

/** Usual length of a merged answer, divided by the length of the longest answer. */
const mergedRatio = 1.2

/**
 * Returns the estimated price of merging answers as text, such as `About $0.01`.
 * @param before the earlier texts of the chat, including the question.
 */
export function describeMergeCost(
  before: readonly string[],
  answers: readonly string[],
  price: ChatPrice | undefined,
): string {
  if (!price) return t('Price not known')
  if (price.prompt + price.completion === 0) return t('Free')
  const [history, read] = [before, answers].map((texts) => texts.map(estimateTextTokens))
  const prompt = sum(history) + sum(read)
  const completion = Math.max(0, ...(read ?? [])) * mergedRatio
  const amount = (prompt * price.prompt + completion * price.completion) / 1_000_000
  return t('About {money}', { money: formatMoney({ amount, currency: price.currency }) })
}

const sum = (counts: readonly number[] = []) => counts.reduce((all, one) => all + one, 0)
