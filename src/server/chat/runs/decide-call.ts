import type { DecideToolCall, Run } from '#contract/chat/chat.ts'
import { HttpError } from '../../errors/http-error.ts'
import { allowedTools } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { allowToolIn } from '../conversations/chat-settings.ts'
import type { LiveRun } from './live/live-run.ts'
import { continueRun } from './resume-run.ts'
import type { RunContext } from './run-context.ts'
import { storeCalls } from './settle-runs.ts'
import { isDecided } from './write-answer.ts'

/**
 * Stores a person's decision about a tool call. Continues the answer if no other call waits for a
 * decision.
 * @throws {HttpError} `not_found`.
 */
export async function decideCall(
  context: RunContext,
  live: LiveRun,
  { index, isAllowed, isAlways, isEverywhere, reason }: DecideToolCall & { index: number },
): Promise<Run> {
  const { store, registry, toolbox } = context
  const call = live.calls[index]
  if (!call) throw new HttpError('not_found', 'This answer has no such tool call.')
  if (call.status !== 'asking') return live.run
  const isForAll = isAllowed && (isAlways === true || isEverywhere === true)
  const allowed = toolbox.describe(call.name)?.allowedAs ?? call.name
  if (isForAll && isEverywhere) await allowEverywhere(store, allowed)
  else if (isForAll) await allowToolIn(store.db, live.conversation.id, allowed)
  const decided = live.calls
    .filter(({ status }) => status === 'asking')
    .filter((one) => one.index === index || (isForAll && one.name === call.name))
    .map((one) =>
      isAllowed
        ? { ...one, status: 'running' as const }
        : { ...one, status: 'denied' as const, result: denial(reason) },
    )
  await storeCalls(store.db, live.answerId, decided)
  store.replica.wake.tell(`run:${live.run.id}`)
  if (registry.isEnding(live)) return live.run
  live.setCalls(decided)
  if (isDecided(live)) continueRun(context, live)
  return live.run
}

const denial = (reason = ''): string =>
  reason.trim() === ''
    ? 'The user did not allow this call.'
    : `The user did not allow this call, and says: ${storable(reason.trim())}`

/** Allows a tool in all chats of the current person. */
export const allowEverywhere = async ({ db }: Store, name: string): Promise<void> => {
  await db.insert(allowedTools).values({ name }).onConflictDoNothing()
}
