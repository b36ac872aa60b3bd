import { decodeBytes } from './decode-bytes.ts'
import { detectEncoding, type DetectedEncoding } from './detect-encoding.ts'

export type DecodedText = DetectedEncoding & {
  text: string
  damaged: number
}

/**
 * Decodes a text in the given or else in the detected encoding.
 * @param label encoding that the server of the file declares, as a hint.
 */
export function decodeText(
  bytes: Uint8Array,
  { encoding, label }: { encoding?: string | undefined; label?: string | undefined } = {},
): DecodedText {
  const detected = encoding ? { encoding, isGuess: false } : detectEncoding(bytes, label)
  const text = decodeBytes(bytes, detected.encoding)
  return { ...detected, text, damaged: countDamaged(text) }
}

function countDamaged(text: string): number {
  let count = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at + 1)) count++
  return count
}
