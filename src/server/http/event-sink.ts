import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Where an event stream goes. */
export type EventSink = {
  /** Sends whole frames; tells whether there is room for more. What comes for nobody is dropped. */
  write: (frames: string) => boolean
  hasRoom: () => boolean
  /** Resolves when there is room again, or nobody to have it. */
  room: () => Promise<void>
  /** Gives the reader up. */
  leave: () => void
  end: () => void
}

/** Of what waits here: before the headers are out, and for the end of what is written in one go. */
const waitingLengthMax = 64 * 1024

/**
 * Writes straight to the connection, each time one chunk (RFC 9112, section 7.1). What
 * `@hono/node-server` does with a `ReadableStream` takes several times the work for each frame, and
 * `outgoing.write` twice, because it writes a chunk in four pieces and a moment later.
 *
 * @param begun tells how to learn that the headers are out.
 * @param onGone called once when nobody reads any more.
 */
export function connectionSink(
  outgoing: ServerResponse,
  begun: (begin: () => void) => void,
  onGone: () => void,
): EventSink {
  let isBegun = false
  let hasEnded = false
  let waiting = ''
  /** Absent while it still sends another answer, and where the body goes out in no chunks. */
  let socket: Socket | undefined
  const gate = createGate()
  const hasRoom = () => {
    if (outgoing.destroyed) return true
    if (waiting.length >= waitingLengthMax) return false
    return !isBegun || (!outgoing.writableNeedDrain && !socket?.writableNeedDrain)
  }
  const flush = () => {
    const frames = waiting
    waiting = ''
    if (frames === '' || outgoing.destroyed) return
    if (socket) writeChunk(socket, frames)
    else outgoing.write(frames)
    if (hasRoom()) gate.open()
  }
  const finish = () => {
    flush()
    if (!outgoing.destroyed) outgoing.end()
  }
  begun(() => {
    isBegun = true
    // The first ones go out with the headers.
    flush()
    if (hasEnded) finish()
    else if (outgoing.chunkedEncoding) {
      // Node keeps them until there is a body, of whose chunks it now learns nothing.
      outgoing.flushHeaders()
      socket = outgoing.socket ?? undefined
    }
    socket?.on('drain', gate.open)
  })
  outgoing.on('drain', gate.open)
  outgoing.once('close', () => {
    // It may go on to carry other answers.
    socket?.off('drain', gate.open)
    gate.open()
    if (!hasEnded) onGone()
  })
  return {
    write(frames) {
      if (outgoing.destroyed) return true
      // All that is sent in one go goes out in one piece.
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

function writeChunk(socket: Socket, text: string): void {
  const bytes = Buffer.byteLength(text)
  // Plain ASCII is copied as it is, which takes less than encoding it.
  const encoding = bytes === text.length ? 'latin1' : 'utf8'
  socket.write(`${bytes.toString(16)}\r\n${text}\r\n`, encoding)
}

/** The same as the body of a `Response`, for requests that came over no connection. */
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

/** One promise for all who wait for the same thing. */
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
