import { hex } from 'dingbat-to-unicode'

/** Start of Unicode's private use area in which symbol fonts have their characters. */
const privateStart = 0xf000
const privateEnd = 0xf0ff

/** Returns the character that a symbol font shows for a code such as `F0FE`. */
export function toSymbol(font: string, code: string): string {
  const number = Number.parseInt(code, 16)
  if (Number.isNaN(number)) return ''
  const isPrivate = number >= privateStart && number <= privateEnd
  const place = (isPrivate ? number - privateStart : number).toString(16).toUpperCase()
  return (
    hex(font, place.padStart(2, '0'))?.string ??
    (number > 0x10ffff || isPrivate ? '�' : String.fromCodePoint(number))
  )
}

const symbolFonts = /^(?:Symbol|Webdings|Wingdings(?: [23])?)$/

/** Converts text in a symbol font to the characters that the font shows. */
export const toShownWords = (words: string, font: string): string =>
  symbolFonts.test(font)
    ? Array.from(words, (char) =>
        char.trim() === '' ? char : toSymbol(font, (char.codePointAt(0) ?? 0).toString(16)),
      ).join('')
    : words
