import { describe, expect, it } from 'vitest'
import { toAnswerEnd } from './answer-end.ts'

describe('toAnswerEnd', () => {
  it.each([
    [undefined, 'usual'],
    ['stop', 'usual'],
    ['end_turn', 'usual'],
    ['STOP', 'usual'],
    ['tool_calls', 'usual'],
    ['eos_token', 'usual'],
    ['length', 'length'],
    ['MAX_TOKENS', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['content_filter', 'filter'],
    ['sensitive', 'filter'],
    ['SAFETY', 'filter'],
    ['refusal', 'filter'],
    ['network_error', 'error'],
    ['insufficient_system_resource', 'error'],
    ['MALFORMED_FUNCTION_CALL', 'error'],
    ['lunch', 'unknown'],
  ] as const)('converts the reason %j to the end %s', (finishReason, end) => {
    expect(toAnswerEnd(finishReason)).toBe(end)
  })
})
