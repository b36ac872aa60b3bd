import { z } from 'zod'
import { evaluate } from './evaluate.ts'
import { defineTool } from './tool.ts'

/** Tool that computes arithmetic, because language models often miscalculate. */
export const calculator = defineTool({
  name: 'calculate',
  title: 'Calculator',
  description: 'Evaluates an arithmetic expression exactly.',
  effect: 'reads',
  input: z.object({
    expression: z
      .string()
      .describe(
        'Numbers, + - * / % ^, parentheses, pi, e, and sqrt abs ln log10 sin cos tan round floor ceil min max. Angles in radians.',
      ),
  }),
  output: z.object({ value: z.number() }),
  run: ({ expression }) => {
    const value = Number(evaluate(expression).toPrecision(15))
    return { text: `${expression.trim()} = ${value}`, structured: { value } }
  },
})
