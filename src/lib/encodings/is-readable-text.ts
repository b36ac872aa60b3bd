const sampleLength = 100_000
const oddFractionMax = 0.02
/** Number of damaged characters that even a short text may have. */
const oddMin = 2

/**
 * Returns whether decoded bytes are text. Binary files contain zeros and bytes that are invalid in
 * every encoding.
 */
export function isReadableText(text: string): boolean {
  const sample = text.slice(0, sampleLength)
  // oxlint-disable-next-line no-control-regex -- they are what is looked for.
  const odd = sample.match(/[\u0000-\u0008\u000E-\u001A\u001C-\u001F\uFFFD]/g)?.length ?? 0
  return !sample.includes('\u0000') && odd <= Math.max(oddMin, sample.length * oddFractionMax)
}
