import { setFlagsFromString } from 'node:v8'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import type { EngineEvent, EngineRequest } from '#engine/messages.ts'
import { HttpError } from '../../errors.ts'

type Answer<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>

type JobOptions = {
  onProgress?: (event: Answer<'progress'>) => void
  onPreview?: (glb: Uint8Array) => void
  /** Ends the job at once, whatever it is doing. */
  signal: AbortSignal
}

/**
 * Runs the engine's jobs in threads of their own, so that no picture can harm the server. A thread that has
 * done its job well does the next ones too, which takes half the time: V8 has compiled the engine by then.
 */
export type EngineWorkers = {
  /**
   * @throws {HttpError} `bad_picture` and the like for input that the engine refuses, `engine_failed`
   *   when its thread breaks down. Throws the signal's reason when that fires.
   */
  generate: (
    request: Extract<EngineRequest, { type: 'generate' }>,
    options: JobOptions,
  ) => Promise<Answer<'generated'>>
  /** Finds the object in a picture, and no more. Throws as `generate` does. */
  mask: (
    request: Extract<EngineRequest, { type: 'mask' }>,
    options: JobOptions,
  ) => Promise<Answer<'masked'>>
  /** As `generate`; `result_invalid` for a file that cannot be opened. */
  inspect: (
    request: Extract<EngineRequest, { type: 'inspect' }>,
    options: JobOptions,
  ) => Promise<Answer<'inspected'>>
  close: () => Promise<void>
}

export type EngineWorkersOptions = {
  /** The worker's entry; as source it needs `workerOptions.execArgv` for a loader of TypeScript. */
  workerUrl: URL
  workerOptions?: WorkerOptions
  /** Jobs at once; more wait. */
  runningMax?: number
  /** Memory of one thread for JavaScript objects; pixels and meshes are outside of it. */
  heapMegabytesMax?: number
  /** How long a thread without a job is kept, with the memory that its last one took. */
  idleMs?: number
}

/**
 * What a new thread's heap may grow to before V8 looks through all of it. Typed arrays count as well, and a
 * model takes some 90 MB of them one after the other: from V8's own beginning it looks three times a model for
 * what hardly changes, which takes a tenth of all CPU time and so of what two threads make at once.
 */
const heapMegabytesAtFirst = 96

/** After so many jobs a thread makes room for a new one, whatever they have left behind in it. */
const jobsMax = 50

export function createEngineWorkers(options: EngineWorkersOptions): EngineWorkers {
  const { workerUrl, workerOptions, runningMax = 2, heapMegabytesMax = 1024 } = options
  const { idleMs = 60_000 } = options
  const closing = new AbortController()
  const threads = new Set<Worker>()
  const idle: Idle[] = []
  const waiting: (() => void)[] = []
  let running = 0
  // Workers' resourceLimits have no such limit. V8 reads the flag only when it makes a heap.
  setFlagsFromString(`--initial-old-space-size=${heapMegabytesAtFirst}`)

  async function run<Type extends EngineEvent['type']>(
    request: EngineRequest,
    awaited: Type,
    { onProgress, onPreview, signal }: JobOptions,
  ): Promise<Answer<Type>> {
    const either = AbortSignal.any([signal, closing.signal])
    await takeTurn(either)
    const thread = takeThread()
    let isSound = false
    try {
      const answer = await answerOf(thread.worker, request, either, { onProgress, onPreview })
      isSound = isAnswer(answer, awaited)
      if (answer.type === 'failed') throw refusedBy(answer)
      if (!isAnswer(answer, awaited)) throw broken(`it answered with ${answer.type}`)
      return answer
    } finally {
      if (isSound && thread.jobs < jobsMax && !closing.signal.aborted) keep(thread)
      else await end(thread.worker)
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  /** The one that was idle for the shortest time: the others may go. */
  function takeThread(): Thread {
    const kept = idle.pop()
    if (kept) {
      clearTimeout(kept.timer)
      kept.worker.off('exit', kept.forget)
      kept.worker.ref()
      return { worker: kept.worker, jobs: kept.jobs + 1 }
    }
    const worker = new Worker(workerUrl, {
      ...workerOptions,
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
    })
    // What goes wrong in a thread after its job is nobody's, and would else end the process.
    worker.on('error', () => {})
    threads.add(worker)
    return { worker, jobs: 1 }
  }

  function keep({ worker, jobs }: Thread): void {
    const forget = () => {
      const at = idle.indexOf(kept)
      if (at >= 0) idle.splice(at, 1)
      clearTimeout(kept.timer)
      void end(worker)
    }
    const kept: Idle = { worker, jobs, forget, timer: setTimeout(forget, idleMs).unref() }
    // Nobody waits for it, so it must not keep the process alive.
    worker.unref()
    // A thread that breaks down ends as well.
    worker.once('exit', forget)
    idle.push(kept)
  }

  async function end(worker: Worker): Promise<void> {
    await worker.terminate()
    threads.delete(worker)
  }

  async function takeTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (running < runningMax) {
      running++
      return
    }
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.splice(waiting.indexOf(turn), 1)
        reject(signal.reason as Error)
      }
      waiting.push(turn)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    generate: (request, job) => run(request, 'generated', job),
    mask: (request, job) => run(request, 'masked', job),
    inspect: (request, job) => run(request, 'inspected', job),
    close: async () => {
      closing.abort()
      await Promise.all([...threads].map((worker) => worker.terminate()))
    },
  }
}

type Thread = { worker: Worker; jobs: number }
type Idle = Thread & { timer: NodeJS.Timeout; forget: () => void }

const isAnswer = <Type extends EngineEvent['type']>(
  event: EngineEvent,
  type: Type,
): event is Answer<Type> => event.type === type

const answerOf = (
  worker: Worker,
  request: EngineRequest,
  signal: AbortSignal,
  hear: Record<'onProgress', JobOptions['onProgress']> &
    Record<'onPreview', JobOptions['onPreview']>,
): Promise<Exclude<EngineEvent, Answer<'progress' | 'preview'>>> =>
  new Promise((resolve, reject) => {
    const abort = () => settle(() => reject(signal.reason as Error))
    const listeners = {
      message: (event: EngineEvent) => {
        if (event.type === 'progress') hear.onProgress?.(event)
        else if (event.type === 'preview') hear.onPreview?.(event.glb)
        else settle(() => resolve(event))
      },
      messageerror: (error: Error) => settle(() => reject(broken('it sent nonsense', error))),
      error: (error: unknown) => settle(() => reject(broken(reasonOf(error), error))),
      exit: (code: number) => settle(() => reject(broken(`it ended with code ${code}`))),
    }
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', abort)
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener)
      finish()
    }
    if (signal.aborted) return abort()
    signal.addEventListener('abort', abort, { once: true })
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    worker.postMessage(request)
  })

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') {
    return 'it ran out of memory; a smaller picture or a lower face limit may help'
  }
  return 'of a defect in it, which is in the server’s log'
}

function broken(reason: string, cause?: unknown): HttpError {
  if (cause !== undefined) console.error('The engine broke down.', cause)
  return new HttpError('engine_failed', `The engine broke down: ${reason}.`, { cause })
}

function refusedBy({ code, message }: Answer<'failed'>): HttpError {
  switch (code) {
    case 'picture_unreadable':
    case 'picture_transparent':
    case 'no_foreground':
      return new HttpError('bad_picture', message)
    case 'out_of_bounds':
      return new HttpError('invalid_params', message)
    case 'model_unreadable':
      return new HttpError('result_invalid', message)
    case 'network_unusable':
    case 'internal':
      return new HttpError('engine_failed', message)
  }
}
