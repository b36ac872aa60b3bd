import { setImmediate as othersTurn, setTimeout as wait } from 'node:timers/promises'
import type { Run, RunStatus } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { isStoreAway, toHttpError } from '../../errors/http-error.ts'
import { asOwner } from '../../store/owner-scope.ts'
import { storable } from '../../store/storable.ts'
import { findRun } from '../conversations/message-rows.ts'
import { dropLive } from './live/drop-live.ts'
import type { LiveRun } from './live/live-run.ts'
import { writtenBy, type RunContext } from './run-context.ts'
import { RunLostError, storeEnd } from './settle-runs.ts'

const storeRetriesMs = [300, 2_000]
/** Interval between attempts to store an answer while the disk is read-only, in milliseconds. */
const diskRetryMs = 2_000
const diskRetriesMax = 300

type RunEnd = {
  readonly status: RunStatus
  readonly failure?: Failure
}

/**
 * Ends the writing of an answer. If called twice, the first call decides the outcome. Resolves once
 * the end is stored.
 */
export const endRun = (
  context: RunContext,
  live: LiveRun,
  { status, failure }: RunEnd,
): Promise<Run> =>
  context.registry.end(live, () => {
    live.halt()
    const run: Run = {
      ...live.run,
      status,
      ...(failure && { failure: { ...failure, message: storable(failure.message) } }),
      finishedAt: context.clock().toISOString(),
    }
    return (
      context.pieces
        .release(live)
        // The pause lets the last words be sent first, because storing a long answer blocks the
        // event loop.
        .then(() => othersTurn())
        .then(() => asOwner(live.ownerId, () => storeEndWithRetries(context, live, run)))
        .finally(() => {
          context.store.replica.wake.tell(`run:${live.run.id}`)
          void asOwner(live.ownerId, () => context.changed(live.conversation.id))
          if (status === 'completed' || status === 'failed') context.ended?.(live)
        })
    )
  })

async function storeEndWithRetries(context: RunContext, live: LiveRun, run: Run): Promise<Run> {
  const { store, closing } = context
  for (let attempt = 0; ; attempt++) {
    try {
      live.setCalls(await storeEnd(store, writtenBy(live, run)))
      return run
    } catch (thrown) {
      if (thrown instanceof RunLostError) {
        dropLive(context, live)
        return (await findRun(context.store.db, run.id))?.run ?? run
      }
      const waitMs = storeRetriesMs[attempt] ?? getDiskRetry(thrown, attempt, closing)
      if (waitMs === undefined) {
        console.error(`The outcome of run ${run.id} could not be stored.`, thrown)
        // The database still marks the answer as running, so the next reader ends the answer.
        return { ...run, status: 'interrupted', failure: toHttpError(thrown).toFailure() }
      }
      await wait(waitMs)
    }
  }
}

function getDiskRetry(thrown: unknown, attempt: number, closing: AbortSignal): number | undefined {
  const mayPass = isStoreAway(thrown) && !closing.aborted
  return mayPass && attempt < diskRetriesMax ? diskRetryMs : undefined
}
