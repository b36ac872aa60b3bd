import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EngineEvent, EngineRequest, PhotoSent } from '#engine/messages.ts'
import { startBoundedProcess } from '../process/bounded-process.ts'
import { sendInPieces } from '../process/send-pieces.ts'

/** A process that runs engine jobs one at a time. */
export type EngineHost = {
  send: (request: EngineRequest) => void
  sendPhoto: (photo: Uint8Array) => Promise<void>
  listen: (hear: Hear) => () => void
  onceEnded: (left: () => void) => () => void
  ref: () => void
  unref: () => void
  end: () => Promise<void>
}

type Hear = {
  event: (event: EngineEvent) => void
  /**
   * Called when the process can no longer answer.
   * @param reason the end of a sentence.
   */
  broken: (reason: string, cause?: unknown) => void
  /** @param code `null` if the process ran out of memory. */
  ended: (code: number | null) => void
}

/**
 * Initial size of a process's heap for old objects in MB. Generating a model allocates about 90 MB,
 * for which V8's default needs three full garbage collections.
 */
const heapMegabytesAtFirst = 96

/** Starts a process of bounded memory, whose crash does not affect the server. */
export function startEngineProcess(
  entry: URL,
  { memoryMegabytesMax }: { memoryMegabytesMax: number },
): EngineHost {
  const child = startBoundedProcess(
    ['--expose-gc', `--initial-old-space-size=${heapMegabytesAtFirst}`, fileURLToPath(entry)],
    { memoryMegabytesMax },
  )
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    // Node emits `error` instead of `exit` if the process could not be started.
    child.on('error', () => resolve())
  })
  return {
    send: (request) => {
      if (request.type !== 'inspect') return send(child, request)
      const { glb, ...job } = request
      void sendInPieces(child, glb).then(() => send(child, { ...job, glb: new Uint8Array() }))
    },
    sendPhoto: async (photo) => {
      await sendInPieces(child, photo)
      send(child, { type: 'photo' })
    },
    listen: ({ event, broken, ended: exit }) => {
      const error = (cause: Error) => broken('it could not be started', cause)
      child.on('message', event).on('exit', exit).on('error', error)
      return () => {
        child.off('message', event).off('exit', exit).off('error', error)
      }
    },
    onceEnded: (left) => {
      child.once('exit', left)
      return () => child.off('exit', left)
    },
    ref: () => {
      child.ref()
      child.channel?.ref()
    },
    unref: () => {
      child.unref()
      child.channel?.unref()
    },
    end: () => {
      child.kill('SIGKILL')
      return ended
    },
  }
}

/**
 * Sends a request and ignores errors of `send`. They mean that the process has exited, which the
 * `exit` event reports.
 */
const send = (child: ChildProcess, request: EngineRequest | PhotoSent) =>
  void child.send(request, () => {})
