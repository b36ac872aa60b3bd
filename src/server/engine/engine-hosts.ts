import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { EngineEvent, EngineRequest } from '#engine/messages.ts'
import { startBoundedProcess } from '../process/bounded-process.ts'
import { sendInPieces } from '../process/send-pieces.ts'

/** A process in which the engine runs. It does one job after the other. */
export type EngineHost = {
  send: (request: EngineRequest) => void
  /** @returns what ends the listening. */
  listen: (hear: Hear) => () => void
  /** Calls `left` once when it has ended by itself. @returns what takes that back. */
  onceEnded: (left: () => void) => () => void
  /** While nobody waits for it, it must not keep the server alive. */
  ref: () => void
  unref: () => void
  end: () => Promise<void>
}

type Hear = {
  event: (event: EngineEvent) => void
  /** It will say nothing more. @param reason ends a sentence. */
  broken: (reason: string, cause?: unknown) => void
  /** Its process has ended: it was told to look into something that took too much. */
  ended: (reason: string) => void
}

/** Ends a sentence. */
export const outOfMemory = 'it ran out of memory'

/**
 * What a new process's heap may grow to before V8 looks through all of it. Typed arrays count as well, and a
 * model takes some 90 MB of them one after the other: from V8's own beginning it looks three times a model for
 * what hardly changes, which takes a tenth of all CPU time.
 */
const heapMegabytesAtFirst = 96

/** A process of bounded memory: its end is no harm to anybody. */
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
    // Also when it could not be started at all.
    child.on('error', () => resolve())
  })
  return {
    send: (request) => {
      if (request.type !== 'inspect') return send(child, request)
      const { glb, ...job } = request
      void sendInPieces(child, glb).then(() => send(child, { ...job, glb: new Uint8Array() }))
    },
    listen: ({ event, broken, ended: hearEnd }) => {
      const exit = (code: number | null) =>
        hearEnd(code === null ? outOfMemory : `it ended with code ${code}`)
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

/** What it could not be sent it will not answer: its end is heard instead. */
const send = (child: ChildProcess, request: EngineRequest) => void child.send(request, () => {})
