import type { Context } from 'hono'
import { connectionOf, onHangUp } from './connection.ts'
import { bodySink, connectionSink, type EventSink } from './event-sink.ts'
import { noteStream } from './open-streams.ts'

/** Every 15 s, so that no proxy takes a quiet stream for a dead one. */
const keepAliveMs = 15_000

/** A reader that has taken nothing for so long is gone, whatever its connection says. */
const stalledMs = 900_000

export type SseFrame = {
  /** A string goes out as it is, anything else as JSON. */
  data: unknown
  id?: string
  /** Name of the event; absent means `message`. */
  event?: string
}

/** Writes one frame; resolves when the reader has room for more, rejects once it has gone. */
export type SendFrame = (frame: SseFrame) => Promise<void>

/** For frames that are made already: `write` tells whether there is room, `room` waits for it. */
export type FrameWriter = Pick<EventSink, 'write' | 'room'>

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/**
 * Answers with a `text/event-stream`. Each frame is one write, because some clients need a frame's
 * lines in one network read.
 *
 * @param produce sends frames until it returns; what it throws after the reader has gone is dropped,
 *   anything else it must turn into a frame itself, since the status line has left.
 *   Its signal fires when the reader hangs up.
 */
export function eventStream(
  c: Context,
  produce: (send: SendFrame, signal: AbortSignal, writer: FrameWriter) => Promise<void>,
): Response {
  const gone = new AbortController()
  const { signal } = gone
  const hungUp = () => gone.abort()
  const connection = connectionOf(c)
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
    // One frame waits for the reader; whoever has the next one waits with it.
    if (sink.write(formatFrame(frame))) return
    while (!sink.hasRoom() && !signal.aborted) await room()
    signal.throwIfAborted()
  }
  const keepAlive = setInterval(() => {
    // A reader that takes nothing gets no more comments: they would pile up in memory.
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
  // With the headers that were set on the context before.
  return c.newResponse(body, 200, headers)
}

function formatFrame({ data, id, event }: SseFrame): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const lines = text.includes('\n') ? text.replaceAll('\n', '\ndata: ') : text
  return `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}data: ${lines}\n\n`
}
