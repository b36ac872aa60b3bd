import type { ChatPrice } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import { isPriceUnknown, unknownPrice } from './answer-price.ts'

/**
 * Explains in a cost limit's error that the price was assumed, and where to enter the real price.
 * Returns other errors unchanged.
 */
export function explainUnknownPrice(
  error: unknown,
  { modelId, price }: { modelId: string; price: ChatPrice | undefined },
): unknown {
  const isLimit =
    error instanceof HttpError && (error.code === 'over_quota' || error.code === 'rate_limited')
  // Errors about token limits need no explanation, because they do not depend on the price.
  if (!isLimit || !/\$\d|limit is reserved/.test(error.message) || !isPriceUnknown(price))
    return error
  const { prompt, completion } = unknownPrice
  const { retryAfterSeconds } = error
  return new HttpError(
    error.code,
    `${error.message} The price of “${modelId}” is not known, so its tokens are counted at $${prompt} (input) and $${completion} (output) a million. An admin can enter the price: Settings › Models and services, the model’s row.`,
    { cause: error, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
  )
}
