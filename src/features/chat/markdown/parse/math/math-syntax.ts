import type { Extension } from 'micromark-util-types'
import { backslash, dollar } from './math-codes.ts'
import { mathEnvironment } from './math-environment.ts'
import { mathFlow } from './math-flow.ts'
import { dollarMath, mathText } from './math-text.ts'

/**
 * Micromark extension for TeX: with dollars as on GitHub, and with the brackets that many models
 * write.
 */
export const mathSyntax: Extension = {
  flow: { [dollar]: mathFlow, [backslash]: [mathFlow, mathEnvironment] },
  text: { [dollar]: dollarMath, [backslash]: mathText },
}
