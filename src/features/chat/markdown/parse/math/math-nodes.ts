import type { Literal } from 'mdast'
import type { CompileContext, Extension, Token } from 'mdast-util-from-markdown'

/** A formula within a line; `value` is TeX. */
export interface InlineMath extends Literal {
  type: 'inlineMath'
  /** Drawn on a line of its own all the same: `$$…$$`, `\[…\]`. */
  isDisplay: boolean
}

/** A formula that stands for itself; `value` is TeX. */
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

/** Makes nodes of what `mathSyntax` finds. */
export const mathFromMarkdown: Extension = {
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
      this.exit(token)
    },
    mathFlow(token) {
      this.exit(token)
    },
  },
}

/** On which line of the text a formula's last piece stood. */
const lastLines = new WeakMap<InlineMath | MathBlock, number>()

/** A line comes in one piece or in several; the ends of lines come as nothing at all. */
function addPiece(this: CompileContext, token: Token): void {
  const node = this.stack.at(-1)
  if (node?.type !== 'inlineMath' && node?.type !== 'math') return
  const { line } = token.start
  const ends = node.value === '' ? 0 : line - (lastLines.get(node) ?? line)
  node.value += '\n'.repeat(ends) + this.sliceSerialize(token)
  lastLines.set(node, line)
}
