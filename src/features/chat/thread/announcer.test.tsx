// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message, Run } from '#contract/chat/chat.ts'
import { Announcer } from './announcer.tsx'
import { createAnswerStore } from '../runs/answer-store.ts'
import type { FollowedRun } from '../runs/followed-run.ts'
import { loadMarkdownReader } from '../runs/markdown-reader.ts'
import type { Clock } from '../runs/pacer.ts'

const clock: Clock = {
  now: Date.now,
  nextFrame(callback) {
    callback()
    return () => {}
  },
  after(_ms, callback) {
    callback()
    return () => {}
  },
  afterPaint: (callback) => callback(),
  isHidden: () => false,
  onVisibility: () => () => {},
}

const ended: Run = {
  id: 'run',
  modelId: 'm',
  status: 'completed',
  startedAt: '2026-01-02T03:04:05Z',
}

beforeEach(async () => {
  await loadMarkdownReader()
  vi.useFakeTimers()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(isReadAloud: boolean) {
  const store = createAnswerStore({ text: '', reasoning: '' }, clock)
  const answer: Message = {
    id: 'answer',
    conversationId: 'c',
    role: 'assistant',
    text: '',
    createdAt: '2026-01-02T03:04:05Z',
  }
  const live: FollowedRun = {
    runId: 'run',
    conversationId: 'c',
    question: undefined,
    request: undefined,
    answer,
    store,
  }
  const { container } = render(<Announcer live={live} isReadAloud={isReadAloud} />)
  return { store, container }
}

describe('Announcer', () => {
  it('announces the start and end of an answer, but not its text', () => {
    const { store, container } = show(false)
    expect(screen.getByRole('status').textContent).toBe('Answering')
    const said = new Set<string>()
    for (const word of ['Clay ', 'is ', 'earth.']) {
      act(() => store.appended('text', word))
      said.add(container.textContent)
    }
    expect([...said]).toEqual(['Answering'])
    act(() => store.ended(ended))
    expect(container.textContent).toBe('Done, 3 words')
  })

  it('announces a failure at once', () => {
    const { store } = show(false)
    act(() => store.failed(new Error('gone')))
    expect(screen.getByRole('alert').textContent).not.toBe('')
    expect(screen.getByRole('status').textContent).toBe('')
  })

  it('announces whole sentences if the setting “read aloud” is on', () => {
    const { store, container } = show(true)
    act(() => {
      store.appended('text', 'Clay is earth. It mel')
      vi.advanceTimersByTime(2_000)
    })
    const read = () => container.querySelector('[aria-live="polite"]')?.textContent
    expect(read()).toBe('Clay is earth.')
    act(() => {
      store.appended('text', 'ts.')
      store.ended(ended)
      vi.advanceTimersByTime(2_000)
    })
    expect(read()).toBe('Clay is earth.It melts.')
  })
})
