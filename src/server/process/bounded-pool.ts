import type { ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import type { AnswerMessage } from './bounded-job.ts'
import { startBoundedProcess } from './bounded-process.ts'
import { HttpError } from '../errors/http-error.ts'
import { createPieceTaker, sendInPieces } from './send-pieces.ts'

/** Thrown if the process ended without an answer: it used too much memory or time, or crashed. */
export class ProcessEndedError extends Error {
  override readonly name = 'ProcessEndedError'
}

type PoolOptions = {
  /** Path of the program that runs in the process and calls `answerJobs`. */
  entry: string
  memoryMegabytesMax: number
  /** Memory above which a process is ended after a job instead of reused. */
  keptMegabytesMax: number
  /**
   * Time in milliseconds after which an idle process ends. Starting a process takes a quarter of a
   * second.
   */
  idleMs: number
  timeoutMs: number
  /**
   * Difference between the scheduling priority of the server and of the processes, 0 to 19
   * (`nice`). Default: 0.
   */
  niceness?: number
}

type Job<Request, Answer> = (
  request: Request,
  bytes: Uint8Array,
) => Promise<{ answer: Answer; bytes: Uint8Array }>

/**
 * Creates a pool of reusable processes with bounded memory, each of which runs one job at a time. A
 * job throws {ProcessEndedError}, or the {HttpError} of the process.
 */
export function createBoundedPool<Request, Answer>(options: PoolOptions): Job<Request, Answer> {
  const { entry, memoryMegabytesMax, keptMegabytesMax, idleMs, timeoutMs, niceness = 0 } = options
  const idle: { child: ChildProcess; release: () => void }[] = []

  function take(): ChildProcess {
    const kept = idle.pop()
    if (!kept) {
      const child = startBoundedProcess([entry], { memoryMegabytesMax })
      lowerPriority(child, niceness)
      // The exit of an idle process handles its errors.
      child.on('error', () => {})
      return child
    }
    kept.release()
    kept.child.ref()
    kept.child.channel?.ref()
    return kept.child
  }

  function keep(child: ChildProcess): void {
    const forget = () => {
      const at = idle.findIndex((one) => one.child === child)
      if (at >= 0) idle.splice(at, 1)
      release()
      child.kill('SIGKILL')
    }
    const timer = setTimeout(forget, idleMs).unref()
    child.once('exit', forget)
    const release = () => {
      clearTimeout(timer)
      child.off('exit', forget)
    }
    // An idle process must not keep the server alive.
    child.unref()
    child.channel?.unref()
    idle.push({ child, release })
  }

  return async (request, bytes) => {
    const child = take()
    try {
      const { made, megabytes } = await getAnswer<Answer>(child, {
        request,
        bytes,
        timeoutMs,
      })
      if (megabytes > keptMegabytesMax) child.kill('SIGKILL')
      else keep(child)
      if (made instanceof HttpError) throw made
      return made
    } catch (error) {
      if (!(error instanceof HttpError)) child.kill('SIGKILL')
      throw error
    }
  }
}

function lowerPriority({ pid }: ChildProcess, niceness: number): void {
  if (pid === undefined || niceness === 0) return
  try {
    setPriority(pid, niceness)
  } catch {
    // The process has ended, or the system forbids the change.
  }
}

type Answered<Answer> = {
  made: { answer: Answer; bytes: Uint8Array } | HttpError
  megabytes: number
}

function getAnswer<Answer>(
  child: ChildProcess,
  { request, bytes, timeoutMs }: { request: unknown; bytes: Uint8Array; timeoutMs: number },
): Promise<Answered<Answer>> {
  return new Promise((resolve, reject) => {
    const taker = createPieceTaker()
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      child.off('message', hear).off('exit', ended).off('error', broken)
      finish()
    }
    const end = (why: string) => settle(() => reject(new ProcessEndedError(why)))
    const ended = () => end('It ended.')
    const broken = () => end('It could not be started.')
    const timer = setTimeout(() => end('It took too long.'), timeoutMs)
    const hear = (message: AnswerMessage<Answer>) => {
      if (message.type === 'piece') return taker.take(message)
      const { megabytes } = message
      const made =
        message.type === 'answer'
          ? { answer: message.answer, bytes: taker.whole() }
          : new HttpError(message.code, message.message)
      settle(() => resolve({ made, megabytes }))
    }
    child.on('message', hear).once('exit', ended).once('error', broken)
    void sendInPieces(child, bytes).then(() => child.send({ type: 'job', request }, () => {}))
  })
}
