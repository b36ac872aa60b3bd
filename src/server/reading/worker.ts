import { parentPort } from 'node:worker_threads'
import { toHttpError } from '../errors/http-error.ts'
import { readers, type FileKind } from './readers.ts'
import type { ReadingAnswer, ReadingRequest } from './read-file.ts'

/**
 * Entry point of a thread that reads one file. The first message contains the file, each further
 * message requests a part.
 */
if (!parentPort) throw new Error('Files are read in a worker thread only.')
const port = parentPort
let parts: Generator | AsyncGenerator | undefined

port.on('message', (request: ReadingRequest<FileKind>) => {
  void answer(request).then((part) => port.postMessage(part))
})

async function answer(request: ReadingRequest<FileKind>): Promise<ReadingAnswer> {
  try {
    if (request) parts = readers[request.kind](request.bytes, request.hint)
    const next = await parts?.next()
    return next && !next.done ? { part: next.value } : {}
  } catch (error) {
    const { code, message } = toHttpError(error)
    if (code === 'internal') console.error('A file could not be read.', error)
    return { failed: { code, message } }
  }
}
