/** UTF-8 bytes per token, for estimates. English has about four bytes per token, Chinese three. */
const bytesPerToken = 3

/** Estimates the number of tokens in a text. The estimate is usually too high. */
export const tokensInBytes = (bytes: number): number => Math.ceil(bytes / bytesPerToken)

/** UTF-16 units per token in English prose and code. */
const unitsPerToken = 4
/** Number of tokens that a picture in a prompt is assumed to use. */
export const pictureTokens = 900

const wide = /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF]/gu

/**
 * Estimates the number of tokens of a text: one per four characters, and one per Chinese, Japanese
 * or Korean character.
 */
export function estimateTextTokens(text: string): number {
  if (text.length > 200_000) return Math.ceil(text.length / unitsPerToken)
  const wideCount = text.match(wide)?.length ?? 0
  return Math.ceil((text.length - wideCount) / unitsPerToken + wideCount)
}

type Sized = { kind: 'picture' } | { kind: 'document'; textLength: number }

export const attachmentTokens = (attachments: readonly Sized[]): number =>
  attachments.reduce(
    (sum, one) =>
      sum + (one.kind === 'picture' ? pictureTokens : Math.ceil(one.textLength / unitsPerToken)),
    0,
  )
