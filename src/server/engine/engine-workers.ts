import type { EngineEvent, EngineRequest } from '#engine/messages.ts'
import { toError } from '#lib/to-error.ts'
import { createFairQueue } from '../process/fair-queue.ts'
import { HttpError } from '../errors/http-error.ts'
import { startEngineProcess, type EngineHost } from './engine-hosts.ts'

/** Thrown when inspecting the input took too much memory, so that the process ended. */
export class EngineEndedError extends HttpError {
  /** @param code exit code of the process. `null` if it ran out of memory. */
  constructor(code: number | null) {
    if (code === null) super('out_of_memory', 'The engine failed: it ran out of memory.')
    else super('engine_failed', `The engine failed: it ended with code ${code}.`)
  }
}

type Answer<Type extends EngineEvent['type']> = Extract<EngineEvent, { type: Type }>

type JobOptions = {
  onProgress?: (event: Answer<'progress'>) => void
  onPreview?: (glb: Uint8Array) => void
  readPhoto?: (index: number) => Promise<Uint8Array>
  signal: AbortSignal
}

/**
 * Runs engine jobs in processes of bounded memory, so that no input can crash the server. A process
 * is reused after a success, because its compiled code halves the time of the next job.
 */
export type EngineWorkers = {
  /**
   * @throws {HttpError} `bad_picture` and similar for input that the engine refuses,
   * `engine_failed` if its process crashes. Throws the signal's reason when the signal is aborted.
   */
  generate: (
    request: Extract<EngineRequest, { type: 'generate' | 'shape' | 'scan' }>,
    options: JobOptions,
  ) => Promise<Answer<'generated'>>
  mask: (
    request: Extract<EngineRequest, { type: 'mask' }>,
    options: JobOptions,
  ) => Promise<Answer<'masked'>>
  /**
   * Inspects a model. Throws as `generate`, and `result_invalid` for a file that cannot be opened.
   * @throws {EngineEndedError} for a file that takes too much memory.
   */
  inspect: (
    request: Extract<EngineRequest, { type: 'inspect' }>,
    options: JobOptions,
  ) => Promise<Answer<'inspected'>>
  getState: () => EngineState
  close: () => Promise<void>
}

export type EngineState = {
  runningCount: number
  waitingCount: number
  /**
   * Cause of the last job's failure. Absent if the input was the cause, or after the next success.
   */
  problem?: string
}

export type EngineWorkersOptions = {
  /**
   * Entry file of the engine processes. Without a build, the entry file loads the TypeScript
   * sources.
   */
  workerUrl: URL
  runningMax?: number
  pictureMegabytesMax?: number
  /** Memory limit for inspecting a model in MB, besides copies of its file. */
  inspectionMegabytesMax?: number
  idleMs?: number
}

/**
 * Memory limit in MB of generating from a picture: six times the use of the largest picture with
 * the most faces.
 */
const pictureMegabytes = 3072
/**
 * Memory limit in MB of generating with an ONNX model: the limit of WebAssembly plus the limit of
 * the engine. Such processes are not reused, because ONNX memory is released only when the process
 * ends.
 */
const shapeMegabytes = 6144
/**
 * Memory limit in MB of inspecting a model, besides the limit for its file: enough to render 4
 * million triangles with textures.
 */
const inspectionMegabytes = 512
/**
 * Memory limit for a model's file, as a multiple of its size: its bytes, the copy in the message to
 * the process, and the parsed data.
 */
const memoryPerFileSize = 6
/**
 * Minimum memory limit in MB for a model's file, so that one process can handle many small models.
 */
const fileMegabytesMin = 32

/** Number of jobs after which a process is replaced, because jobs may leak memory. */
const jobsMax = 50

export function createEngineWorkers(options: EngineWorkersOptions): EngineWorkers {
  const { workerUrl, runningMax = 2, idleMs = 60_000 } = options
  const megabytesMax = readMegabytesMax(options)
  const closing = new AbortController()
  const hosts = new Set<EngineHost>()
  const idle: Idle[] = []
  // The queue has an extra place for inspecting small models, which takes less than a second.
  const queue = createFairQueue(runningMax, 1)
  const health = createJobHealth()

  async function run<Type extends EngineEvent['type']>(
    request: EngineRequest,
    awaited: Type,
    { onProgress, onPreview, readPhoto, signal }: JobOptions,
  ): Promise<Answer<Type>> {
    const either = AbortSignal.any([signal, closing.signal])
    const giveBack = await queue.take({ isSmall: isSmallJob(request), signal: either })
    const place = takePlace(memoryFor(request, megabytesMax))
    let isSound = false
    try {
      const answer = await getAnswer(place.host, {
        request,
        signal: either,
        hear: { onProgress, onPreview, readPhoto },
      })
      isSound = isAnswer(answer, awaited)
      if (answer.type === 'failed') throw refusedBy(answer)
      if (!isAnswer(answer, awaited)) throw broken(`it answered with ${answer.type}`)
      return answer
    } finally {
      const isKept = request.type !== 'shape' && place.jobs < jobsMax
      if (isSound && isKept && !closing.signal.aborted) keep(place)
      else await end(place.host)
      giveBack()
    }
  }

  function takePlace(megabytes: number): Place {
    const at = idle.findLastIndex((one) => one.megabytes === megabytes)
    const [kept] = at < 0 ? [] : idle.splice(at, 1)
    if (kept) {
      kept.release()
      kept.host.ref()
      return { ...kept, jobs: kept.jobs + 1 }
    }
    const host = startEngineProcess(workerUrl, { memoryMegabytesMax: megabytes })
    hosts.add(host)
    return { megabytes, host, jobs: 1 }
  }

  function keep(place: Place): void {
    const forget = () => {
      const at = idle.indexOf(kept)
      if (at >= 0) idle.splice(at, 1)
      kept.release()
      void end(place.host)
    }
    const timer = setTimeout(forget, idleMs).unref()
    const stopListening = place.host.onceEnded(forget)
    const release = () => {
      clearTimeout(timer)
      stopListening()
    }
    const kept: Idle = { ...place, release }
    place.host.unref()
    idle.push(kept)
  }

  async function end(host: EngineHost): Promise<void> {
    await host.end()
    hosts.delete(host)
  }

  return {
    generate: (request, job) => health.watch(run(request, 'generated', job)),
    mask: (request, job) => health.watch(run(request, 'masked', job)),
    inspect: (request, job) => health.watch(run(request, 'inspected', job)),
    getState: () => ({ ...queue.getCounts(), ...health.getState() }),
    close: async () => {
      closing.abort()
      await Promise.all([...hosts].map((host) => host.end()))
    },
  }
}

