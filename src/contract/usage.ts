import * as z from 'zod/mini'
import { moneySchema } from './chat/chat.ts'

/** Query of `GET /api/usage`. `format=csv` returns one line per day, chat and model. */
export const usageQuerySchema = z.object({
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(366)), 30),
  /** IANA time zone that defines the days. */
  timeZone: z._default(z.string().check(z.maxLength(64)), 'UTC'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
})
export type UsageQuery = z.infer<typeof usageQuerySchema>

const usedShape = {
  answers: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** One cost per currency. Empty if no price is known. */
  costs: z.array(moneySchema),
  /**
   * Cost in US dollars that limits assume for answers without a price. Absent if all prices are
   * known.
   */
  assumedUsd: z.optional(z.number()),
}
export const usedSchema = z.object(usedShape)
export type UsageSum = z.infer<typeof usedSchema>

/** Usage of chat answers in the last days, as reported by the providers. */
export const usageReportSchema = z.object({
  total: usedSchema,
  /** `services` has the usage of each provider id on that day, the most expensive first. */
  days: z.array(
    z.object({
      day: z.string(),
      ...usedShape,
      services: z.array(z.object({ id: z.string(), ...usedShape })),
    }),
  ),
  services: z.array(z.object({ id: z.string(), ...usedShape })),
  models: z.array(z.object({ modelId: z.string(), ...usedShape })),
  chats: z.array(z.object({ id: z.string(), title: z.string(), ...usedShape })),
})
export type UsageReport = z.infer<typeof usageReportSchema>
