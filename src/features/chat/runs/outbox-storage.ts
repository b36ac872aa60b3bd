import { z } from 'zod'
import { startRunSchema } from '#contract/chat.ts'
import { idSchema } from '#contract/id.ts'

/** A question that has not reached the server yet. */
export const waitingSchema = z.object({
  conversationId: idSchema,
  /** With all its ids, so that it can be sent any number of times and arrives once. */
  request: startRunSchema,
  /** Milliseconds since 1970; the order in which it goes. */
  queuedAtMs: z.number(),
  /** It goes only when the person says so: the answer before did not end well, or the server refused. */
  isHeld: z.boolean(),
})
export type Waiting = z.infer<typeof waitingSchema>

export interface OutboxStorage {
  /** In the order in which they go. */
  read: () => Waiting[]
  write: (waiting: Waiting) => void
  remove: (runId: string) => void
  /** Calls back when another tab changed something. */
  subscribe: (listener: () => void) => () => void
}

const prefix = 'bozzetto.outbox.'

/** One entry per question, so that two tabs never overwrite each other's. */
export const localOutboxStorage: OutboxStorage = {
  read() {
    const found: Waiting[] = []
    try {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(prefix)) continue
        const checked = waitingSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
        // Written by an older page, or by hand: nobody could send it.
        if (checked.success) found.push(checked.data)
        else localStorage.removeItem(key)
      }
    } catch (error) {
      console.warn('Waiting messages cannot be read.', error)
    }
    return found.toSorted((a, b) => a.queuedAtMs - b.queuedAtMs)
  },
  write(waiting) {
    try {
      localStorage.setItem(prefix + waiting.request.runId, JSON.stringify(waiting))
    } catch (error) {
      console.warn('A waiting message is kept in this page only.', error)
    }
  },
  remove(runId) {
    try {
      localStorage.removeItem(prefix + runId)
    } catch (error) {
      console.warn('A message that was sent cannot be forgotten.', error)
    }
  },
  subscribe(listener) {
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(prefix)) listener()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}
