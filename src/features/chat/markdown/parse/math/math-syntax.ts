import type {
  Code,
  Construct,
  Effects,
  State,
  TokenizeContext,
  Extension,
} from 'micromark-util-types'
import {
  backslash,
  backtick,
  closers,
  dollar,
  isEnd,
  isSpace,
  linkFinder,
  nextLine,
  openBracket,
  dollarMath,
  mathText,
} from './inline-math.ts'
import type { Literal } from 'mdast'
import type { CompileContext, Extension as TreeExtension, Token } from 'mdast-util-from-markdown'

/**
 * Tokenizes a display formula from `$$` or `\[` at the start of a line to the closing delimiter at
 * the end of a line. If text follows the closing dollars, the formula is inline.
 */
const mathFlow: Construct = {
  name: 'mathFlow',
  concrete: true,
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let close: readonly [Code, Code] | undefined
    let isFirstLine = true
    let isInData = false
    let isBlank = true
    const closing = closingLine(() => close?.[1])
    const closed = closedLine(() => close)
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
      // Code has priority over formulas.
      if (isFirstLine && code === backtick) return nok(code)
      if (code === close?.[0]) {
        leaveData()
        const goOn = code === dollar ? effects.check(twoDollars, nok, take) : take
        return effects.attempt(closing, after, goOn)(code)
      }
      // Require the closing delimiter, because a lone `\[` must not turn the rest of the text into
      // a formula.
      const mustClose = close?.[0] === backslash ? !isInData : isBlank && isInterrupting()
      if (isFirstLine && mustClose && !isSpace(code)) return effects.check(closed, take, nok)(code)
      return take(code)
    }
    function take(code: Code): State {
      if (!isInData) effects.enter('mathData')
      isInData = true
      isBlank &&= isSpace(code)
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
  },
}

/**
 * Tokenizes a line that contains only the closing delimiter.
 * @param second returns the delimiter's second character.
 */
const closingLine = (second: () => Code | undefined): Construct => ({
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    return firstMark
    function firstMark(code: Code): State {
      effects.enter('mathMarks')
      effects.consume(code)
      return secondMark
    }
    function secondMark(code: Code): State | undefined {
      if (code !== second()) return nok(code)
      effects.consume(code)
      effects.exit('mathMarks')
      return restOfLine
    }
    function restOfLine(code: Code): State | undefined {
      if (isEnd(code)) return ok(code)
      if (!isSpace(code)) return nok(code)
      effects.enter('whitespace')
      effects.consume(code)
      effects.exit('whitespace')
      return restOfLine
    }
  },
})

const twoDollars: Construct = {
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    return (first) => {
      effects.enter('mathMarks')
      effects.consume(first)
      return (second) => {
        if (second !== dollar) return nok(second)
        effects.consume(second)
        effects.exit('mathMarks')
        return ok
      }
    }
  },
}

const closedLine = (close: () => readonly [Code, Code] | undefined): Construct => ({
  partial: true,
  tokenize(effects: Effects, ok: State, nok: State): State {
    let before: Code = null
    let last: Code = null
    const link = linkFinder()
    effects.enter('mathData')
    return look
    function look(code: Code): State | undefined {
      if (isEnd(code)) {
        effects.exit('mathData')
        const isClosed = before === close()?.[0] && last === close()?.[1]
        return isClosed && !link.hasLink ? ok(code) : nok(code)
      }
      link.take(code)
      if (!isSpace(code)) {
        before = last
        last = code
      }
      effects.consume(code)
      return look
    }
  },
})

export const environment =
  /^\\begin\{((?:align|alignat|aligned|array|cases|equation|gather|gathered|multline|split|[bBpvV]?matrix)\*?)\}/

/**
 * Tokenizes a TeX environment without delimiters, such as `\begin{align}` to `\end{align}`. A blank
 * line is not allowed.
 */
const mathEnvironment: Construct = {
  name: 'mathEnvironment',
  concrete: true,
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    let line = ''
    let name: string | undefined
    const isInterrupting = () => this.interrupt === true
    return (code) => {
      effects.enter('mathFlow')
      effects.enter('mathData')
      return inLine(code)
    }

    function inLine(code: Code): State | undefined {
      if (code === null || isEnd(code)) return atEnd(code)
      line += code < 0 ? ' ' : String.fromCharCode(code)
      effects.consume(code)
      return inLine
    }
    function atEnd(code: Code): State | undefined {
      const isFirst = name === undefined
      name ??= environment.exec(line)?.[1]
      if (name === undefined || line.trim() === '') return nok(code)
      effects.exit('mathData')
      if (line.trimEnd().endsWith(`\\end{${name}}`)) {
        effects.exit('mathFlow')
        return ok(code)
      }
      if (code === null) return nok(code)
      // Micromark also runs this tokenizer to find out whether a line ends a paragraph. The first
      // line then suffices.
      if (isFirst && isInterrupting()) return ok(code)
      return effects.check(nextLine, lineEnd, nok)(code)
    }
    function lineEnd(code: Code): State {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      line = ''
      return (next) => {
        if (isEnd(next)) return nok(next)
        effects.enter('mathData')
        return inLine(next)
      }
    }
  },
}

/**
 * Micromark extension for TeX. Supports dollars as on GitHub, and the brackets `\(` and `\[` that
 * many models write.
 */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathFlow, [backslash]: [mathFlow, mathEnvironment] },
  text: { [dollar]: dollarMath, [backslash]: mathText },
}

/** An inline formula. `value` is TeX. */
interface InlineMath extends Literal {
  type: 'inlineMath'
  /** True if the formula has its own line, as in `$$…$$` and `\[…\]`. */
  isDisplay: boolean
}

/** A formula block. `value` is TeX. */
interface MathBlock extends Literal {
  type: 'math'
}

declare module 'mdast' {
  interface PhrasingContentMap {
    inlineMath: InlineMath
  }
  interface BlockContentMap {
    math: MathBlock
  }
  interface RootContentMap {
    inlineMath: InlineMath
    math: MathBlock
  }
}

export const mathFromMarkdown: TreeExtension = {
  enter: {
    mathText(token) {
      this.enter({ type: 'inlineMath', value: '', isDisplay: false }, token)
    },
    mathFlow(token) {
      this.enter({ type: 'math', value: '' }, token)
    },
  },
  exit: {
    mathMarks(token) {
      const node = this.stack.at(-1)
      if (node?.type !== 'inlineMath') return
      const marks = this.sliceSerialize(token)
      node.isDisplay = marks !== '$' && marks !== '\\(' && marks !== '\\)'
    },
    mathData: addPiece,
    mathText(token) {
      const node = this.stack.at(-1)
      // Keep a space after a backslash, because a backslash with a space is a TeX command.
      if (node?.type === 'inlineMath') node.value = node.value.replace(/^\s+|(?<!\\)\s+$/g, '')
      this.exit(token)
    },
    mathFlow(token) {
      this.exit(token)
    },
  },
}

const lastLines = new WeakMap<InlineMath | MathBlock, number>()

/** Appends a token's text to its formula. Also appends line breaks, which have no token. */
function addPiece(this: CompileContext, token: Token): void {
  const node = this.stack.at(-1)
  if (node?.type !== 'inlineMath' && node?.type !== 'math') return
  const { line } = token.start
  const ends = node.value === '' ? 0 : line - (lastLines.get(node) ?? line)
  node.value += '\n'.repeat(ends) + this.sliceSerialize(token)
  lastLines.set(node, line)
}
