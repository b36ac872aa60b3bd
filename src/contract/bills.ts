import * as z from 'zod/mini'

/** What is left at a provider. Amounts are numbers as text, so that they stay exact. */
export const accountSchema = z.object({
  provider: z.string(),
  balance: z.string(),
  /** `USD`, `credit` …; absent where the provider does not say. */
  currency: z.optional(z.string()),
})
export type Account = z.infer<typeof accountSchema>

/** `GET /api/bills/accounts`: those providers that say it. */
export const accountsSchema = z.object({ accounts: z.array(accountSchema) })

/** `POST /api/bills/price`: what a task would cost. Nothing is bought. */
export const priceRequestSchema = z.object({
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  params: z.record(z.string(), z.unknown()),
})
export type PriceRequest = z.infer<typeof priceRequestSchema>

/** `price` is absent where the provider does not say. */
export const quotedPriceSchema = z.object({
  price: z.optional(z.object({ amount: z.string(), currency: z.optional(z.string()) })),
})
export type QuotedPrice = z.infer<typeof quotedPriceSchema>
