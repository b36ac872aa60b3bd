import type { ChatPrice } from '#contract/models.ts'

export const getApplyingPrice = (
  { long, ...price }: ChatPrice,
  promptTokens: number,
): Omit<ChatPrice, 'long'> =>
  long && promptTokens > long.above ? { currency: price.currency, ...long } : price
