import { setTimeout as sleep } from 'node:timers/promises'
import { Hono } from 'hono'
import { z } from 'zod'
import type { TopicChange } from '#contract/changes.ts'
import type { Changes } from '../../changes/changes.ts'
import { parseOr400 } from '../../http/validate.ts'
import { eventStream } from '../../http/sse.ts'

/** Time in milliseconds in which several changes are sent as one event. */
const gatherMs = 50

const querySchema = z.object({ ageMs: z.coerce.number().min(0).optional() })

export const changeRoutes = ({ changes }: { changes: Changes }) =>
  new Hono().get('/', (c) => {
    const { ageMs } = parseOr400(querySchema, c.req.query())
    return eventStream(c, async (send, signal) => {
      const waiting = new Map<string, TopicChange>()
      const bell = createBell(signal)
      const stop = changes.listen((topic, id) => {
        waiting.set(`${topic} ${id}`, { topic, ...(id !== undefined && { id }) })
        bell.ring()
      }, ageMs)
      try {
        while (!signal.aborted) {
          if (waiting.size === 0) await bell.rung()
          await sleep(gatherMs)
          const told = [...waiting.values()]
          waiting.clear()
          for (const change of told) await send({ data: change })
        }
      } finally {
        stop()
      }
    })
  })

/** Creates a signal for one reader: `wait` resolves on a change or when `signal` aborts. */
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
