import { commonIn, eastAsian } from './common-characters.ts'
import { decodeBytes } from './decode-bytes.ts'
import { classBits, hasClass } from './character-class.ts'

const sampleBytes = 4 * 1024
const familiar =
  /^[\t\n\r -~\u00A0-\u024F\u0370-\u058F\u05D0-\u05EA\u0600-\u06FF\u0900-\u0DFF\u0E00-\u0E5B\u1E00-\u1EFF\u2010-\u2044\u20A0-\u20BF\u3000-\u30FF\uFF01-\uFF60]$/

/**
 * Returns how likely bytes are UTF-16 without a byte order mark: the mean over its characters, at
 * most 1.
 */
export function scoreUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
  const sample = bytes.subarray(0, Math.min(bytes.length, sampleBytes) & ~1)
  const chars = Array.from(decodeBytes(sample, encoding))
  const common = eastAsian.map(commonIn)
  let sum = 0
  for (const char of chars) {
    if (char === '\0') sum -= 3
    else if (char.length === 1 && hasClass(char.charCodeAt(0), classBits.unreadable)) sum -= 2
    else if (familiar.test(char)) sum++
    else sum += common.some((set) => set.has(char)) ? 0.75 : -0.5
  }
  return chars.length === 0 ? 0 : sum / chars.length
}
