import type { ServerResponse } from 'node:http'

export type EventSink = {
  /**
   * Sends whole events.
   * @returns whether there is room for more events. After a disconnect, events are dropped.
   */
  write: (frames: string) => boolean
  hasRoom: () => boolean
  room: () => Promise<void>
  leave: () => void
  end: () => void
}

/** Maximum size of the write buffer, in characters. */
const waitingLengthMax = 64 * 1024

/**
 * Writes events to Node's response, because a `ReadableStream` takes half as much processor time
 * again per event.
 * @param begun registers a callback for when the headers are sent.
 * @param onGone called once when the client disconnects.
 */
export function connectionSink(
  outgoing: ServerResponse,
  begun: (begin: () => void) => void,
  onGone: () => void,
): EventSink {
  let isBegun = false
  let hasEnded = false
  let waiting = ''
  const gate = createGate()
  const hasRoom = () => {
    if (outgoing.destroyed) return true
    if (waiting.length >= waitingLengthMax) return false
    return !isBegun || !outgoing.writableNeedDrain
  }
  const flush = () => {
    const frames = waiting
    waiting = ''
    if (frames === '' || outgoing.destroyed) return
    outgoing.write(frames)
    if (hasRoom()) gate.open()
  }
  const finish = () => {
    flush()
    if (!outgoing.destroyed) outgoing.end()
  }
  begun(() => {
    isBegun = true
    flush()
    if (hasEnded) finish()
    else outgoing.flushHeaders()
  })
  outgoing.on('drain', gate.open)
  outgoing.once('close', () => {
    gate.open()
    if (!hasEnded) onGone()
  })
  return {
    write(frames) {
      if (outgoing.destroyed) return true
      if (isBegun && waiting === '' && frames !== '') process.nextTick(flush)
      waiting += frames
      return hasRoom()
    },
    hasRoom,
    room: gate.wait,
    leave: () => void outgoing.destroy(),
    end() {
      hasEnded = true
      if (isBegun) finish()
    },
  }
}

/** Creates a sink for the body of a `Response`, for requests without a connection. */
export function bodySink(onGone: () => void): {
  sink: EventSink
  body: ReadableStream<Uint8Array>
} {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  let isOver = false
  const gate = createGate()
  const leave = () => {
    if (isOver) return
    isOver = true
    gate.open()
    onGone()
  }
  const body = new ReadableStream<Uint8Array>({
    start: (made) => {
      controller = made
    },
    pull: gate.open,
    cancel: leave,
  })
  const hasRoom = () => isOver || (controller?.desiredSize ?? 0) > 0
  const sink: EventSink = {
    write(frames) {
      if (!isOver) controller?.enqueue(encoder.encode(frames))
      return hasRoom()
    },
    hasRoom,
    room: gate.wait,
    leave() {
      if (!isOver) controller?.close()
      leave()
    },
    end() {
      if (!isOver) controller?.close()
      isOver = true
      gate.open()
    },
  }
  return { sink, body }
}

function createGate(): { wait: () => Promise<void>; open: () => void } {
  let waiting: Promise<void> | undefined
  let resolve: (() => void) | undefined
  return {
    wait: () =>
      (waiting ??= new Promise<void>((done) => {
        resolve = done
      })),
    open: () => {
      waiting = undefined
      resolve?.()
    },
  }
}
