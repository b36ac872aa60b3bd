import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { StreamCutOffError, UnexpectedAnswerError } from './errors.ts'
import { readEvents, type Received } from './events.ts'

const eventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('delta'), delta: z.string() }),
  z.object({ type: z.literal('end') }),
])
type Event = z.infer<typeof eventSchema>

const hello: Event = { type: 'delta', delta: 'héllo 🧊' }
const end: Event = { type: 'end' }
const record = (event: Event, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(event)}\n\n`

function readBody(text: string, { size = 1_000, onCancel = () => {} } = {}) {
  const bytes = new TextEncoder().encode(text)
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.slice(at, (at += size)))
    },
    cancel: onCancel,
  })
}

const read = (body: ReadableStream<Uint8Array>) =>
  readEvents(body, eventSchema, (event) => event.type === 'end')

async function readAll(body: ReadableStream<Uint8Array>) {
  const events: Received<Event>[] = []
  for await (const received of read(body)) events.push(received)
  return events
}

afterEach(() => {
  vi.useRealTimers()
})

describe('readEvents', () => {
  it.each([1, 3, 7, 1_000])(
    'yields the same events and ids when the stream arrives in pieces of %i bytes',
    async (size) => {
      const text = `: awake\n\n${record(hello, '0.7')}: awake\n\n${record(end)}`
      expect(await readAll(readBody(text, { size }))).toEqual([
        { id: '0.7', event: hello },
        { id: '0.7', event: end },
      ])
    },
  )

  it('throws StreamCutOffError when the stream ends before its last event', async () => {
    await expect(readAll(readBody(record(hello)))).rejects.toThrow(StreamCutOffError)
  })

  it('throws StreamCutOffError when the connection breaks', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.error(new TypeError('network error')),
    })
    await expect(readAll(body)).rejects.toThrow(StreamCutOffError)
  })

  it('throws the abort error unchanged', async () => {
    const abort = new DOMException('Stopped.', 'AbortError')
    const body = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(abort) })
    await expect(readAll(body)).rejects.toBe(abort)
  })

  it('throws StreamCutOffError when the stream is silent for 45 s', async () => {
    vi.useFakeTimers()
    const onCancel = vi.fn<() => void>()
    const body = new ReadableStream<Uint8Array>({ cancel: onCancel })
    const failure = readAll(body).catch((thrown: unknown) => thrown)
    await vi.advanceTimersByTimeAsync(44_000)
    expect(onCancel).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await failure).toMatchObject({ name: 'StreamCutOffError' })
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it('does not time out while comments arrive', async () => {
    vi.useFakeTimers()
    const pieces = [': awake\n\n', ': awake\n\n', ': awake\n\n', record(end)]
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, 40_000))
        controller.enqueue(new TextEncoder().encode(pieces.shift()))
      },
    })
    const events = readAll(body)
    await vi.advanceTimersByTimeAsync(160_000)
    expect(await events).toEqual([{ id: undefined, event: end }])
  })

  it('cancels the response when the loop is left early', async () => {
    const onCancel = vi.fn<() => void>()
    for await (const _ of read(readBody(record(hello) + record(end), { size: 8, onCancel }))) break
    expect(onCancel).toHaveBeenCalledOnce()
  })

  it.each([
    ['breaks the contract', 'data: {"type":"txet"}\n\n'],
    ['is no JSON', 'data: {"type"\n\n'],
  ])('rejects a record that %s', async (_case, text) => {
    await expect(readAll(readBody(text))).rejects.toThrow(UnexpectedAnswerError)
  })
})
