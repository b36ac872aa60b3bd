import { Worker } from 'node:worker_threads'
import { createFairQueue } from '../process/fair-queue.ts'

/** Heap limit of the thread in mebibytes: enough for the largest body, its text and its values. */
const heapMegabytesMax = 512
const idleMs = 30_000

/** Program of the thread. It is a string, so that the build needs no further entry point. */
const program = `
const { parentPort } = require('node:worker_threads')
const decoder = new TextDecoder()
parentPort.on('message', ({ id, bytes }) => {
  let answer
  try {
    answer = { id, value: JSON.parse(decoder.decode(bytes)) }
  } catch (error) {
    answer = { id, problem: String(error?.message) }
  }
  parentPort.postMessage(answer)
})
`

type Answer = { id: number; value?: unknown; problem?: string }
type Waiting = { resolve: (value: unknown) => void; reject: (error: Error) => void }

/** The only thread, so that only one body at a time uses memory for parsing. */
let thread: { worker: Worker; waiting: Map<number, Waiting>; idle?: NodeJS.Timeout } | undefined
let lastId = 0

/**
 * Parses JSON in a thread. The result is copied back, so the caller has to check the number of
 * values before.
 * @param bytes transferred and empty afterwards, unless they are part of a larger buffer.
 * @throws {SyntaxError} for invalid JSON, or if the thread runs out of memory.
 */
export async function parseInThread(bytes: Uint8Array): Promise<unknown> {
  const end = await queue.take({ isSmall: bytes.byteLength <= smallBytesMax })
  try {
    return await parseNext(bytes)
  } finally {
    end()
  }
}

/** Queue for one body at a time. A small body waits for at most one large body. */
const queue = createFairQueue(1, 1)
const smallBytesMax = 1024 * 1024

function parseNext(bytes: Uint8Array): Promise<unknown> {
  const { worker, waiting, idle } = (thread ??= startThread())
  clearTimeout(idle)
  worker.ref()
  const id = ++lastId
  return new Promise<unknown>((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    const { buffer } = bytes
    const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
    worker.postMessage({ id, bytes }, isWhole ? [buffer] : [])
  })
}

function startThread(): NonNullable<typeof thread> {
  const worker = new Worker(program, {
    eval: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  const waiting = new Map<number, Waiting>()
  const own: NonNullable<typeof thread> = { worker, waiting }
  const retire = () => {
    if (thread === own) thread = undefined
    for (const { reject } of waiting.values()) {
      reject(new SyntaxError('The JSON needs too much memory.'))
    }
    waiting.clear()
  }
  worker.on('message', ({ id, value, problem }: Answer) => {
    const asked = waiting.get(id)
    waiting.delete(id)
    if (problem === undefined) asked?.resolve(value)
    else asked?.reject(new SyntaxError(problem))
    if (waiting.size > 0) return
    // An idle thread does not keep the process alive.
    worker.unref()
    own.idle = setTimeout(() => {
      if (waiting.size > 0) return
      if (thread === own) thread = undefined
      void worker.terminate()
    }, idleMs).unref()
  })
  // The thread also reports `error` when it runs out of memory, before `exit`.
  worker.on('error', retire)
  worker.on('exit', retire)
  return own
}
