import { evaluate } from './evaluate.ts'
import { ToolError, type Tool } from './tool.ts'

/** Arithmetic that models are bad at. */
export const calculator: Tool = {
  name: 'calculate',
  title: 'Calculator',
  description: 'Evaluates an arithmetic expression exactly.',
  parameters: {
    type: 'object',
    properties: {
      expression: {
        type: 'string',
        description:
          'Numbers, + - * / % ^, parentheses, pi, e, and sqrt abs ln log10 sin cos tan round floor ceil min max. Angles in radians.',
      },
    },
    required: ['expression'],
  },
  run: ({ expression }) => {
    if (typeof expression !== 'string') throw new ToolError('Give the expression as a string.')
    const value = evaluate(expression)
    return `${expression.trim()} = ${String(Number(value.toPrecision(15)))}`
  },
}
