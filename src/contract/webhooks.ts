import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/** `waiting` for the end of the task, `due` now or later, `delivered`, or `failed` for good. */
export const deliveryStatuses = ['waiting', 'due', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const webhookDeliverySchema = z.object({
  /** The header `webhook-id` of every attempt. */
  id: z.string(),
  taskId: idSchema,
  url: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  nextAt: z.optional(z.iso.datetime()),
  /** HTTP status of the last attempt, where there was a response. */
  lastStatus: z.optional(z.int()),
  lastError: z.optional(z.string()),
  createdAt: z.iso.datetime(),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/** `GET /api/keys/:id/webhooks`: the newest deliveries. `POST …/:delivery/resend` sends one again. */
export const keyWebhooksSchema = z.object({
  hasSecret: z.boolean(),
  deliveries: z.array(webhookDeliverySchema),
})
export type KeyWebhooks = z.infer<typeof keyWebhooksSchema>

/** `POST /api/keys/:id/webhook-secret`: the only response that has it. */
export const webhookSecretSchema = z.object({ secret: z.string() })
export type WebhookSecret = z.infer<typeof webhookSecretSchema>
