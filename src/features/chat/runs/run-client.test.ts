import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError, StreamCutOffError } from '#api/http/errors.ts'
import { readEvents } from '#api/http/events.ts'
import { endsRun, runEventSchema, type Run, type RunEvent } from '#contract/chat/chat.ts'
import {
  followRun,
  freshPart,
  type TextPosition,
  type RunTransport,
  type WireState,
} from './run-client.ts'

const atOnce = () => Promise.resolve()
const runId = '0'.repeat(20)
const startedAt = '2026-01-01T00:00:00.000Z'
const run: Run = { id: runId, modelId: 'm', status: 'running', startedAt }
const conversation = { id: runId, title: 'T', createdAt: startedAt, updatedAt: startedAt }
const start: RunEvent = { type: 'run-start', run, answerId: runId, conversation }
const end: RunEvent = { type: 'run-end', run: { ...run, status: 'completed' } }

const thought = 'Händler und Züge: 🧊 first, then the rest. '.repeat(4)
const answer = 'Ein „Satz“ with 🧊🧊, *marks* and\n\n```ts\nconst a = 1\n```\n'.repeat(12)

type Piece = { event: RunEvent; reasoning: number; text: number }

function createDeltas(size: number): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < thought.length; at += size) {
    const delta = thought.slice(at, at + size)
    pieces.push({
      event: { type: 'reasoning-delta', delta },
      reasoning: at + delta.length,
      text: 0,
    })
  }
  for (let at = 0; at < answer.length; at += size) {
    const delta = answer.slice(at, at + size)
    const event: RunEvent = { type: 'text-delta', delta }
    pieces.push({ event, reasoning: thought.length, text: at + delta.length })
  }
  return pieces
}

