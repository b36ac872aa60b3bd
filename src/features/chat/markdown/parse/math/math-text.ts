import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { isDollarFormula } from './dollar-text.ts'
import {
  backtick,
  closers,
  dollar,
  isCapital,
  isDigit,
  isEnd,
  isSpace,
  isWordLike,
  linkFinder,
  openBracket,
  openParen,
  backslash,
} from './math-codes.ts'

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
