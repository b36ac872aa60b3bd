import { encodeText } from './encode-text.fixture.ts'
import { languages, wideLanguages } from './sentences.fixture.ts'

export type EncodedText = {
  name: string
  encoding: string
  text: string
  bytes: Uint8Array
  lengthBytes: number
}

const lengths = [40, 400, 4_000]

/**
 * Repeats sentences until the encoded text has `lengthBytes` bytes, and cuts it at a character
 * boundary.
 */
function fill(
  sentences: readonly string[],
  encoding: string,
  lengthBytes: number,
): { text: string; bytes: Uint8Array } | undefined {
  let all = ''
  // The factor 3 is safe, because an encoded character has at least a third of its bytes in UTF-8.
  for (let at = 0; all.length < lengthBytes * 3; at++) {
    const sentence = sentences[at % sentences.length] ?? ''
    all += at < sentences.length ? `${sentence}\n` : `${at}; ${sentence}\n`
  }
  let text = ''
  let length = 0
  for (const char of all) {
    const one = encodeText(char, encoding)
    if (!one) return undefined
    // Escape sequences are counted for each character, so the sum is an upper bound of the encoded
    // length.
    length += one.length
    if (length > lengthBytes) break
    text += char
  }
  const bytes = encodeText(text, encoding)
  return bytes && { text, bytes }
}

const isHigh = (bytes: Uint8Array, encoding: string): boolean =>
  encoding.startsWith('utf-16') || bytes.some((byte) => byte >= 0x80 || byte === 0x1b)

/** @param half `tuning` or `test`. The two halves share no sentence. */
export function listEncodedTexts(half: 'tuning' | 'test'): EncodedText[] {
  const texts: EncodedText[] = []
  for (const { name, encodings, sentences } of languages) {
    const own = sentences.filter((_, at) => at % 2 === (half === 'tuning' ? 0 : 1))
    const wide = wideLanguages.includes(name) ? ['utf-16le', 'utf-16be'] : []
    for (const encoding of [...encodings, ...wide]) {
      for (const lengthBytes of lengths) {
        const filled = fill(own, encoding, lengthBytes)
        if (filled && isHigh(filled.bytes, encoding)) {
          texts.push({ name, encoding, lengthBytes, ...filled })
        }
      }
    }
  }
  return texts
}

export function listLines(half: 'tuning' | 'test'): EncodedText[] {
  return languages.flatMap(({ name, encodings, sentences }) =>
    sentences
      .filter((_, at) => at % 2 === (half === 'tuning' ? 0 : 1))
      .flatMap((text) =>
        encodings.flatMap((encoding) => {
          const bytes = encodeText(text, encoding)
          return bytes && isHigh(bytes, encoding)
            ? [{ name, encoding, text, bytes, lengthBytes: bytes.length }]
            : []
        }),
      ),
  )
}
