import { alphabets } from './alphabets.ts'
import { classBits, hasClass } from './character-class.ts'
import { eastAsian, commonIn } from './common-characters.ts'
import { decodeBytes } from './decode-bytes.ts'
import { findEncoding } from './encodings.ts'
import { sampleLines } from './sample-lines.ts'
import { scoreEastAsian } from './score-east-asian.ts'
import { scoreLetters } from './score-letters.ts'
import { countUtf8 } from './count-utf8.ts'

/** `isGuess` is true if the bytes could also be valid in another encoding. */
export type DetectedEncoding = { encoding: string; isGuess: boolean }

const marks: readonly [encoding: string, mark: readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/** Minimum score at which text without a byte order mark counts as UTF-16. */
const utf16Min = 0.6
/** A text is damaged UTF-8 if it has at least this many valid UTF-8 characters per invalid byte. */
const damagedFewMin = 4
const likelyMin = 0.7
/** Below this length in bytes, a text only counts as UTF-16 if each second byte is zero. */
const wideBytesMin = 8
/**
 * Added to the score of the encoding that the file or its server declares. The usual default gets
 * `defaultLabelBonus`.
 */
const labelBonus = 0.35
const defaultLabelBonus = 0.1
/** Sample size in bytes for the first comparison, of all encodings. */
const smallSampleBytes = 512
/** Sample size in bytes for the second comparison, of the best encodings. */
const largeSampleBytes = 4 * 1024
/**
 * Encodings whose score differs from the best score by at most this much are compared a second
 * time.
 */
const closeBy = 0.3
/** Added to the scores of frequent encodings, so that they win if scores are equal. */
const frequency = new Map([
  ['windows-1252', 0.1],
  ['windows-1250', 0.03],
  ['windows-1251', 0.05],
  ['gb18030', 0.05],
  ['shift_jis', 0.05],
  ['macintosh', -0.02],
  ['ibm850', -0.02],
  ['koi8-u', -0.02],
  ['iso-8859-13', -0.02],
  ['iso-8859-4', -0.05],
  ['windows-1258', -0.15],
])

/**
 * Detects the encoding of a text from a sample, in a few milliseconds.
 * @param label encoding that a server declares, if any. Labels are often wrong, so the label is
 * only a hint.
 */
export function detectEncoding(bytes: Uint8Array, label?: string): DetectedEncoding {
  const marked = marks.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))
  if (marked) return { encoding: marked[0], isGuess: false }
  const wide = detectWide(bytes)
  if (wide?.isCertain) return { encoding: wide.encoding, isGuess: true }
  if (hasEscapes(bytes)) return { encoding: 'iso-2022-jp', isGuess: true }
  const { units, invalid } = countUtf8(bytes)
  if (invalid === 0) return { encoding: 'utf-8', isGuess: false }
  if (units >= invalid * damagedFewMin) return { encoding: 'utf-8', isGuess: true }
  const best = compareEncodings(bytes, label ?? readLabel(bytes))
  // Texts in DOS code pages often form valid UTF-8 characters by chance.
  if (units >= invalid && best.score < likelyMin) return { encoding: 'utf-8', isGuess: true }
  if (wide && wide.score > best.score) return { encoding: wide.encoding, isGuess: true }
  return { encoding: best.encoding, isGuess: true }
}

type Scored = { encoding: string; score: number }
type Candidate = { encoding: string; handicap: number; scoreIn: (text: string) => number }

const candidates: readonly Candidate[] = [
  ...alphabets.flatMap((alphabet) =>
    alphabet.encodings.map((encoding, at) => ({
      encoding,
      // Lowers the score of later encodings in the list, so that the most common encoding wins a
      // tie.
      handicap: at * 0.01,
      scoreIn: (text: string) => scoreLetters(text, alphabet),
    })),
  ),
  ...eastAsian.map((encoding) => ({
    encoding,
    handicap: 0,
    scoreIn: (text: string) => scoreEastAsian(text, encoding),
  })),
]

