import type {
  Code,
  Construct,
  Effects,
  Extension,
  State,
  TokenizeContext,
} from 'micromark-util-types'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    mathFlow: 'mathFlow'
    mathText: 'mathText'
    mathMarks: 'mathMarks'
    mathData: 'mathData'
  }
}

const dollar = 36
const openParen = 40
const closeParen = 41
const openBracket = 91
const backslash = 92
const closeBracket = 93

const isEnd = (code: Code) => code === null || code < -2
const isSpace = (code: Code) => code === -2 || code === -1 || code === 32
const isDigit = (code: Code) => code !== null && code >= 48 && code <= 57
const isWordLike = (code: Code) =>
  code !== null && (isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122))

/** The two characters that close what these two opened. */
const closers = new Map<Code, readonly [Code, Code]>([
  [dollar, [dollar, dollar]],
  [openParen, [backslash, closeParen]],
  [openBracket, [backslash, closeBracket]],
])

/**
 * A formula in a line: `$…$` by pandoc's rules, which know money from mathematics (no space within the
 * dollars, no digit behind them, and no other dollar between), `$$…$$`, `\(…\)` and `\[…\]`. Without a letter or digit in it, it is
 * no formula: backslashes before brackets are escapes as ever.
 */
const mathText: Construct = {
  name: 'mathText',
  previous: (code) => code !== dollar,
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

    function tokenizeClosing(effects: Effects, ok: State, nok: State): State {
      return first
      function first(code: Code): State | undefined {
        if (!hasContent || (!close && (isSpace(before) || isEnd(before)))) return nok(code)
        effects.enter('mathMarks')
        effects.consume(code)
        return close ? second : after
      }
      function second(code: Code): State | undefined {
        if (code !== close?.[1]) return nok(code)
        effects.consume(code)
        return after
      }
      function after(code: Code): State | undefined {
        if (!close && isDigit(code)) return nok(code)
        effects.exit('mathMarks')
        effects.exit('mathText')
        return ok(code)
      }
    }
  },
}

/** The next line belongs to the same container. */
const nextLine: Construct = {
  partial: true,
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

/** A formula on lines of its own, from `$$` or `\[` at the start of one to its match at the end of one. */
const mathFlow: Construct = {
  name: 'mathFlow',
  concrete: true,
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let close: readonly [Code, Code] | undefined
    let isFirstLine = true
    let isInData = false
    const closing: Construct = { partial: true, tokenize: tokenizeClosing }
    const isInterrupting = () => this.interrupt === true
    return start

    function start(code: Code): State {
      effects.enter('mathFlow')
      effects.enter('mathMarks')
      effects.consume(code)
      return code === dollar ? openWith(dollar) : openWith(openBracket)
    }
    function openWith(wanted: Code): State {
      return (code) => {
        if (code !== wanted) return nok(code)
        close = closers.get(wanted)
        effects.consume(code)
        effects.exit('mathMarks')
        return line
      }
    }
    function line(code: Code): State | undefined {
      if (isEnd(code)) {
        leaveData()
        if (isFirstLine && isInterrupting()) return ok(code)
        return effects.check(nextLine, lineEnd, after)(code)
      }
      if (code === close?.[0]) {
        leaveData()
        return effects.attempt(closing, after, take)(code)
      }
      // More than a formula's start: `\[` that is only a bracket would swallow all that follows.
      if (isFirstLine && close?.[0] === backslash && !isSpace(code) && !isInData) {
        return effects.check(closedLine, take, nok)(code)
      }
      return take(code)
    }
    function take(code: Code): State {
      if (!isInData) effects.enter('mathData')
      isInData = true
      effects.consume(code)
      return code === backslash ? escaped : line
    }
    function escaped(code: Code): State | undefined {
      return isEnd(code) ? line(code) : take(code)
    }
    function lineEnd(code: Code): State {
      isFirstLine = false
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return line
    }
    function leaveData(): void {
      if (isInData) effects.exit('mathData')
      isInData = false
    }
    function after(code: Code): State | undefined {
      effects.exit('mathFlow')
      return ok(code)
    }

    function tokenizeClosing(effects: Effects, ok: State, nok: State): State {
      return first
      function first(code: Code): State {
        effects.enter('mathMarks')
        effects.consume(code)
        return second
      }
      function second(code: Code): State | undefined {
        if (code !== close?.[1]) return nok(code)
        effects.consume(code)
        effects.exit('mathMarks')
        return rest
      }
      function rest(code: Code): State | undefined {
        if (isEnd(code)) return ok(code)
        if (!isSpace(code)) return nok(code)
        effects.enter('whitespace')
        effects.consume(code)
        effects.exit('whitespace')
        return rest
      }
    }
  },
}

/** A line that ends with `\]`. */
const closedLine: Construct = {
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    let before: Code = null
    let last: Code = null
    effects.enter('mathData')
    return look
    function look(code: Code): State | undefined {
      if (isEnd(code)) {
        effects.exit('mathData')
        return before === backslash && last === closeBracket ? ok(code) : nok(code)
      }
      if (!isSpace(code)) {
        before = last
        last = code
      }
      effects.consume(code)
      return look
    }
  },
}

/** TeX in Markdown, with dollars as in GitHub's or with the brackets that models like to write. */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathFlow, [backslash]: mathFlow },
  text: { [dollar]: mathText, [backslash]: mathText },
}
