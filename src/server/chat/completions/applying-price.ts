import type { ChatPrice } from '#contract/models.ts'

/** Returns the price that applies to a request with this many prompt tokens. */
export const getApplyingPrice = (
  { long, ...price }: ChatPrice,
  promptTokens: number,
): Omit<ChatPrice, 'long'> =>
  long && promptTokens > long.above ? { currency: price.currency, ...long } : price
