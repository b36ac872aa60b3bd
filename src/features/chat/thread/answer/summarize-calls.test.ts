import { describe, expect, it } from 'vitest'
import type { ToolCall } from '#contract/chat/chat.ts'
import { formatSteps, summarizeCalls } from './summarize-calls.ts'

const call = (name: string, more: Partial<ToolCall> = {}): ToolCall => ({
  index: 0,
  name,
  arguments: '{}',
  status: 'done',
  at: { text: 0, reasoning: 0 },
  ...more,
})

describe('summarizeCalls', () => {
  it.each([
    [
      ['web_search', 'read_page', 'make_3d_model'],
      'Searched the web, read a page and made a 3D model',
    ],
    [['read_page', 'web_search', 'read_page'], 'Read 2 pages and searched the web'],
    [['look_at_model', 'look_at_model'], 'Looked at the model'],
    [['files__read_file', 'calculate'], 'Used Read file and calculated'],
    [['constructor', 'constructor'], 'Used Constructor 2 times'],
  ])('describes the calls of %j as “%s”', (names, sentence) => {
    expect(summarizeCalls(names.map((name) => call(name)))).toBe(sentence)
  })
})

describe('formatSteps', () => {
  it('adds up the durations, and leaves out a very short total', () => {
    const timed = [call('calculate', { durationMs: 2000 }), call('calculate', { durationMs: 500 })]
    expect(formatSteps(timed)).toMatch(/^2 steps · 2\.5/)
    expect(formatSteps([call('calculate'), call('calculate', { durationMs: 20 })])).toBe('2 steps')
  })
})
