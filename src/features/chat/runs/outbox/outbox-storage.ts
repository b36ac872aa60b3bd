import * as z from 'zod/mini'
import { browserOutboxStorage } from '#api/http/outbox.ts'
import { startRunSchema } from '#contract/chat/chat.ts'
import { idSchema } from '#contract/id.ts'

const waitingSchema = z.object({
  conversationId: idSchema,
  /** Contains all ids, so that a retry is idempotent. */
  request: startRunSchema,
  /** Milliseconds since 1970. Questions are sent in this order. */
  queuedAtMs: z.number(),
  /**
   * True if the user must confirm the question, because the previous answer failed or was stopped.
   */
  isHeld: z.boolean(),
  /** True if the server refused the question because its branch has newer messages. */
  isOutdated: z.optional(z.boolean()),
  /** The tab that sends the question. If undefined, any tab sends it. */
  tabId: z.optional(z.string()),
})
export type Waiting = z.infer<typeof waitingSchema>

export const idOfWaiting = ({ request }: Waiting): string => request.runId

/** Returns whether both wait for answers to the same question, by different models. */
export const isSameQuestion = (a: Waiting, b: Waiting): boolean =>
  a === b || (a.request.question !== undefined && a.request.question.id === b.request.question?.id)

export const localOutboxStorage = browserOutboxStorage<Waiting>({
  prefix: 'bozzetto.outbox.',
  schema: waitingSchema,
  idOf: idOfWaiting,
})
