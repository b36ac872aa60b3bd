import type { Context } from 'hono'
import { getConnection, onHangUp } from './connection.ts'
import { bodySink, connectionSink, type EventSink } from './event-sink.ts'
import { noteStream } from './open-streams.ts'

/** Interval of comments in milliseconds, so that proxies do not close an idle stream. */
const keepAliveMs = 15_000

/** Time in milliseconds after which a reader that accepts no data counts as disconnected. */
const stalledMs = 900_000

export type SseFrame = {
  /** Data of the event. A string is sent unchanged, and other values are sent as JSON. */
  data: unknown
  id?: string
  event?: string
}

/**
 * Writes one event. Resolves when there is room for more events, and rejects after a disconnect.
 */
export type SendFrame = (frame: SseFrame) => Promise<void>

/**
 * Writes prepared events. `write` returns whether there is room for more events, and `room` waits
 * for room.
 */
export type FrameWriter = Pick<EventSink, 'write' | 'room'>

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/**
 * Responds with a `text/event-stream`. Each event is one write, because some clients need all lines
 * of an event in one network read.
 * @param produce sends events until it returns, and has to convert its errors to events. Its signal
 * is aborted when the client disconnects.
 */
export function eventStream(
  c: Context,
  produce: (send: SendFrame, signal: AbortSignal, writer: FrameWriter) => Promise<void>,
): Response {
  const gone = new AbortController()
  const { signal } = gone
  const hungUp = () => gone.abort()
  const connection = getConnection(c)
  const direct =
    connection?.handOver && c.req.method !== 'HEAD'
      ? connectionSink(connection.outgoing, connection.handOver, hungUp)
      : undefined
  const { sink, body } = direct ? { sink: direct, body: null } : bodySink(hungUp)
  const stopListening = direct ? () => {} : onHangUp(c, sink.leave)
  const forget = noteStream(c, sink.leave)

  const room = async (): Promise<void> => {
    const stalled = setTimeout(sink.leave, stalledMs)
    try {
      await sink.room()
    } finally {
      clearTimeout(stalled)
    }
  }
  const send: SendFrame = async (frame) => {
    signal.throwIfAborted()
    // At most one event waits, because the producer awaits each event before the next.
    if (sink.write(formatFrame(frame))) return
    while (!sink.hasRoom() && !signal.aborted) await room()
    signal.throwIfAborted()
  }
  const keepAlive = setInterval(() => {
    // Sends no comments to a stalled reader, because they would accumulate in memory.
    if (sink.hasRoom()) sink.write(': keep-alive\n\n')
  }, keepAliveMs)

  const finish = async () => {
    try {
      await produce(send, signal, { write: sink.write, room })
    } catch (error) {
      if (!signal.aborted) console.error('An event stream failed.', error)
    } finally {
      clearInterval(keepAlive)
      stopListening()
      forget()
      sink.end()
    }
  }
  void finish()
  // `newResponse` includes the headers that middlewares have set on the context.
  return c.newResponse(body, 200, headers)
}

function formatFrame({ data, id, event }: SseFrame): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const lines = text.includes('\n') ? text.replaceAll('\n', '\ndata: ') : text
  return `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: ${lines}\n\n`
}
