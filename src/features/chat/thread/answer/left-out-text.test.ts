import { describe, expect, it } from 'vitest'
import { formatLeftOut } from './left-out-text.ts'

describe('formatLeftOut', () => {
  it.each([
    [undefined, ''],
    [[{ field: 'temperature' }, { field: 'logit_bias' }], 'not used: temperature, logit_bias'],
    [[{ field: 'reasoning_effort', sent: 'low' }], 'reasoning: low'],
    [
      [{ field: 'stop' }, { field: 'tool_choice', sent: 'auto' }],
      'not used: stop sequences · choice of tools: auto',
    ],
  ])('formats %j as %j', (leftOut, text) => {
    expect(formatLeftOut(leftOut)).toBe(text)
  })
})
