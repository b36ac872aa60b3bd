import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import {
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
 * Tokenizes an inline formula: `$…$` by pandoc's rules, which exclude prices (no space inside the
 * dollars, no digit or capital letter after them, as in `$HOME/$USER`, and no other dollar
 * between), `$$…$$`, `\(…\)` and `\[…\]`. Without a letter or digit inside, it is not a formula, so
 * that escaped brackets keep working.
 */
export const mathText: Construct = {
  name: 'mathText',
  // oxlint-disable-next-line max-params -- micromark's own order.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const link = linkFinder()
    const opened: Opened = { close: undefined, before: null, hasContent: false, link }
    const closing = closingMarks(opened)
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
        return between
      }
      if (isEnd(code) || isSpace(code)) return nok(code)
      effects.exit('mathMarks')
      return between(code)
    }
    function afterBackslash(code: Code): State | undefined {
      opened.close = code === openParen || code === openBracket ? closers.get(code) : undefined
      if (!opened.close) return nok(code)
      effects.consume(code)
      effects.exit('mathMarks')
      return between
    }
    function between(code: Code): State | undefined {
      if (code === null) return nok(code)
      if (isEnd(code)) {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        opened.before = code
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
    function take(code: Code): State {
      effects.consume(code)
      opened.before = code
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
 * Tokenizes a formula that starts with a dollar, except directly after a letter or digit: `US$3` is
 * a price.
 */
export const dollarMath: Construct = {
  ...mathText,
  previous: (code) => code !== dollar && !isWordLike(code),
}

type Opened = {
  /** The closing delimiter; undefined for a single dollar. */
  close: readonly [Code, Code] | undefined
  before: Code
  hasContent: boolean
  link: Readonly<{ hasLink: boolean }>
}

const closingMarks = (opened: Readonly<Opened>): Construct => ({
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    return firstMark
    function firstMark(code: Code): State | undefined {
      const { close, before, hasContent, link } = opened
      if (!hasContent || link.hasLink || (!close && (isSpace(before) || isEnd(before))))
        return nok(code)
      effects.enter('mathMarks')
      effects.consume(code)
      return close ? secondMark : behind
    }
    function secondMark(code: Code): State | undefined {
      if (code !== opened.close?.[1]) return nok(code)
      effects.consume(code)
      return behind
    }
    function behind(code: Code): State | undefined {
      if (!opened.close && (isDigit(code) || isCapital(code))) return nok(code)
      effects.exit('mathMarks')
      effects.exit('mathText')
      return ok(code)
    }
  },
})
