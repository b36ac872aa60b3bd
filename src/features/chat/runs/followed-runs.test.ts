// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import type { Received } from '#api/http/events.ts'
import type { Run, RunEvent, StartRun } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { createFollowedRuns } from './followed-runs.ts'
import type { RunServer } from './read-run.ts'

const startedAt = '2026-01-01T00:00:00.000Z'
const conversationId = newId()
const request: StartRun = {
  runId: newId(),
  answerId: newId(),
  modelId: 'm',
  question: { id: newId(), text: 'Why?' },
}
const run: Run = { id: request.runId, modelId: 'm', status: 'running', startedAt }
const conversation = { id: conversationId, title: '', createdAt: startedAt, updatedAt: startedAt }
const start: RunEvent = { type: 'run-start', run, conversation, answerId: request.answerId }

function handMade() {
  const waiting: ((received: Received<RunEvent>) => void)[] = []
  const signals: AbortSignal[] = []
  const calls: string[] = []
  async function* stream(signal: AbortSignal): AsyncGenerator<Received<RunEvent>> {
    signals.push(signal)
    for (;;) {
      yield await new Promise<Received<RunEvent>>((resolve, reject) => {
        waiting.push(resolve)
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
  }
  const server: RunServer = {
    start: (_conversation, _request, signal) => (calls.push('start'), stream(signal)),
    resume: (_run, { lastEventId, signal }) => (
      calls.push(`resume ${lastEventId}`),
      stream(signal)
    ),
    stop: (runId) => (calls.push(`stop ${runId}`), Promise.resolve()),
  }
  const send = async (event: RunEvent, id?: string) => {
    await vi.waitFor(() => expect(waiting).not.toHaveLength(0))
    waiting.shift()?.({ id, event })
  }
  return { server, send, calls, signals }
}

describe('createFollowedRuns', () => {
  it('stops a run that the user stopped before it started', async () => {
    const { server, send, calls } = handMade()
    const runs = createFollowedRuns(() => {}, server)
    const live = runs.ask(conversationId, request)
    await runs.stop(live)
    expect(calls).toEqual(['start'])
    await send(start)
    await vi.waitFor(() => expect(calls).toEqual(['start', `stop ${request.runId}`]))
  })

  it('stops reading a run that is not shown, and continues when it is shown again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { server, send, calls, signals } = handMade()
    const runs = createFollowedRuns(() => {}, server)
    const leave = runs.look(conversationId)
    const live = runs.ask(conversationId, request)
    await send(start)
    await send({ type: 'text-delta', delta: 'Because' }, '0.7')
    await vi.waitFor(() => expect(live.store.position().text).toBe(7))
    leave()
    vi.advanceTimersByTime(2_000)
    expect(signals[0]?.aborted).toBe(true)
    vi.useRealTimers()
    await vi.waitFor(() => {
      runs.look(conversationId)
      expect(calls).toContain('resume 0.7')
    })
    expect(live.store.getSnapshot().status).toBe('running')
  })

  it('keeps reading if only the page’s address changes', async () => {
    const { server, send, signals } = handMade()
    const runs = createFollowedRuns(() => {}, server)
    const live = runs.ask(conversationId, request)
    const leave = runs.look(conversationId)
    leave()
    runs.look(conversationId)
    await send(start)
    await send({ type: 'text-delta', delta: 'Yes' }, '0.3')
    await vi.waitFor(() => expect(live.store.position().text).toBe(3))
    expect(signals).toHaveLength(1)
    expect(signals[0]?.aborted).toBe(false)
  })

  it('reads several answers to one question at the same time, and drops them at the next question', async () => {
    const { server } = handMade()
    const runs = createFollowedRuns(() => {}, server)
    const other = { ...request, runId: newId(), answerId: newId(), modelId: 'other' }
    const first = runs.ask(conversationId, request)
    const second = runs.ask(conversationId, other)
    expect(runs.all(conversationId)).toEqual([first, second])
    expect(runs.all(conversationId)).toBe(runs.all(conversationId))
    const next = runs.ask(conversationId, {
      ...request,
      runId: newId(),
      answerId: newId(),
      question: { id: newId(), text: 'And?' },
    })
    expect(runs.all(conversationId)).toEqual([next])
  })

  it('keeps a finished answer during the next question until it is released', async () => {
    const { server, send } = handMade()
    const runs = createFollowedRuns(() => {}, server)
    const first = runs.ask(conversationId, request)
    await send(start)
    await send({ type: 'run-end', run: { ...run, status: 'stopped' } })
    await vi.waitFor(() => expect(first.store.getSnapshot().status).toBe('stopped'))
    const next = runs.ask(conversationId, {
      runId: newId(),
      answerId: newId(),
      modelId: 'm',
      parentId: request.answerId,
      question: { id: newId(), text: 'And?' },
    })
    expect(runs.all(conversationId)).toEqual([first, next])
    runs.release(first)
    expect(runs.all(conversationId)).toEqual([next])
  })

  it('renders the complete text before it reports the end', async () => {
    const { server, send } = handMade()
    const onChanged = vi.fn<(live: unknown, what: string) => void>()
    const runs = createFollowedRuns(onChanged, server)
    const live = runs.ask(conversationId, request)
    await send(start)
    await send({ type: 'reasoning-delta', delta: 'Hm.' }, '3.0')
    await send({ type: 'text-delta', delta: '**Be' }, '3.4')
    await send({ type: 'text-delta', delta: 'cause**' }, '3.11')
    await send({ type: 'run-end', run: { ...run, status: 'completed' } })
    await vi.waitFor(() =>
      expect(onChanged.mock.calls.map(([, what]) => what)).toEqual(['asked', 'started', 'ended']),
    )
    const { text, reasoning, status, wire } = live.store.getSnapshot()
    expect({ text: text.text, reasoning: reasoning.text, status, wire }).toEqual({
      text: '**Because**',
      reasoning: 'Hm.',
      status: 'completed',
      wire: 'done',
    })
    expect(text.tail).toEqual([])
  })
})
