import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'

/** Matches operators that may be between numbers in a formula, as in `$10 mod 3$`. */
const operator = /\b(?:mod|div|sin|cos|tan|log|ln|exp|max|min|gcd|lcm|lim|det|dim|ker)\b/g
const textCommand = /\\(?:text\w*|math\w+|operatorname\*?|mbox|label|tag|(?:eq)?ref)\s*\{[^{}]*\}/g
const command = /\\[a-zA-Z]+/g

const amountAtStart = /^\s*\d/
const amountAtEnd = /\d[.,]?\s*$/
const word = /\p{L}{2,}/u
const twoWords = /\p{L}{2,}[\s,;:]+\p{L}{2,}/u
/** Matches a word between two amounts, as in `5 to 10` or `5 y 6`. */
const betweenAmounts =
  /\s(?:y|e|o|u|a|à|and|or|to|et|ou|und|oder|bis|hasta|vs|per|por)\s+[$€£]?\s*\d/iu
const lettersOfProse = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const smallWord = /^(?:and|or|und|oder|et|ou|vs|to|in|per|the|of|por)$/i
const sign = /\\[a-zA-Z]|[\^_=<>+]/

/** Matches text that ends with the prefix of a currency, such as the `R` of `R$8`. */
const prefixAtEnd = /(?:^|[\s(])(?:R|A|C|S|US|HK|NT|NZ|MX|CA|AU|AR|CL)$/
/** Matches text after the dollar of a price such as `40 $US`. */
const suffixAtStart = /^(?:US|CA|CAN|AU|NZ|HK|MX)D?(?![\p{L}\d_^])/u

/** Matches an amount before a dollar, as in Spanish and French prices: `5 $`. */
export const amountBefore = /\d[*_~]*[\s\u00a0\u202f]+$/

/**
 * Returns whether the text between two single dollars is a formula, not a price, prose or a shell
 * command.
 * @param before at least the last eight characters before the first dollar.
 * @param after the text after the second dollar.
 */
export function isDollarFormula(content: string, before: string, after: string): boolean {
  const isSpaced = /^\s/.test(content)
  if (isSpaced !== /\s$/.test(content) || /[`(]$|\*\*|^[,;:)?/]|`/.test(content)) return false
  if (/^\s*\d/.test(isSpaced ? after : after.slice(0, 1))) return false
  if (hasOpenParenthesis(content)) return false
  const plain = content.replace(textCommand, ' ').replace(command, ' ').replace(operator, ' ')
  if (amountAtStart.test(plain)) {
    if (betweenAmounts.test(plain) || twoWords.test(plain)) return false
    if (lettersOfProse.test(plain)) return false
    if ((amountAtEnd.test(plain) || prefixAtEnd.test(plain)) && word.test(plain)) return false
  }
  if (suffixAtStart.test(content) && amountBefore.test(before)) return false
  return !isSpaced || isSpacedFormula(content, plain, before)
}

function isSpacedFormula(content: string, plain: string, before: string): boolean {
  if (content.includes('\n') || amountBefore.test(before)) return false
  if (twoWords.test(plain) || lettersOfProse.test(plain)) return false
  const trimmed = content.trim()
  return sign.test(content) || !word.test(plain) || !(/\s/.test(trimmed) || smallWord.test(trimmed))
}

/** Intervals such as `[0, 1)` have an unpaired parenthesis. */
const hasOpenParenthesis = (content: string): boolean =>
  !/[[\]]|\\(?:left|right|[bB]ig)/.test(content) &&
  content.split('(').length !== content.split(')').length

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow'
    mathText: 'mathText'
    mathMarks: 'mathMarks'
    mathData: 'mathData'
  }
}

export const dollar = 36
const openParen = 40
const closeParen = 41
export const openBracket = 91
export const backslash = 92
export const backtick = 96
const closeBracket = 93

export const isEnd = (code: Code) => code === null || code < -2
export const isSpace = (code: Code) => code === -2 || code === -1 || code === 32
const isDigit = (code: Code) => code !== null && code >= 48 && code <= 57
const isCapital = (code: Code) => code !== null && code >= 65 && code <= 90
const isWordLike = (code: Code) =>
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

/**
 * Tokenizes an inline formula. A formula must contain a letter or digit, and must not contain a
 * backtick, because code has priority.
 */
