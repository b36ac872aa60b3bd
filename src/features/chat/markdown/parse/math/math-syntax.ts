import type { Extension } from 'micromark-util-types'
import { backslash, dollar } from './math-codes.ts'
import { mathFlow } from './math-flow.ts'
import { mathText } from './math-text.ts'

/** TeX in Markdown, with dollars as in GitHub's or with the brackets that models like to write. */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathFlow, [backslash]: mathFlow },
  text: { [dollar]: mathText, [backslash]: mathText },
}
