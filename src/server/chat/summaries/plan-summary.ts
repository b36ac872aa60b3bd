import { and, desc, eq, isNull, notExists } from 'drizzle-orm'
import {
  contextFillMax,
  findCoveredEnd,
  isWithinLimit,
  type CreateSummary,
} from '#contract/chat/summaries.ts'
import { newId } from '#lib/id.ts'
import { estimateTextTokens, pictureTokens } from '#lib/token-estimate.ts'
import type { Catalogue } from '../../models/catalogue.ts'
import type { ChatRequestMessage } from '../../ports/chat-provider.ts'
import { isGuest } from '../../store/owner-scope.ts'
import { runs, toolCalls } from '../../store/schema.ts'
import type { Database, Store } from '../../store/store.ts'
import { findPrice } from '../completions/model-facts.ts'
import { findSummary } from '../conversations/summary-rows.ts'
import { listPathMessages } from '../runs/history.ts'
import type { LiveRun } from '../runs/live/live-run.ts'
import type { LongHistory } from '../runs/prepare-answer.ts'
import { readCovered } from './read-covered.ts'
import { readSummarySettings } from './summary-settings.ts'

const priceWaitMs = 5_000

type Reach = { store: Store; catalogue: Pick<Catalogue, 'chat' | 'defaultFor'> }

/**
 * Decides whether to summarise older answers before a question is sent to the model.
 * @returns the summary to write, or `undefined` if no summary is necessary or allowed. Returns
 * `written` if a summary was stored after `readAt`, by another model that answers the same
 * question.
 */
export async function planSummary(
  { store, catalogue }: Reach,
  live: LiveRun,
  { history, readAt, readFacts }: LongHistory,
): Promise<CreateSummary | 'written' | undefined> {
  if (isGuest()) return undefined
  const settings = await readSummarySettings(store.db)
  if (!(live.settings?.summarises ?? settings.isAutomatic)) return undefined
  const contextTokens = (await readFacts())?.contextTokens
  if (contextTokens === undefined) return undefined

  const path = await listPathMessages(store.db, live.parentId)
  const branch = path.slice(0, -1)
  const active = await findSummary(
    store.db,
    branch.map(({ id }) => id),
  )
  if (active && active.createdAt > readAt) return 'written'
  const tokens = Math.max(
    estimateHistoryTokens(history),
    await countLastPrompt(store.db, { answerId: branch.at(-1)?.id, since: active?.createdAt }),
  )
  if (tokens <= contextTokens * contextFillMax) return undefined
  const end = findCoveredEnd(branch, active?.untilId)
  const until = end === undefined ? undefined : branch[end - 1]
  if (!until) return undefined

  const modelId = settings.modelId ?? catalogue.defaultFor('titles') ?? live.run.modelId
  const found = await catalogue.chat(modelId, live.signal)
  const { provider, model } = found.provider.assistant ?? found
  const { before, text } = await readCovered(store, live.conversation.id, until.id)
  const price = await findPrice(provider, model, priceWaitMs)
  const isAllowed = isWithinLimit(estimateTextTokens(before + text), price, settings)
  return isAllowed ? { id: newId(), untilId: until.id, modelId } : undefined
}

/**
 * Returns the prompt tokens that the service counted for the previous answer, if no summary is
 * newer. Counts of answers with tool calls and of merged answers are not used: the first include
 * several prompts, the second the compared answers.
 */
async function countLastPrompt(
  db: Database,
  { answerId, since }: { answerId: string | undefined; since: Date | undefined },
): Promise<number> {
  if (answerId === undefined) return 0
  const [row] = await db
    .select({ usage: runs.usage, startedAt: runs.startedAt })
    .from(runs)
    .where(
      and(
        eq(runs.answerId, answerId),
        isNull(runs.mergedIds),
        notExists(db.select().from(toolCalls).where(eq(toolCalls.messageId, answerId))),
      ),
    )
    .orderBy(desc(runs.startedAt))
    .limit(1)
  if (!row?.usage || (since && row.startedAt <= since)) return 0
  return row.usage.promptTokens + row.usage.completionTokens
}

export const estimateHistoryTokens = (history: readonly ChatRequestMessage[]): number =>
  history.reduce((sum, { content, tool_calls: calls }) => {
    const called = calls === undefined ? 0 : estimateTextTokens(JSON.stringify(calls))
    return sum + called + estimateContentTokens(content)
  }, 0)

function estimateContentTokens(content: unknown): number {
  if (typeof content === 'string') return estimateTextTokens(content)
  if (!Array.isArray(content)) return 0
  return content.reduce<number>(
    (sum, part: { text?: unknown }) =>
      sum + (typeof part.text === 'string' ? estimateTextTokens(part.text) : pictureTokens),
    0,
  )
}