export const mathText: Construct = {
  name: 'mathText',
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const link = linkFinder()
    const opened: Opened = { close: undefined, content: '', hasContent: false, link }
    const before = () => readBefore(this)
    const closing = closingMarks(opened, before)
    const unclosed = getUnclosed(this)
    const startOffset = this.now().offset
    const isUnclosed = (close: Delimiter | undefined) =>
      close !== undefined && startOffset < (unclosed.get(close) ?? 0)
    const fail = (code: Code): State | undefined => {
      // Searching for the same delimiter again would take quadratic time.
      if (opened.close && !link.hasLink)
        unclosed.set(opened.close, code === null ? Infinity : this.now().offset)
      return nok(code)
    }
    return start

    function start(code: Code): State {
      effects.enter('mathText')
      effects.enter('mathMarks')
      effects.consume(code)
      return code === dollar ? afterDollar : afterBackslash
    }
    function afterDollar(code: Code): State | undefined {
      if (code === dollar) {
        effects.consume(code)
        opened.close = closers.get(dollar)
        effects.exit('mathMarks')
        return isUnclosed(opened.close) ? nok : between
      }
      if (isEnd(code)) return nok(code)
      effects.exit('mathMarks')
      return between(code)
    }
    function afterBackslash(code: Code): State | undefined {
      opened.close = code === openParen || code === openBracket ? closers.get(code) : undefined
      if (!opened.close || isUnclosed(opened.close)) return nok(code)
      effects.consume(code)
      effects.exit('mathMarks')
      return between
    }
    function between(code: Code): State | undefined {
      if (code === null) return fail(code)
      if (isEnd(code)) {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        opened.content += '\n'
        return between
      }
      if (code === (opened.close ? opened.close[0] : dollar)) {
        return effects.attempt(closing, ok, opened.close ? dataStart : nok)(code)
      }
      return dataStart(code)
    }
    function dataStart(code: Code): State | undefined {
      effects.enter('mathData')
      return take(code)
    }
    function data(code: Code): State | undefined {
      if (isEnd(code) || code === (opened.close ? opened.close[0] : dollar)) {
        effects.exit('mathData')
        return between(code)
      }
      return take(code)
    }
    function take(code: Code): State | undefined {
      if (code === backtick) return fail(code)
      effects.consume(code)
      opened.content += code === null || code < 0 ? ' ' : String.fromCharCode(code)
      opened.hasContent ||= isWordLike(code)
      link.take(code)
      return code === backslash ? escaped : data
    }
    function escaped(code: Code): State | undefined {
      return isEnd(code) ? data(code) : take(code)
    }
  },
}

/**
 * Tokenizes a formula that starts with a dollar. A dollar after a letter or digit starts a price
 * such as `US$3`.
 */
export const dollarMath: Construct = {
  ...mathText,
  previous: (code) => code !== dollar && !isWordLike(code),
}

type Delimiter = readonly [Code, Code]

/** For each text and closing delimiter, the offset before which no formula ends. */
const unclosedIn = new WeakMap<TokenizeContext, Map<Delimiter, number>>()

function getUnclosed(context: TokenizeContext): Map<Delimiter, number> {
  const unclosed = unclosedIn.get(context) ?? new Map<Delimiter, number>()
  unclosedIn.set(context, unclosed)
  return unclosed
}

type Opened = {
  close: Delimiter | undefined
  content: string
  hasContent: boolean
  link: Readonly<{ hasLink: boolean }>
}

function readBefore(context: TokenizeContext): string {
  const { events } = context
  const at = events.findLastIndex(([kind, { type }]) => kind === 'enter' && type === 'mathText')
  const end = events[at]?.[1].start
  if (!end) return ''
  const near = events.slice(Math.max(0, at - 12), at)
  const from = near.findLast(([, { start }]) => start.offset <= end.offset - 8) ?? near[0]
  return from ? context.sliceSerialize({ start: from[1].start, end }).slice(-8) : ''
}

const closingMarks = (opened: Readonly<Opened>, before: () => string): Construct => ({
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    return firstMark
    function firstMark(code: Code): State | undefined {
      const { close, hasContent, link } = opened
      if (!hasContent || link.hasLink) return nok(code)
      effects.enter('mathMarks')
      effects.consume(code)
      return close ? secondMark : behind
    }
    function secondMark(code: Code): State | undefined {
      if (code !== opened.close?.[1]) return nok(code)
      effects.consume(code)
      return finish
    }
    function behind(code: Code): State | undefined {
      const { content } = opened
      if (isDigit(code) || isCapital(code) || !isDollarFormula(content, before(), ''))
        return nok(code)
      return isSpace(code) && content.startsWith(' ')
        ? effects.check(amountAhead, nok, finish)(code)
        : finish(code)
    }
    function finish(code: Code): State | undefined {
      effects.exit('mathMarks')
      effects.exit('mathText')
      return ok(code)
    }
  },
})

const amountAhead: Construct = {
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    effects.enter('mathMarks')
    return look
    function look(code: Code): State | undefined {
      if (!isSpace(code)) return isDigit(code) ? ok(code) : nok(code)
      effects.consume(code)
      return look
    }
  },
}
