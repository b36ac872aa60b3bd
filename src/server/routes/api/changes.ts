import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import type { Change, ChangedTopic } from '#contract/changes.ts'
import type { Changes } from '../../changes/changes.ts'
import { eventStream } from '../../http/sse.ts'

/** Changes that come together are told once. */
const gatherMs = 50

/** `/api/changes`. */
export const changeRoutes = ({ changes }: { changes: Changes }) =>
  new Hono().get('/', (c) =>
    eventStream(c, async (send, signal) => {
      const waiting = new Set<ChangedTopic>()
      const bell = createBell(signal)
      const stop = changes.listen((topic) => {
        waiting.add(topic)
        bell.ring()
      })
      try {
        while (!signal.aborted) {
          if (waiting.size === 0) await bell.rung()
          await sleep(gatherMs)
          const topics = [...waiting]
          waiting.clear()
          for (const topic of topics) await send({ data: { topic } satisfies Change })
        }
      } finally {
        stop()
      }
    }),
  )

/** Rings at the end of `signal` too. */
function createBell(signal: AbortSignal) {
  let resolve: (() => void) | undefined
  const ring = () => resolve?.()
  signal.addEventListener('abort', ring, { once: true })
  return {
    ring,
    rung: () =>
      new Promise<void>((rung) => {
        resolve = rung
        if (signal.aborted) rung()
      }),
  }
}
