import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow'
    mathText: 'mathText'
    mathMarks: 'mathMarks'
    mathData: 'mathData'
  }
}

export const dollar = 36
export const openParen = 40
export const closeParen = 41
export const openBracket = 91
export const backslash = 92
export const backtick = 96
export const closeBracket = 93

export const isEnd = (code: Code) => code === null || code < -2
export const isSpace = (code: Code) => code === -2 || code === -1 || code === 32
export const isDigit = (code: Code) => code !== null && code >= 48 && code <= 57
export const isCapital = (code: Code) => code !== null && code >= 65 && code <= 90
export const isWordLike = (code: Code) =>
  code !== null && (isDigit(code) || isCapital(code) || (code >= 97 && code <= 122))

/**
 * The two characters of the closing delimiter, by the second character of the opening delimiter.
 */
export const closers = new Map<Code, readonly [Code, Code]>([
  [dollar, [dollar, dollar]],
  [openParen, [backslash, closeParen]],
  [openBracket, [backslash, closeBracket]],
])

/** Tokenizes a line break if the next line belongs to the same container, such as a list item. */
export const nextLine: Construct = {
  partial: true,
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    return (code) => {
      if (code === null) return nok(code)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return (next) => (this.parser.lazy[this.now().line] ? nok(next) : ok(next))
    }
  },
}

/** The start of a Markdown link's URL, which no formula contains. */
const linkStart = Array.from('](http', (char) => char.charCodeAt(0))

export function linkFinder(): { hasLink: boolean; take: (code: Code) => void } {
  let at = 0
  const finder = {
    hasLink: false,
    take(code: Code) {
      at = code === linkStart[at] ? at + 1 : code === linkStart[0] ? 1 : 0
      if (at < linkStart.length) return
      finder.hasLink = true
      at = 0
    },
  }
  return finder
}
