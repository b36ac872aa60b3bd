import * as z from 'zod/mini'
import { browserOutboxStorage } from '#api/http/outbox.ts'
import { startRunSchema } from '#contract/chat/chat.ts'
import { idSchema } from '#contract/id.ts'

/** A question that has not reached the server yet. */
const waitingSchema = z.object({
  conversationId: idSchema,
  /** With all its ids, so that it can be sent any number of times and arrives once. */
  request: startRunSchema,
  /** Milliseconds since 1970; the order in which it goes. */
  queuedAtMs: z.number(),
  /** It goes only when the person says so: the answer before failed or was stopped. */
  isHeld: z.boolean(),
  /** It was not taken: the chat had gone on elsewhere. */
  isOutdated: z.optional(z.boolean()),
})
export type Waiting = z.infer<typeof waitingSchema>

export const idOfWaiting = ({ request }: Waiting): string => request.runId

export const localOutboxStorage = browserOutboxStorage<Waiting>({
  prefix: 'bozzetto.outbox.',
  schema: waitingSchema,
  idOf: idOfWaiting,
})
