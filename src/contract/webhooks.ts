import * as z from 'zod/mini'
import { idSchema } from './id.ts'

/**
 * State of a delivery: `waiting` until the task ends, `due` for the next attempt, then `delivered`
 * or `failed`.
 */
export const deliveryStatuses = ['waiting', 'due', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const webhookDeliverySchema = z.object({
  /** Value of the header `webhook-id` in every attempt. */
  id: z.string(),
  taskId: idSchema,
  url: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.int(),
  nextAt: z.optional(z.iso.datetime()),
  lastStatus: z.optional(z.int()),
  lastError: z.optional(z.string()),
  createdAt: z.iso.datetime(),
})
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>

/**
 * Response of `GET /api/keys/:id/webhooks`, newest delivery first. `POST …/:delivery/resend` sends
 * a delivery again.
 */
export const keyWebhooksSchema = z.object({
  hasSecret: z.boolean(),
  deliveries: z.array(webhookDeliverySchema),
})
export type KeyWebhooks = z.infer<typeof keyWebhooksSchema>

/** Response of `POST /api/keys/:id/webhook-secret`, the only one that contains the secret. */
export const webhookSecretSchema = z.object({ secret: z.string() })
export type WebhookSecret = z.infer<typeof webhookSecretSchema>
