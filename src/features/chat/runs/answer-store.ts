import { flushSync } from 'react-dom'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '#api/http/errors.ts'
import { explainError } from '#lib/explain.ts'
import { isRunActive, type Run, type RunStatus, type ToolCall } from '#contract/chat/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { emptyMarkdown, type MarkdownText } from '../markdown/streaming/markdown-text.ts'
import { loadMarkdownReader, markdownReader } from './markdown-reader.ts'
import { createPacer, type Clock } from './pacer.ts'
import type { TextPosition, RunSink, WireState } from './run-client.ts'

export type AnswerSnapshot = {
  text: MarkdownText
  reasoning: MarkdownText
  toolCalls: readonly ToolCall[]
  status: RunStatus
  wire: WireState
  run: Run | undefined
  /** Reason why the answer could not be read. Undefined if the run itself failed. */
  failure: Failure | undefined
  /** Milliseconds from the first reasoning to the first text of the answer. */
  reasoningMs: number | undefined
}

/**
 * State of an answer that is being written. Stored outside React, so that received text does not
 * cause a render.
 */
export interface AnswerStore extends Required<RunSink> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => AnswerSnapshot
  position: () => TextPosition
  failed: (error: unknown) => void
}

export function createAnswerStore(
  begun: { text: string; reasoning: string },
  clock?: Clock,
): AnswerStore {
  let reasoningStartMs: number | undefined
  const held = createStore<AnswerSnapshot>()(() => createSnapshot(begun))
  const set = (change: Partial<AnswerSnapshot>) => held.setState(change)
  const words = createWords(begun)
  const draw = () => words.draw(held.getState())
  const pacer = createPacer(() => {
    const before = held.getState()
    const now = draw()
    // Usually text was only appended, which needs no render.
    if (now.reasoning === before.reasoning && markdownReader()?.drawGrown(before.text, now.text)) {
      before.text = now.text
      return
    }
    // Without `flushSync`, React would render one frame later than the pacer decided.
    flushSync(() => set(now))
  }, clock)

  const end = (change: Pick<AnswerSnapshot, 'status'> & Partial<AnswerSnapshot>) => {
    pacer.stop()
    words.end()
    set({ ...draw(), wire: 'done', ...change })
  }

  if (markdownReader()) set(draw())
  else {
    loadMarkdownReader().then(
      () => set(draw()),
      // The text is kept. The next answer tries to load the parser again.
      (error: unknown) => console.warn('Answers cannot be drawn.', error),
    )
  }

  return {
    subscribe: held.subscribe,
    getSnapshot: held.getState,
    position: words.position,

    started: ({ run }) => set({ run, ...(isRunActive(run) ? { status: run.status } : {}) }),
    stateChanged: (run) => set({ run, status: run.status }),
    toolCalled(call) {
      const others = held.getState().toolCalls.filter(({ index }) => index !== call.index)
      set({ toolCalls: [...others, call].toSorted((a, b) => a.index - b.index) })
    },
    appended(channel, delta) {
      const { text, reasoning } = held.getState()
      const isFirst = text.text === '' && reasoning.text === ''
      words.append(channel, delta)
      if (channel === 'reasoning') reasoningStartMs ??= Date.now()
      else if (reasoningStartMs !== undefined && held.getState().reasoningMs === undefined) {
        set({ reasoningMs: Date.now() - reasoningStartMs })
      }
      if (isFirst && markdownReader()) pacer.hurry()
      else pacer.request()
    },
    restarted: words.clear,
    wireChanged(wire) {
      if (wire !== held.getState().wire) set({ wire })
    },
    ended: (run) => end({ status: run.status, run, failure: run.failure }),
    failed: (error) => end({ status: 'failed', failure: toFailure(error) }),
  }
}

type Texts = Record<keyof TextPosition, string>

function createWords(begun: Texts) {
  const arrived = { ...begun }
  const fresh = { text: '', reasoning: '' }
  let isRead = false
  let isEnded = false

  return {
    position: (): TextPosition => ({
      reasoning: arrived.reasoning.length,
      text: arrived.text.length,
    }),
    append: (channel: keyof TextPosition, delta: string): void => {
      arrived[channel] += delta
      fresh[channel] += delta
    },
    clear: (): void => {
      arrived.text = arrived.reasoning = ''
      fresh.text = fresh.reasoning = ''
      isRead = false
    },
    end: (): void => {
      isEnded = true
    },
    draw: (
      drawn: Pick<AnswerSnapshot, keyof TextPosition>,
    ): Pick<AnswerSnapshot, keyof TextPosition> => {
      const reader = markdownReader()
      const next = (channel: keyof TextPosition) => {
        const whole = arrived[channel]
        if (!reader) return unread(whole)
        const before = isRead ? drawn[channel] : emptyMarkdown
        if (isEnded) return reader.finish(before, whole)
        return isRead ? reader.grow(before, fresh[channel]) : reader.advance(before, whole)
      }
      const text = next('text')
      const reasoning = next('reasoning')
      fresh.text = fresh.reasoning = ''
      isRead = reader !== undefined
      if (isEnded) {
        reader?.rememberMarkdown(text)
        reader?.rememberMarkdown(reasoning)
      }
      return { text, reasoning }
    },
  }
}

const createSnapshot = (begun: Texts): AnswerSnapshot => ({
  text: unread(begun.text),
  reasoning: unread(begun.reasoning),
  toolCalls: [],
  status: 'running',
  wire: 'connecting',
  run: undefined,
  failure: undefined,
  reasoningMs: undefined,
})

const unread = (text: string): MarkdownText => ({ ...emptyMarkdown, text })

function toFailure(error: unknown): Failure {
  if (error instanceof ApiError) {
    return {
      code: error.code,
      message: error.message,
      ...(error.requestId === undefined ? {} : { upstreamRequestId: error.requestId }),
      ...(error.retryAfterSeconds === undefined
        ? {}
        : { retryAfterSeconds: error.retryAfterSeconds }),
    }
  }
  return { code: 'internal', message: explainError(error) }
}