const record = (event: RunEvent, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`

function bodyFrom(
  position: TextPosition,
  pieces: readonly Piece[],
  { isExact = true } = {},
): string {
  const rest = pieces.filter(
    (piece) => piece.reasoning > position.reasoning || piece.text > position.text,
  )
  return [
    record(start),
    ...rest.map(({ event, reasoning, text }) => {
      const id = `${reasoning}.${text}`
      if (!isExact || !('delta' in event)) return record(event, id)
      const isText = event.type === 'text-delta'
      const fresh = isText ? text - position.text : reasoning - position.reasoning
      return record({ ...event, delta: event.delta.slice(-fresh) }, id)
    }),
    record(end),
  ].join('')
}

/** Creates a response body that breaks after `length` bytes and arrives in chunks of 7 bytes. */
function cutBody(text: string, length: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text).slice(0, length)
  let at = 0
  return new ReadableStream({
    pull(controller) {
      if (at < bytes.length) return controller.enqueue(bytes.slice(at, (at += 7)))
      if (length % 2 === 0) controller.close()
      else controller.error(new TypeError('network error'))
    },
  })
}

const read = (text: string, length = Infinity) =>
  readEvents(cutBody(text, length), runEventSchema, endsRun)

const parsePosition = (id: string | undefined): TextPosition => {
  const [reasoning = 0, text = 0] = (id ?? '0.0').split('.').map(Number)
  return { reasoning, text }
}

function collect() {
  const got = { reasoning: '', text: '', restarts: 0, ended: undefined as Run | undefined }
  const wires: WireState[] = []
  return {
    got,
    wires,
    sink: {
      started: () => {},
      appended: (channel: 'reasoning' | 'text', delta: string) => {
        got[channel] += delta
      },
      restarted: () => {
        Object.assign(got, { reasoning: '', text: '', restarts: got.restarts + 1 })
      },
      ended: (last: Run) => {
        got.ended = last
      },
      wireChanged: (wire: WireState) => {
        wires.push(wire)
      },
    },
  }
}

async function* heldBack(signal: AbortSignal): AsyncGenerator<never> {
  yield await new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })
}

const options = { signal: new AbortController().signal, wait: () => Promise.resolve() }

describe('followRun', () => {
  it('discards received text if the server starts again', async () => {
    const { got, sink } = collect()
    const body = [
      record(start),
      record({ type: 'text-delta', delta: 'Hm.' }, '0.3'),
      record({ type: 'run-restart' }),
      record({ type: 'reasoning-delta', delta: 'Hm.' }, '3.0'),
      record({ type: 'text-delta', delta: 'Yes' }, '3.3'),
      record(end),
    ].join('')
    const transport: RunTransport = { resume: () => read(body) }
    await followRun({ transport, sink, wait: atOnce, signal: new AbortController().signal })
    expect(got).toMatchObject({ reasoning: 'Hm.', text: 'Yes', restarts: 1 })
  })

  it('receives the same text over 200 connections that break at random bytes', async () => {
    let seed = 42
    const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32
    const pieces = createDeltas(5)
    for (let round = 0; round < 200; round++) {
      const cut = () => Math.floor(random() * 4_000)
      const isExact = random() < 0.5
      const { got, sink } = collect()
      const transport: RunTransport = {
        start: () => read(bodyFrom({ reasoning: 0, text: 0 }, pieces), cut()),
        resume: ({ lastEventId: id }) =>
          read(bodyFrom(parsePosition(id), pieces, { isExact }), random() < 0.2 ? Infinity : cut()),
      }
      await followRun({ ...options, transport, sink })
      expect(got).toMatchObject({ reasoning: thought, text: answer, restarts: 0 })
      expect(got.ended?.status).toBe('completed')
    }
  })

  it('continues after the existing text', async () => {
    const position = { reasoning: thought.length, text: 33 }
    const { got, sink } = collect()
    const ids: (string | undefined)[] = []
    const transport: RunTransport = {
      resume: ({ lastEventId: id }) => {
        ids.push(id)
        return read(bodyFrom(parsePosition(id), createDeltas(8)))
      },
    }
    await followRun({ ...options, transport, sink, position })
    expect(ids).toEqual([`${thought.length}.33`])
    expect(got.text).toBe(answer.slice(33))
  })

  it('reads everything again if a part is missing', async () => {
    const pieces = createDeltas(16)
    const { got, sink } = collect()
    const transport: RunTransport = {
      start: () => read(bodyFrom({ reasoning: 0, text: 0 }, pieces.toSpliced(6, 1))),
      resume: ({ lastEventId: id }) => read(bodyFrom(parsePosition(id), pieces)),
    }
    await followRun({ ...options, transport, sink })
    expect(got).toMatchObject({ reasoning: thought, text: answer, restarts: 1 })
  })

  it('fails if the server leaves out a part several times', async () => {
    const holes = createDeltas(16).toSpliced(6, 1)
    const body = () => read(bodyFrom({ reasoning: 0, text: 0 }, holes))
    const follow = followRun({ ...options, sink: collect().sink, transport: { resume: body } })
    await expect(follow).rejects.toThrow(StreamCutOffError)
  })

  it('repeats the request if no response arrived', async () => {
    let starts = 0
    const { got, wires, sink } = collect()
    const transport: RunTransport = {
      start: () => {
        starts++
        if (starts < 3) throw new NetworkError('The server cannot be reached.')
        return read(bodyFrom({ reasoning: 0, text: 0 }, createDeltas(50)))
      },
      resume: () => {
        throw new Error('The run is not known to have begun.')
      },
    }
    await followRun({ ...options, transport, sink })
    expect(got.text).toBe(answer)
    expect(wires).toEqual(['connecting', 'reconnecting', 'reconnecting', 'live', 'done'])
  })

  it('throws at once if the server refuses', async () => {
    const refusal = new ApiError({ code: 'unknown_model', message: 'There is no such model.' }, 404)
    const transport: RunTransport = {
      resume: () => {
        throw refusal
      },
    }
    await expect(followRun({ ...options, transport, sink: collect().sink })).rejects.toBe(refusal)
  })

  it('fails after ten minutes without an event', async () => {
    let nowMs = 0
    const waits: number[] = []
    const transport: RunTransport = {
      resume: () => {
        throw new NetworkError('The server cannot be reached.')
      },
    }
    const follow = followRun({
      transport,
      sink: collect().sink,
      signal: options.signal,
      now: () => nowMs,
      wait: (ms) => {
        waits.push(ms)
        nowMs += ms
        return Promise.resolve()
      },
    })
    await expect(follow).rejects.toThrow('ten minutes')
    expect(waits.slice(0, 6)).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000])
  })

  it('polls if a proxy holds back streams', async () => {
    const pieces = createDeltas(40)
    const { got, wires, sink } = collect()
    let asked = 0
    const transport: RunTransport = {
      start: heldBack,
      resume: ({ lastEventId: id, signal, isOnce }) => {
        if (!isOnce) return heldBack(signal)
        const written = pieces.slice(0, ++asked * 3)
        const isWhole = written.length === pieces.length
        const all = bodyFrom(parsePosition(id), written)
        return read(isWhole ? all : all.replace(record(end), record({ type: 'run-pause' })))
      },
    }
    await followRun({ ...options, transport, sink, silenceMs: 20 })
    expect(got).toMatchObject({ reasoning: thought, text: answer, restarts: 0 })
    expect(new Set(wires)).toEqual(new Set(['connecting', 'reconnecting', 'buffered', 'done']))
  })

  it('repeats a question that was lost on a connection without response', async () => {
    const { got, sink } = collect()
    let starts = 0
    const transport: RunTransport = {
      start: async function* (signal) {
        if (++starts === 1) yield* heldBack(signal)
        yield* read(bodyFrom({ reasoning: 0, text: 0 }, createDeltas(50)))
      },
      resume: () => {
        throw new ApiError({ code: 'not_found', message: 'This answer no longer exists.' }, 404)
      },
    }
    await followRun({ ...options, transport, sink, silenceMs: 20 })
    expect(starts).toBe(2)
    expect(got.text).toBe(answer)
  })

  it('reports tool calls, waiting, and an end that was not in the stream', async () => {
    const call = {
      index: 0,
      name: 'calculate',
      arguments: '{}',
      status: 'asking' as const,
      at: { text: 0, reasoning: 0 },
    }
    const over: RunEvent = { ...start, run: { ...run, status: 'completed' } }
    const body = [
      record(over),
      record({ type: 'tool-call', call }),
      record({ type: 'run-state', run: { ...run, status: 'waiting' } }),
      record(end),
    ].join('')
    const { wires, sink } = collect()
    const told: unknown[] = []
    await followRun({
      ...options,
      transport: { resume: () => read(body) },
      sink: {
        ...sink,
        toolCalled: (one) => told.push(one),
        stateChanged: ({ status }) => told.push(status),
      },
    })
    expect(told).toEqual([call, 'waiting'])
    expect(wires.at(-1)).toBe('finished-elsewhere')
  })

  it('does not report an interrupted answer as finished', async () => {
    const lost: Run = { ...run, status: 'interrupted' }
    const body = [
      { ...start, run: lost },
      { type: 'run-end' as const, run: lost },
    ].map((event) => record(event))
    const { wires, sink } = collect()
    await followRun({ ...options, transport: { resume: () => read(body.join('')) }, sink })
    expect(wires.at(-1)).toBe('done')
  })

  it('treats an abort as a lost connection unless the caller aborted', async () => {
    const ours = new AbortController()
    let calls = 0
    const transport: RunTransport = {
      resume: () => {
        if (++calls === 2) ours.abort()
        throw new DOMException('The page was asleep.', 'AbortError')
      },
    }
    const follow = followRun({ ...options, transport, sink: collect().sink, signal: ours.signal })
    await expect(follow).rejects.toThrow('asleep')
    expect(calls).toBe(2)
  })
})

describe('freshPart', () => {
  const position = { reasoning: 10, text: 4 }
  it.each([
    ['the whole delta if it continues the text', 'abc', '10.7', 'abc'],
    ['only the new part of an overlapping delta', 'xyabc', '10.6', 'bc'],
    ['an empty string for a delta that was received before', 'ab', '10.3', ''],
    ['undefined if a delta before it is missing', 'abc', '10.9', undefined],
    ['undefined if a delta of the other channel is missing', 'abc', '12.7', undefined],
    ['undefined for a delta without an id', 'abc', undefined, undefined],
  ])('returns %s', (_case, delta, id, expected) => {
    expect(freshPart(position, { channel: 'text', delta, id })).toBe(expected)
  })
})
