import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/chat/chat.ts'
import { estimateSummaryCost, type ChatSummary } from '#contract/chat/summaries.ts'
import { historyTokens } from '../composer/context-size.ts'
import type { Turn } from '../messages/thread.ts'
import { getCoveredTurns } from './covered-turns.ts'
import { findActiveSummary } from './find-active-summary.ts'

const toTurn = (id: string, usage?: number): Turn => {
  const role = id.startsWith('q') ? 'user' : 'assistant'
  const message: Message = {
    id,
    conversationId: 'c',
    role,
    text: 'x'.repeat(400),
    createdAt: '2026-01-01T00:00:00.000Z',
    ...(usage !== undefined && {
      run: {
        id: `run-${id}`,
        modelId: 'a/b',
        status: 'completed',
        startedAt: '2026-01-01T00:00:00.000Z',
        usage: { promptTokens: usage, completionTokens: 0 },
      },
    }),
  }
  return { message, siblings: [message.id] }
}
const turns = ['q1', 'a1', 'q2', 'a2', 'q3', 'a3'].map((id) => toTurn(id))
const summarise = (untilId: string): ChatSummary => ({
  id: `s-${untilId}`,
  untilId,
  text: 'y'.repeat(40),
  modelId: 'a/b',
  createdAt: '2026-02-01T00:00:00.000Z',
})

describe('getCoveredTurns', () => {
  it('covers all answers but the latest', () => {
    expect(getCoveredTurns(turns, [])).toEqual({ untilId: 'a2', tokens: 400 })
  })

  it('covers the only answer of a chat', () => {
    expect(getCoveredTurns(turns.slice(0, 2), [])?.untilId).toBe('a1')
  })

  it('counts an earlier summary instead of the answers that it covers', () => {
    expect(getCoveredTurns(turns, [summarise('a1')])).toEqual({ untilId: 'a2', tokens: 210 })
  })

  it('covers the latest answer once all older answers are summarised', () => {
    expect(getCoveredTurns(turns, [summarise('a2')])?.untilId).toBe('a3')
  })

  it('returns undefined without answers, or if all answers are summarised', () => {
    expect(getCoveredTurns(turns.slice(0, 1), [])).toBeUndefined()
    expect(getCoveredTurns(turns, [summarise('a3')])).toBeUndefined()
  })
})

describe('findActiveSummary', () => {
  it('returns the last summary of the branch', () => {
    const summaries = [summarise('a2'), summarise('a1'), summarise('elsewhere')]
    expect(findActiveSummary(turns, summaries)?.untilId).toBe('a2')
    expect(findActiveSummary(turns.slice(0, 3), summaries)?.untilId).toBe('a1')
    expect(findActiveSummary(turns.slice(0, 1), summaries)).toBeUndefined()
  })
})

describe('historyTokens', () => {
  it('counts the summary and the questions instead of the covered answers', () => {
    const counted = [...turns.slice(0, -1), toTurn('a3', 9_000)]
    expect(historyTokens(counted)).toBe(9_000)
    // 400 tokens for four messages (q1, q2, q3, a3), and 10 tokens for the summary.
    expect(historyTokens(counted, { summaries: [summarise('a2')] })).toBe(410)
  })
})

describe('estimateSummaryCost', () => {
  it('counts the text and a shorter summary', () => {
    const price = { currency: 'USD', prompt: 1, completion: 2 }
    expect(estimateSummaryCost(1_000_000, price)).toBeCloseTo(1.3)
  })
})
