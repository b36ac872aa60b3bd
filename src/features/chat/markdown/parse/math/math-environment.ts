import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { isEnd, nextLine } from './math-codes.ts'

export const environment =
  /^\\begin\{((?:align|alignat|aligned|array|cases|equation|gather|gathered|multline|split|[bBpvV]?matrix)\*?)\}/

/**
 * Tokenizes a TeX environment without delimiters: from `\begin{align}` to `\end{align}`, without a
 * blank line.
 */
export const mathEnvironment: Construct = {
  name: 'mathEnvironment',
  concrete: true,
  // oxlint-disable-next-line max-params -- micromark's own order.
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
      // Micromark also calls this to find out whether the line ends the paragraph before it. Then
      // the first line is enough.
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
