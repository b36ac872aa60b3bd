import { isUtf8 } from 'node:buffer'
import { Worker } from 'node:worker_threads'
import type { ErrorCode } from '#contract/errors.ts'
import { readingWorkerUrl } from '../process/worker-files.ts'
import { HttpError } from '../errors/http-error.ts'
import { createGate } from '../process/gate.ts'
import { createPlaces } from '../process/places.ts'
import { createYield } from '../process/yield-loop.ts'
import type { TextHint } from './plain-text.ts'
import type { FileKind, FileParts } from './readers.ts'

/**
 * Maximum size in bytes of files that are read on the main thread, which takes a few milliseconds.
 * Larger files are read in a worker thread.
 */
const inPlaceBytesMax: Record<FileKind, number> = {
  // Kinds with 0 always use a thread, because a few kilobytes may unpack to gigabytes or take long.
  archive: 0,
  mail: 0,
  mailbox: 0,
  notebook: 128 * 1024,
  officeXml: 128 * 1024,
  openapi: 0,
  rtf: 0,
  chats: 128 * 1024,
  library: 128 * 1024,
  model: 16 * 1024,
  page: 64 * 1024,
  text: 1024 * 1024,
}
/**
 * Memory limit of a thread in megabytes, enough for the largest file, its text and its parsed
 * values.
 */
const heapMegabytesMax = 1024
/** Maximum wait for one part of a file, in milliseconds. The first part takes longest. */
const timeoutMs = 120_000

/**
 * Returns whether a file is small enough for the main thread. Detecting an encoding takes longer
 * than reading UTF-8.
 */
const isReadInPlace = (kind: FileKind, bytes: Uint8Array): boolean =>
  bytes.length <= inPlaceBytesMax[kind] &&
  ((kind !== 'text' && kind !== 'page') || (isUtf8(bytes) && !bytes.includes(0)))

/** Limits the number of threads, because each thread may use its whole heap. */
const wholeGate = createGate({
  runningMax: 2,
  waitingMax: 8,
  smallBytesMax: 1024 * 1024,
  what: 'file',
})
/** Limits concurrent imports. An import lasts until its contents are stored. */
const importPlaces = createPlaces({ personMax: 2, max: 8, what: 'import', retryAfterSeconds: 10 })

/** Messages to the thread: first the file, then `null` to request each further part. */
export type ReadingRequest<Kind> = {
  kind: Kind
  bytes: Uint8Array
  hint?: TextHint | undefined
} | null
/** Answer of the thread, empty after the last part. */
export type ReadingAnswer = { part?: unknown; failed?: { code: ErrorCode; message: string } }

/**
 * Reads an uploaded file part by part without blocking the event loop.
 * @param bytes large buffers are transferred to the thread and empty afterwards.
 * @param hint as in `readers.ts`.
 * @throws {HttpError} the errors of its reader, and `bad_request` for too much memory or time.
 */
export async function* readFile<Kind extends FileKind>(
  kind: Kind,
  bytes: Uint8Array,
  hint?: TextHint,
): AsyncGenerator<FileParts[Kind]> {
  if (isReadInPlace(kind, bytes)) {
    const [yieldLoop, { readers }] = [createYield(), await import('./readers.ts')]
    for await (const part of readers[kind](bytes, hint)) {
      yield part
      await yieldLoop()
    }
    return
  }
  const leave = importPlaces.take()
  try {
    yield* readInThread(kind, bytes, hint)
  } finally {
    leave()
  }
}

async function* readInThread<Kind extends FileKind>(
  kind: Kind,
  bytes: Uint8Array,
  hint?: TextHint,
): AsyncGenerator<FileParts[Kind]> {
  const worker = new Worker(readingWorkerUrl, {
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytesMax },
  })
  // Without a listener, a later error of the thread would end the process.
  worker.on('error', () => {})
  try {
    let request: ReadingRequest<Kind> = { kind, bytes, hint }
    for (;;) {
      const { part, failed } = await answerTo(worker, request)
      if (failed) throw new HttpError(failed.code, failed.message)
      if (part === undefined) return
      yield part as FileParts[Kind]
      request = null
    }
  } finally {
    await worker.terminate()
  }
}

/** @param hint as in `readers.ts`. */
export async function readWhole<Kind extends FileKind>(
  kind: Kind,
  bytes: Uint8Array,
  hint?: TextHint,
): Promise<FileParts[Kind]> {
  if (isReadInPlace(kind, bytes)) return getFirst(readFile(kind, bytes, hint))
  return wholeGate(() => getFirst(readInThread(kind, bytes, hint)), { bytes: bytes.byteLength })
}

async function getFirst<T>(parts: AsyncGenerator<T>): Promise<T> {
  for await (const part of parts) return part
  throw new Error('Reading a file gave no result.')
}

function answerTo(worker: Worker, request: ReadingRequest<FileKind>): Promise<ReadingAnswer> {
  return new Promise<ReadingAnswer>((resolve, reject) => {
    const fail = (why: string) => (cause?: unknown) =>
      settle(() => reject(new HttpError('bad_request', `This file ${why}.`, { cause })))
    const broken = fail('needs too much memory')
    const timer = setTimeout(fail('takes too long to read'), timeoutMs)
    const listeners = {
      message: (answer: ReadingAnswer) => settle(() => resolve(answer)),
      error: broken,
      exit: broken,
    }
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      for (const [name, listener] of Object.entries(listeners)) worker.off(name, listener)
      finish()
    }
    for (const [name, listener] of Object.entries(listeners)) worker.on(name, listener)
    worker.postMessage(request, request ? ownBuffer(request.bytes) : [])
  })
}

const ownBuffer = ({ buffer, byteLength }: Uint8Array): ArrayBuffer[] =>
  buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