/** Compares 8-bit encodings twice: all with a small sample, then the best with a larger sample. */
function compareEncodings(bytes: Uint8Array, label: string | undefined): Scored {
  const small = rank(candidates, sampleLines(bytes, smallSampleBytes), label)
  const closest = small.filter(({ score }) => score > (small[0]?.score ?? 0) - closeBy)
  const large = rank(closest, sampleLines(bytes, largeSampleBytes), label)
  return large[0] ?? { encoding: 'windows-1252', score: 0 }
}

function rank(
  among: readonly Candidate[],
  sample: Uint8Array,
  label: string | undefined,
): (Candidate & Scored)[] {
  const named = label === undefined ? undefined : findEncoding(label)
  const labelled = named === 'windows-1252' ? defaultLabelBonus : labelBonus
  const highCount = sample.reduce((sum, byte) => sum + (byte >> 7), 0)
  // A few characters reveal little about the language, so frequent encodings get more weight.
  const weightOfFrequency = 1 + 2 / Math.max(1, highCount)
  const texts = new Map<string, string>()
  const getBonus = (encoding: string) =>
    weightOfFrequency * ((frequency.get(encoding) ?? 0) + (encoding === named ? labelled : 0))
  return among
    .map((candidate) => {
      const { encoding, handicap, scoreIn } = candidate
      const text = texts.get(encoding) ?? decodeBytes(sample, encoding)
      texts.set(encoding, text)
      return { ...candidate, score: scoreIn(text) - handicap + getBonus(encoding) }
    })
    .toSorted((a, b) => b.score - a.score)
}

type Wide = Scored & { isCertain: boolean }

function detectWide(bytes: Uint8Array): Wide | undefined {
  if (bytes.length < 2) return undefined
  const hasZeros = bytes.subarray(0, 64 * 1024).includes(0)
  if (!hasZeros && bytes.length % 2 !== 0) return undefined
  // A few bytes of other data can look like UTF-16. Short data only counts as UTF-16 if each second
  // byte is zero.
  const zeros = bytes.length < wideBytesMin ? bytes.filter((byte) => byte === 0).length : Infinity
  if (zeros < bytes.length / 2) return undefined
  const scored = (['utf-16le', 'utf-16be'] as const)
    .map((encoding) => ({ encoding, score: scoreUtf16(bytes, encoding) }))
    .toSorted((a, b) => b.score - a.score)[0]
  if (!scored || scored.score < utf16Min) return undefined
  return { ...scored, isCertain: hasZeros }
}

function hasEscapes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true
  }
  return false
}

const headBytes = 4_096

/**
 * Returns the encoding that a file declares in its first bytes, as in HTML, XML, CSS, or `# -*-
 * coding: gbk -*-`.
 */
function readLabel(bytes: Uint8Array): string | undefined {
  const head = Array.from(bytes.subarray(0, headBytes), (byte) => String.fromCharCode(byte)).join(
    '',
  )
  const lines = head.split(/\r?\n/, 2).join('\n')
  return (
    /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /<meta[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /^@charset\s+["']([\w.:-]{1,40})/i.exec(head)?.[1] ??
    /^[ \t]*(?:#|\/\/|\/\*|--|"|;|%).{0,80}?\bcoding[:=]\s*([\w.-]{1,40})/m.exec(lines)?.[1]
  )
}

const sampleBytes = 4 * 1024
const familiar =
  /^[\t\n\r -~\u00A0-\u024F\u0370-\u058F\u05D0-\u05EA\u0600-\u06FF\u0900-\u0DFF\u0E00-\u0E5B\u1E00-\u1EFF\u2010-\u2044\u20A0-\u20BF\u3000-\u30FF\uFF01-\uFF60]$/

/**
 * Returns how likely bytes are UTF-16 without a byte order mark, as the mean score of the
 * characters, at most 1.
 */
function scoreUtf16(bytes: Uint8Array, encoding: 'utf-16le' | 'utf-16be'): number {
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
