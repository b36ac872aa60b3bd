import { classBits, getCharacterClass, hasClass } from './character-class.ts'
import { commonIn, isFrequent } from './common-characters.ts'

const { basicLetter, unreadable, kana, halfKana, ideograph, widePunctuation } = classBits

/**
 * Returns how likely a text is in the language of an East Asian encoding: the mean score of its
 * characters outside ASCII, at most 1.
 */
export function scoreEastAsian(text: string, encoding: string): number {
  const common = commonIn(encoding)
  const isJapanese = encoding === 'shift_jis' || encoding === 'euc-jp'
  let sum = 0
  let count = 0
  let written = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) continue
    count++
    const own = getCharacterClass(unit)
    const isInWord =
      hasClass(text.charCodeAt(at - 1), basicLetter) &&
      hasClass(text.charCodeAt(at + 1), basicLetter)
    if (own & kana) written++
    if (own & unreadable) sum -= 2
    else if (isInWord) sum -= 0.6
    else if (own & widePunctuation) sum += 0.6
    else if (own & halfKana) sum -= isJapanese ? 0.2 : 0.6
    else if (own & kana) sum += isJapanese ? 0.9 : 0
    else if (isFrequent(encoding, text.charAt(at))) sum++
    else if (common.has(text.charAt(at))) sum += encoding === 'euc-kr' ? 0.45 : 0.5
    else sum -= own & ideograph ? 0.3 : 0.6
  }
  if (count === 0) return 0
  // A Japanese text of more than a few words contains kana.
  return sum / count - (isJapanese && written === 0 && count > 20 ? 0.4 : 0)
}
