import { describe, expect, it } from 'vitest'
import type { Run } from '#contract/chat/chat.ts'
import { getAnswerFigures } from './answer-figures.ts'

const run: Run = {
  id: 'r'.repeat(20),
  modelId: 'openai/writer',
  status: 'completed',
  startedAt: '2026-11-20T10:00:00.000Z',
  finishedAt: '2026-11-20T10:00:03.000Z',
  firstTokenMs: 416,
  writingMs: 2000,
  usage: { promptTokens: 3120, completionTokens: 642, reasoningTokens: 188 },
}

describe('getAnswerFigures', () => {
  it('lists times, speed and tokens', () => {
    expect(getAnswerFigures(run).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'First token: 416 ms',
      'Speed: 321 tokens/s',
      'Read: 3,120 tokens',
      'Written: 642 tokens',
      'Reasoning: 188 tokens',
    ])
  })

  it('omits the speed of an answer that is too short, and unknown figures', () => {
    const short = {
      ...run,
      firstTokenMs: undefined,
      usage: { promptTokens: 0, completionTokens: 3 },
    }
    expect(getAnswerFigures(short)).toEqual([{ name: 'Written', value: '3 tokens' }])
  })
})
