import * as z from 'zod/mini'
import { moneySchema } from './chat/chat.ts'

/** Query of `GET /api/usage`; `format=csv` gives a line for each day, chat and model instead. */
export const usageQuerySchema = z.object({
  days: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(366)), 30),
  /** IANA name by which days are told apart. */
  timeZone: z._default(z.string().check(z.maxLength(64)), 'UTC'),
  format: z._default(z.enum(['json', 'csv']), 'json'),
})
export type UsageQuery = z.infer<typeof usageQuerySchema>

const usedShape = {
  answers: z.int(),
  promptTokens: z.int(),
  completionTokens: z.int(),
  /** One for each currency; empty where no price is known. */
  costs: z.array(moneySchema),
}
export const usedSchema = z.object(usedShape)
export type Used = z.infer<typeof usedSchema>

/** What the answers of the last days took, as their services say. */
export const usageReportSchema = z.object({
  total: usedSchema,
  /** Those with answers, newest first; `2026-11-23`. */
  days: z.array(z.object({ day: z.string(), ...usedShape })),
  /** The dearest first. */
  models: z.array(z.object({ modelId: z.string(), ...usedShape })),
  /** The dearest first, at most 50. */
  chats: z.array(z.object({ id: z.string(), title: z.string(), ...usedShape })),
})
export type UsageReport = z.infer<typeof usageReportSchema>
