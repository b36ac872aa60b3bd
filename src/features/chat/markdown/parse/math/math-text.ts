import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import {
  closers,
  dollar,
  isDigit,
  isEnd,
  isSpace,
  isWordLike,
  openBracket,
  openParen,
  backslash,
} from './math-codes.ts'

/**
 * A formula in a line: `$…$` by pandoc's rules, which know money from mathematics (no space within the
 * dollars, no digit behind them, and no other dollar between), `$$…$$`, `\(…\)` and `\[…\]`. Without a letter or digit in it, it is
 * no formula: backslashes before brackets are escapes as ever.
 */
export const mathText: Construct = {
  name: 'mathText',
  previous: (code) => code !== dollar,
  // oxlint-disable-next-line max-params -- micromark's own order.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let close: readonly [Code, Code] | undefined
    let before: Code = null
    let hasContent = false
    const closing: Construct = { partial: true, tokenize: tokenizeClosing }
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
        close = closers.get(dollar)
        effects.exit('mathMarks')
        return between
      }
      if (isEnd(code) || isSpace(code)) return nok(code)
      effects.exit('mathMarks')
      return between(code)
    }
    function afterBackslash(code: Code): State | undefined {
      close = code === openParen || code === openBracket ? closers.get(code) : undefined
      if (!close) return nok(code)
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
        before = code
        return between
      }
      if (code === (close ? close[0] : dollar)) {
        return effects.attempt(closing, ok, close ? dataStart : nok)(code)
      }
      return dataStart(code)
    }
    function dataStart(code: Code): State | undefined {
      effects.enter('mathData')
      return take(code)
    }
    function data(code: Code): State | undefined {
      if (isEnd(code) || code === (close ? close[0] : dollar)) {
        effects.exit('mathData')
        return between(code)
      }
      return take(code)
    }
    function take(code: Code): State {
      effects.consume(code)
      before = code
      hasContent ||= isWordLike(code)
      return code === backslash ? escaped : data
    }
    function escaped(code: Code): State | undefined {
      return isEnd(code) ? data(code) : take(code)
    }

    function tokenizeClosing(closer: Effects, closed: State, notClosed: State): State {
      return firstMark
      function firstMark(code: Code): State | undefined {
        if (!hasContent || (!close && (isSpace(before) || isEnd(before)))) return notClosed(code)
        closer.enter('mathMarks')
        closer.consume(code)
        return close ? secondMark : behind
      }
      function secondMark(code: Code): State | undefined {
        if (code !== close?.[1]) return notClosed(code)
        closer.consume(code)
        return behind
      }
      function behind(code: Code): State | undefined {
        if (!close && isDigit(code)) return notClosed(code)
        closer.exit('mathMarks')
        closer.exit('mathText')
        return closed(code)
      }
    }
  },
}
