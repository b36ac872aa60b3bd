import { flushSync } from 'react-dom'
import { createStore } from 'zustand/vanilla'
import { ApiError, explain } from '#api/errors.ts'
import { isGoingOn, type Run, type RunStatus, type ToolCall } from '#contract/chat.ts'
import type { Failure } from '#contract/errors.ts'
import { emptyMarkdown, type MarkdownText } from '../markdown/parse/markdown-text.ts'
import { loadMarkdownReader, markdownReader } from './markdown-reader.ts'
import { createPacer, type Clock } from './pacer.ts'
import type { Position, RunSink, WireState } from './run-client.ts'

/** An answer as it can be drawn. */
export type AnswerSnapshot = {
  text: MarkdownText
  reasoning: MarkdownText
  /** In the order in which they were called. */
  toolCalls: readonly ToolCall[]
  status: RunStatus
  wire: WireState
  run: Run | undefined
  /** Why there is no more text, where the run itself does not say. */
  failure: Failure | undefined
  /** Milliseconds from the first thought to the first word of the answer. */
  reasoningMs: number | undefined
}

/** The answer being written. Lives outside React, so that a word costs nothing until it is drawn. */
export interface AnswerStore extends Required<RunSink> {
  subscribe: (listener: () => void) => () => void
  getSnapshot: () => AnswerSnapshot
  /** UTF-16 units that have arrived, drawn or not. */
  position: () => Position
  /** The run cannot be read any more. */
  failed: (error: unknown) => void
}

export function createAnswerStore(
  begun: { text: string; reasoning: string },
  clock?: Clock,
): AnswerStore {
  const arrived = { ...begun }
  /** What of it has not been drawn. */
  const fresh = { text: '', reasoning: '' }
  let reasoningStartMs: number | undefined
  let isRead = false
  let isEnded = false
  const held = createStore<AnswerSnapshot>()(() => ({
    text: unread(begun.text),
    reasoning: unread(begun.reasoning),
    toolCalls: [],
    status: 'running',
    wire: 'connecting',
    run: undefined,
    failure: undefined,
    reasoningMs: undefined,
  }))
  const set = (change: Partial<AnswerSnapshot>) => held.setState(change)
  /** Reads what has arrived; the first time from its beginning. */
  const draw = () => {
    const reader = markdownReader()
    const next = (channel: 'text' | 'reasoning') => {
      const whole = arrived[channel]
      if (!reader) return unread(whole)
      const before = isRead ? held.getState()[channel] : emptyMarkdown
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
  }
  // Drawn in the very frame that the pacer chose; React by itself would wait for the next one.
  const pacer = createPacer(() => flushSync(() => set(draw())), clock)

  const end = (change: Pick<AnswerSnapshot, 'status'> & Partial<AnswerSnapshot>) => {
    pacer.stop()
    isEnded = true
    set({ ...draw(), wire: 'done', ...change })
  }

  if (markdownReader()) set(draw())
  else {
    loadMarkdownReader().then(
      () => set(draw()),
      // The words themselves are safe; the next answer tries again.
      (error: unknown) => console.warn('Answers cannot be drawn.', error),
    )
  }

  return {
    subscribe: held.subscribe,
    getSnapshot: held.getState,
    position: () => ({ reasoning: arrived.reasoning.length, text: arrived.text.length }),

    started: ({ run }) => set({ run, ...(isGoingOn(run) ? { status: run.status } : {}) }),
    stateChanged: (run) => set({ run, status: run.status }),
    toolCalled(call) {
      const others = held.getState().toolCalls.filter(({ index }) => index !== call.index)
      set({ toolCalls: [...others, call].toSorted((a, b) => a.index - b.index) })
    },
    appended(channel, delta) {
      arrived[channel] += delta
      fresh[channel] += delta
      if (channel === 'reasoning') reasoningStartMs ??= Date.now()
      else if (reasoningStartMs !== undefined && held.getState().reasoningMs === undefined) {
        set({ reasoningMs: Date.now() - reasoningStartMs })
      }
      pacer.request()
    },
    restarted() {
      arrived.text = arrived.reasoning = ''
      fresh.text = fresh.reasoning = ''
      isRead = false
    },
    wireChanged(wire) {
      if (wire !== held.getState().wire) set({ wire })
    },
    ended: (run) => end({ status: run.status, run, failure: run.failure }),
    failed: (error) => end({ status: 'failed', failure: failureOf(error) }),
  }
}

/** A text before anything can read it. */
const unread = (text: string): MarkdownText => ({ ...emptyMarkdown, text })

function failureOf(error: unknown): Failure {
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
  return { code: 'internal', message: explain(error) }
}
