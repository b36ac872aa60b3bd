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
})
export type Waiting = z.infer<typeof waitingSchema>

export const idOfWaiting = ({ request }: Waiting): string => request.runId

export const localOutboxStorage = browserOutboxStorage<Waiting>({
  prefix: 'bozzetto.outbox.',
  schema: waitingSchema,
  idOf: idOfWaiting,
})
