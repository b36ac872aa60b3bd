import type { Extension } from 'micromark-util-types'
import { backslash, dollar } from './math-codes.ts'
import { mathEnvironment, mathFlow } from './math-flow.ts'
import { dollarMath, mathText } from './math-text.ts'
import type { Literal } from 'mdast'
import type { CompileContext, Extension as TreeExtension, Token } from 'mdast-util-from-markdown'

/**
 * Micromark extension for TeX. Supports dollars as on GitHub, and the brackets `\(` and `\[` that
 * many models write.
 */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathFlow, [backslash]: [mathFlow, mathEnvironment] },
  text: { [dollar]: dollarMath, [backslash]: mathText },
}

/** An inline formula. `value` is TeX. */
export interface InlineMath extends Literal {
  type: 'inlineMath'
  /** True if the formula has its own line, as in `$$…$$` and `\[…\]`. */
  isDisplay: boolean
}

/** A formula block. `value` is TeX. */
export interface MathBlock extends Literal {
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
