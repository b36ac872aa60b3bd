import { expect, it } from 'vitest'
import { drawingProblem } from './drawing-problem.ts'

it.each([
  ['Parse error on line 2:\n...A[Start --> B\n---^\nExpecting X', 'parse error on line 2.'],
  ['No diagram type detected matching given configuration for text: x', undefined],
  ['The diagram has no size.', 'the diagram has no size.'],
])(
  'drawingProblem explains why a diagram could not be drawn: %j',
  (message, reason = `n${message.slice(1)}.`) => {
    expect(drawingProblem(new Error(message))).toBe(`Could not draw this diagram: ${reason}`)
    expect(drawingProblem(undefined)).toMatch(/\.$/)
  },
)
