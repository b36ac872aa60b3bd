import type { Extension } from 'micromark-util-types'
import { backslash, dollar } from './math-codes.ts'
import { mathEnvironment } from './math-environment.ts'
import { mathFlow } from './math-flow.ts'
import { dollarMath, mathText } from './math-text.ts'

/** TeX in Markdown, with dollars as in GitHub's or with the brackets that models like to write. */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathFlow, [backslash]: [mathFlow, mathEnvironment] },
  text: { [dollar]: dollarMath, [backslash]: mathText },
}
