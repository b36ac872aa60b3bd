import * as z from 'zod/mini'

/**
 * Remaining credit at a provider. Amounts are decimal numbers as text, because floating point would
 * round them.
 */
export const accountSchema = z.object({
  provider: z.string(),
  balance: z.string(),
  /**
   * A currency such as `USD`, or `credit`. Undefined if the provider does not report the currency.
   */
  currency: z.optional(z.string()),
})
export type Account = z.infer<typeof accountSchema>

/** Response of `GET /api/bills/accounts`, with the providers that report their credit. */
export const accountsSchema = z.object({ accounts: z.array(accountSchema) })

/** Body of `POST /api/bills/price`, which returns the price of a task without creating the task. */
export const priceRequestSchema = z.object({
  modelId: z.string().check(z.minLength(1), z.maxLength(200)),
  params: z.record(z.string(), z.unknown()),
})
export type PriceRequest = z.infer<typeof priceRequestSchema>

/** Response of `POST /api/bills/price`. `price` is undefined if the provider quotes no price. */
export const quotedPriceSchema = z.object({
  price: z.optional(z.object({ amount: z.string(), currency: z.optional(z.string()) })),
})
export type QuotedPrice = z.infer<typeof quotedPriceSchema>
