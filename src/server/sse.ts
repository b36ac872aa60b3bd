import type { Context } from 'hono'

/** Every 15 s, so that no proxy takes a quiet stream for a dead one. */
const keepAliveMs = 15_000

export type SseFrame = {
  /** A string goes out as it is, anything else as JSON. */
  data: unknown
  id?: string
  /** Name of the event; absent means `message`. */
  event?: string
}

/** Writes one frame; resolves when the reader has room for more, rejects once it has gone. */
export type SendFrame = (frame: SseFrame) => Promise<void>

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
  produce: (send: SendFrame, signal: AbortSignal) => Promise<void>,
): Response {
  const encoder = new TextEncoder()
  const gone = new AbortController()
  // Asked for directly: a TransformStream in between costs more than the frame itself.
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isCancelled = false
  let waiting: (() => void)[] = []
  const wake = () => {
    const woken = waiting
    waiting = []
    for (const goOn of woken) goOn()
  }
  const hungUp = () => {
    gone.abort()
    wake()
  }
  const readable = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made
    },
    pull: wake,
    cancel: () => {
      isCancelled = true
      hungUp()
    },
  })
  const hasRoom = () => (controller?.desiredSize ?? 0) > 0

  const write = async (text: string): Promise<void> => {
    gone.signal.throwIfAborted()
    controller?.enqueue(encoder.encode(text))
    // One frame waits for the reader; whoever has the next one waits with it.
    while (!hasRoom() && !gone.signal.aborted) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    }
    gone.signal.throwIfAborted()
  }
  const keepAlive = setInterval(() => {
    // A reader that takes nothing gets no more comments: they would pile up in memory.
    if (hasRoom()) write(': keep-alive\n\n').catch(() => {})
  }, keepAliveMs)
  c.req.raw.signal.addEventListener('abort', hungUp, { once: true })

  const finish = async () => {
    try {
      await produce((frame) => write(formatFrame(frame)), gone.signal)
    } catch (error) {
      if (!gone.signal.aborted) console.error('An event stream broke.', error)
    } finally {
      clearInterval(keepAlive)
      c.req.raw.signal.removeEventListener('abort', hungUp)
      if (!isCancelled) controller?.close()
    }
  }
  void finish()

  return new Response(readable, {
    headers: {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    },
  })
}

function formatFrame({ data, id, event }: SseFrame): string {
  const text = typeof data === 'string' ? data : JSON.stringify(data)
  const lines = text.split('\n').map((line) => `data: ${line}\n`)
  return `${event ? `event: ${event}\n` : ''}${id ? `id: ${id}\n` : ''}${lines.join('')}\n`
}
