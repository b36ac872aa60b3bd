import { cyrillicSigns, cyrillicVowels, wordEndings, type Alphabet } from './alphabets.ts'
import { classBits, getCharacterClass, hasClass } from './character-class.ts'

const { letter, lower, upper, basicLetter, unreadable, pair, symbol, box } = classBits

const weightsByAlphabet = new WeakMap<Alphabet, ReadonlyMap<number, number>>()

/** Returns the weight of each letter by UTF-16 unit, from 1 (the most frequent letter) to 0.3. */
function weightsIn(alphabet: Alphabet): ReadonlyMap<number, number> {
  const known = weightsByAlphabet.get(alphabet)
  if (known) return known
  const letters = Array.from(new Set(alphabet.letters))
  const step = 0.7 / Math.max(1, letters.length - 1)
  const weights = new Map(
    letters.flatMap((one, at) =>
      [one, one.toUpperCase()].map((form) => [form.charCodeAt(0), 1 - at * step] as const),
    ),
  )
  weightsByAlphabet.set(alphabet, weights)
  return weights
}

/**
 * Returns how likely a text is in a language: the mean score of its characters outside ASCII, at
 * most about 1. Frequent letters raise the mean. Capitals or symbols inside words lower the mean.
 */
export function scoreLetters(text: string, alphabet: Alphabet): number {
  const weights = weightsIn(alphabet)
  let sum = 0
  let count = 0
  // KOI8-R text decoded as Windows-1251, or the reverse, has capitals and small letters exchanged.
  let isExchanged = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const own = getCharacterClass(unit)
    if (!(own & letter)) isExchanged = false
    else if (own & upper && hasClass(unitAt(text, at - 1), lower)) isExchanged = true
    if (unit < 0x80) continue
    count++
    if (isExchanged && own & upper) {
      sum--
      continue
    }
    const place = { text, at, unit, last: unitAt(text, at - 1), next: unitAt(text, at + 1) }
    const weight = weights.get(unit)
    sum += weight === undefined ? scoreOther(place) : scoreKnown(place, weight, alphabet)
  }
  return count === 0 ? 0 : sum / count
}

const unitAt = (text: string, at: number): number =>
  at < 0 || at >= text.length ? 0 : text.charCodeAt(at)

type Place = { text: string; at: number; unit: number; last: number; next: number }

function scoreKnown(
  { text, at, unit, last, next }: Place,
  weight: number,
  { isOtherScript }: Alphabet,
): number {
  const own = getCharacterClass(unit)
  const before = unitAt(text, at - 2)
  // A capital after a small letter, or a small letter between two capitals, is unlikely.
  if (own & upper && hasClass(last, lower)) return -1
  if (own & lower && hasClass(last, upper) && (hasClass(next, upper) || hasClass(before, upper))) {
    return -0.7
  }
  if (isOtherScript && (hasClass(last, basicLetter) || hasClass(next, basicLetter))) return -0.5
  if (wordEndings.has(unit)) return hasClass(next, letter) ? -0.5 : wordEndingScore
  if (cyrillicSigns.has(unit) && (cyrillicVowels.has(last) || !hasClass(last, letter))) return -0.5
  // Languages with Latin letters rarely have three accents in a row.
  if (!isOtherScript && isMarked(last) && (isMarked(next) || isMarked(before))) return -0.8
  return hasClass(last, letter) || hasClass(next, letter) ? weight : weight * 0.4
}

/**
 * Score of a word-ending letter at the end of a word, which is unlikely in text of another
 * encoding.
 */
const wordEndingScore = 1.3

const isMarked = (unit: number): boolean => unit >= 0x80 && hasClass(unit, letter)

const apostrophe = '’'.charCodeAt(0)
const middleDot = '·'.charCodeAt(0)
const wideSpace = 0xa0

function scoreOther({ unit, last, next }: Place): number {
  const own = getCharacterClass(unit)
  if (own & unreadable) return -2
  if (own & letter) return -0.6
  const isAfter = hasClass(last, letter)
  const isBefore = hasClass(next, letter)
  if (unit === apostrophe) return isAfter ? 0.5 : 0
  if (isAfter && isBefore) return unit === middleDot || unit === wideSpace ? 0.1 : -0.8
  if (own & box && (isAfter || isBefore)) return -1.5
  if (own & pair) return isAfter === isBefore ? 0.2 : 0.5
  return own & symbol ? 0.3 : -0.4
}