function createJobHealth() {
  let problem: string | undefined
  return {
    watch: async <T>(job: Promise<T>): Promise<T> => {
      try {
        const answer = await job
        problem = undefined
        return answer
      } catch (error) {
        if (isEngineFailure(error)) problem = error.message
        throw error
      }
    },
    getState: () => (problem === undefined ? {} : { problem }),
  }
}

const isEngineFailure = (error: unknown): error is HttpError =>
  error instanceof HttpError && ['engine_failed', 'out_of_memory'].includes(error.code)

const smallModelBytesMax = 4 * 1024 * 1024

const isSmallJob = (request: EngineRequest): boolean =>
  request.type === 'inspect' && !request.turntable && request.glb.byteLength <= smallModelBytesMax

type Place = { megabytes: number; host: EngineHost; jobs: number }
type Idle = Place & { release: () => void }

const readMegabytesMax = (options: EngineWorkersOptions) => ({
  picture: options.pictureMegabytesMax ?? pictureMegabytes,
  inspection: options.inspectionMegabytesMax ?? inspectionMegabytes,
})

function memoryFor(
  request: EngineRequest,
  megabytesMax: Record<'picture' | 'inspection', number>,
): number {
  if (request.type === 'shape') return shapeMegabytes
  if (request.type !== 'inspect') return megabytesMax.picture
  const megabytes = Math.ceil(request.glb.byteLength / 1024 / 1024)
  return megabytesMax.inspection + memoryPerFileSize * Math.max(fileMegabytesMin, megabytes)
}

const isAnswer = <Type extends EngineEvent['type']>(
  event: EngineEvent,
  type: Type,
): event is Answer<Type> => event.type === type

type EngineCall = {
  readonly request: EngineRequest
  readonly signal: AbortSignal
  readonly hear: Record<'onProgress', JobOptions['onProgress']> &
    Record<'onPreview', JobOptions['onPreview']> &
    Record<'readPhoto', JobOptions['readPhoto']>
}

const getAnswer = (
  host: EngineHost,
  { request, signal, hear }: EngineCall,
): Promise<Exclude<EngineEvent, Answer<'progress' | 'preview' | 'photo-wanted'>>> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(toError(signal.reason))
    const abort = () => settle(() => reject(toError(signal.reason)))
    const stopListening = host.listen({
      event: (event) => {
        if (event.type === 'progress') hear.onProgress?.(event)
        else if (event.type === 'preview') hear.onPreview?.(event.glb)
        else if (event.type === 'photo-wanted') sendPhoto(event.index)
        else settle(() => resolve(event))
      },
      broken: (reason, cause) => settle(() => reject(broken(reason, cause))),
      ended: (code) => settle(() => reject(new EngineEndedError(code))),
    })
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', abort)
      stopListening()
      finish()
    }
    const sendPhoto = (index: number) => {
      const read = hear.readPhoto?.(index) ?? Promise.reject(new Error('The job has no photos.'))
      read
        .then((photo) => host.sendPhoto(photo))
        .catch((error: unknown) => settle(() => reject(error)))
    }
    signal.addEventListener('abort', abort, { once: true })
    host.send(request)
  })

function broken(reason: string, cause?: unknown): HttpError {
  if (cause !== undefined) console.error('The engine failed.', cause)
  return new HttpError('engine_failed', `The engine failed: ${reason}.`, { cause })
}

function refusedBy({ code, message }: Answer<'failed'>): HttpError {
  switch (code) {
    case 'picture_unreadable':
    case 'picture_transparent':
    case 'picture_blank':
    case 'picture_narrow':
    case 'no_foreground':
    case 'photos_unusable':
      return new HttpError('bad_picture', message)
    case 'out_of_bounds':
      return new HttpError('invalid_params', message)
    case 'model_unreadable':
      return new HttpError('result_invalid', message)
    case 'out_of_memory':
      return new EngineEndedError(null)
    case 'network_unusable':
    case 'internal':
      return new HttpError('engine_failed', message)
  }
}
