import { eq } from 'drizzle-orm'
import type { Run } from '#contract/chat/chat.ts'
import { findEncoding } from '#lib/encodings/encodings.ts'
import { asNumber, asRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { tryParseAnswer } from '../../json/parse-json.ts'
import { runs } from '../../store/schema.ts'
import { findRun } from '../conversations/message-rows.ts'
import { readPageName } from '../tools/web/web-tools.ts'
import type { RunContext } from './run-context.ts'
import { storeCalls } from './settle-runs.ts'

const timeoutMs = 30_000

/**
 * Reads a web page again in the encoding that a person chose. The page replaces the result of the
 * tool call and the quote of its source.
 * @throws {HttpError} `not_found`; `conflict` while the answer is written; `bad_request` for
 * another kind of call or an unknown encoding; `provider_failed` if the page cannot be read.
 */
export async function readPageAgain(
  { store, toolbox, registry }: RunContext,
  runId: string,
  { index, encoding }: { index: number; encoding: string },
): Promise<Run> {
  const found = await findRun(store.db, runId)
  if (!found) throw new HttpError('not_found', 'This answer no longer exists.')
  const { run, conversation, answerId } = found
  if (registry.live(runId) || run.status === 'running' || run.status === 'waiting') {
    throw new HttpError('conflict', 'Wait until the answer is complete.')
  }
  const call = found.toolCalls.find((one) => one.index === index)
  const chosen = findEncoding(encoding)
  if (call?.name !== readPageName || call.status !== 'done' || chosen === undefined) {
    throw new HttpError('bad_request', 'This call cannot be repeated in that encoding.')
  }
  const given = { ...asRecord(tryParseAnswer(call.arguments)), encoding: chosen }
  const number = asNumber(call.structured?.['number']) ?? 1
  const outcome = await toolbox.pick([call.name]).run(
    { ...call, arguments: JSON.stringify(given) },
    {
      signal: AbortSignal.timeout(timeoutMs),
      sourceCount: number - 1,
      conversationId: conversation.id,
      canSee: undefined,
      pictures: () => Promise.resolve([]),
      models: () => Promise.resolve([]),
    },
  )
  if (outcome.call.status !== 'done') {
    throw new HttpError('provider_failed', outcome.call.result ?? 'The page could not be read.')
  }
  const [source] = outcome.sources
  // Sources of an imported answer may have any numbers.
  const hasPlace = run.sources?.[number - 1] !== undefined
  const sources = source && hasPlace ? run.sources?.with(number - 1, source) : run.sources
  await store.transaction(async ({ db }) => {
    await storeCalls(db, answerId, [outcome.call])
    await db
      .update(runs)
      .set({ sources: sources ?? null })
      .where(eq(runs.id, runId))
  })
  return { ...run, ...(sources && { sources }) }
}
