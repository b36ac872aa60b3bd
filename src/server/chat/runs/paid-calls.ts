import { and, eq, ne, sql } from 'drizzle-orm'
import { paidCallsMaxDefault, type ChatSettings } from '#contract/chat/settings.ts'
import { formatPlural } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'
import { messages, toolCalls } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { CalledTool } from '../tools/called-tool.ts'
import type { CallPermission } from '../tools/tool.ts'
import type { LiveRun } from './live/live-run.ts'

/** Number of paid tool calls, and their known cost in US dollars. */
export type PaidCalls = { count: number; usd: number }

/**
 * Limit of paid calls per chat. Beyond the limit, even allowed tools ask again. Without `usd`, the
 * cost is unlimited.
 */
export type PaidCallsMax = { count: number; usd?: number }

export const readPaidCallsMax = ({
  paidCallsMax = paidCallsMaxDefault,
  paidUsdMax,
}: ChatSettings = {}): PaidCallsMax => ({
  count: paidCallsMax,
  ...(paidUsdMax !== undefined && { usd: paidUsdMax }),
})

export async function readPaidCalls(
  { db }: Store,
  { conversation, answerId }: Pick<LiveRun, 'conversation' | 'answerId'>,
): Promise<PaidCalls> {
  const [row] = await db
    .select({
      count: sql<number>`count(*)::int`,
      usd: sql<number>`coalesce(sum((${toolCalls.details} ->> 'priceUsd')::float8), 0)`,
    })
    .from(toolCalls)
    .innerJoin(messages, eq(messages.id, toolCalls.messageId))
    .where(
      and(
        eq(messages.conversationId, conversation.id),
        ne(messages.id, answerId),
        ne(toolCalls.status, 'denied'),
        sql`${toolCalls.details} ->> 'price' is not null`,
      ),
    )
  return row ?? { count: 0, usd: 0 }
}

/**
 * Creates a counter of the paid tool calls of an answer.
 * @param before paid calls of the chat before this answer.
 * @param made paid calls of this answer so far.
 * @returns a function that counts one more call. It returns the reason if that call needs
 * permission.
 */
export function countPaidCalls(
  { before, max }: { before: PaidCalls; max: PaidCallsMax },
  made: readonly CalledTool[],
): (permission: CallPermission) => string | undefined {
  const paid = made.filter(({ price, status }) => price !== undefined && status !== 'denied')
  let { count, usd } = before
  count += paid.length
  for (const { priceUsd = 0 } of paid) usd += priceUsd
  return ({ price, priceUsd }) => {
    if (price === undefined) return undefined
    const spentUsd = usd
    count++
    usd += priceUsd ?? 0
    if (count > max.count) {
      return `This chat has made ${formatPlural(max.count, 'paid call')} without asking, which is its limit.`
    }
    if (max.usd === undefined) return undefined
    if (priceUsd === undefined) {
      return 'This chat has a limit in US dollars, and this call’s cost in dollars is unknown.'
    }
    if (usd <= max.usd * roundingSlack) return undefined
    const [spent, limit] = [spentUsd, max.usd].map(sayUsd)
    return `This call would take the chat past its limit of ${limit} without asking; ${spent} spent so far.`
  }
}

/** Tolerance for floating-point errors: ten times 0.1 is slightly less than 1. */
const roundingSlack = 1 + 1e-9

const sayUsd = (amount: number): string =>
  amount === 0 ? '$0' : formatMoney({ amount, currency: 'USD' })
