import { setFlagsFromString } from 'node:v8'
import sharp from 'sharp'
import { EngineError } from './errors.ts'
import type { EngineEvent, EngineRequest, ModelPiece } from './messages.ts'
import { runJob } from './run-job.ts'

/**
 * The entry of the engine's process: each message is a job, and whoever sends it waits for its last answer before
 * the next. Nothing in here is resolved relative to this file, so it runs the same from source and from a bundle.
 */
if (!process.send) throw new Error('The engine runs beside a server only.')

// A network's runtime is WebAssembly, and the default optimizes much of it that hardly runs. With this the first
// picture that a network is asked about takes a quarter less of the processor, and later ones 1 % longer.
setFlagsFromString('--wasm-tiering-budget=100000000')
// No picture comes twice: sharp's cache would only keep memory that nobody asks for again.
sharp.cache(false)
sharp.concurrency(1)

const send = (event: EngineEvent) => void process.send?.(event)

async function answer(request: EngineRequest): Promise<void> {
  try {
    send(await runJob(request, send))
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

/** Of V8's typed arrays, of WebAssembly and of native libraries, which all can fail to allocate and go on. */
const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && /allocation failed|out of memory/i.test(error.message)

/**
 * The next job of a busy server has come by then: another process looks into the last model first. To clean up between
 * two models costs a tenth of each, as V8 gives up some of what it has compiled.
 */
const idleMs = 1_000
let tidying: NodeJS.Timeout | undefined

/** Gives back what a job has left, which is more than the next needs at first: V8 does not look while nothing runs. */
function tidySoon(): void {
  tidying = setTimeout(() => globalThis.gc?.(), idleMs)
}

let model = new Uint8Array()
process.on('message', (request: EngineRequest | ModelPiece) => {
  clearTimeout(tidying)
  if (request.type === 'piece') {
    if (request.at === 0) model = new Uint8Array(request.total)
    model.set(request.piece, request.at)
    return
  }
  if (request.type === 'inspect') {
    request.glb = model
    model = new Uint8Array()
  }
  void answer(request).then(tidySoon)
})
// A server that was killed tells nobody: without this, a job would go on for nobody.
process.on('disconnect', () => process.exit())
// Ctrl-C in a terminal reaches it as well; the server ends it when it is time.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => {})
