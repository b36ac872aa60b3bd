import { setFlagsFromString } from 'node:v8'
import sharp from 'sharp'
import { EngineError } from './errors.ts'
import type { EngineEvent, EngineRequest, ModelPiece, PhotoSent } from './messages.ts'
import { runJob } from './run-job.ts'

/**
 * Entry point of the engine's process. Each message is a job. The sender waits for a job's last
 * event before sending the next job.
 */
if (!process.send) throw new Error('The engine runs beside a server only.')

// Optimises rarely used WebAssembly code less, so that a network's first picture takes a quarter
// less processor time.
setFlagsFromString('--wasm-tiering-budget=100000000')
// Pictures do not repeat, so sharp's cache would only use memory.
sharp.cache(false)
sharp.concurrency(1)

const send = (event: EngineEvent) => void process.send?.(event)

async function answer(request: EngineRequest): Promise<void> {
  try {
    send(await runJob(request, send, readPhoto))
  } catch (error) {
    if (error instanceof EngineError) {
      send({ type: 'failed', code: error.code, message: error.message })
    } else if (isOutOfMemory(error)) {
      send({ type: 'failed', code: 'out_of_memory', message: 'The engine ran out of memory.' })
    } else {
      console.error('The engine failed.', error)
      send({
        type: 'failed',
        code: 'internal',
        message: 'The engine failed on this input. Another picture or other settings may work.',
      })
    }
  }
}

/**
 * Returns whether an error means that memory ran out, in typed arrays, WebAssembly or native
 * libraries.
 */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && /allocation failed|out of memory/i.test(error.message)

/**
 * Idle time before garbage collection, in milliseconds. Collecting between two models would make
 * each model take a tenth longer, because V8 discards compiled code.
 */
const idleMs = 1_000
let tidying: NodeJS.Timeout | undefined

/**
 * Collects garbage later, because V8 does not collect garbage while idle and a job's memory would
 * stay allocated.
 */
function tidySoon(): void {
  tidying = setTimeout(() => globalThis.gc?.(), idleMs)
}

let model = new Uint8Array()
let onPhoto: ((photo: Uint8Array) => void) | undefined

/** Requests one photo at a time, so that only one photo is in memory. */
const readPhoto = (index: number): Promise<Uint8Array> =>
  new Promise((resolve) => {
    onPhoto = resolve
    send({ type: 'photo-wanted', index })
  })

process.on('message', (request: EngineRequest | ModelPiece | PhotoSent) => {
  clearTimeout(tidying)
  if (request.type === 'piece') {
    if (request.at === 0) model = new Uint8Array(request.total)
    model.set(request.piece, request.at)
    return
  }
  if (request.type === 'photo') {
    onPhoto?.(model)
    model = new Uint8Array()
    return
  }
  if (request.type === 'inspect') {
    request.glb = model
    model = new Uint8Array()
  }
  void answer(request).then(tidySoon)
})
// Exit with the server, because a killed server sends no message and the job's result is lost.
process.on('disconnect', () => process.exit())
// Ignore Ctrl-C in a terminal, because the server ends this process.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
