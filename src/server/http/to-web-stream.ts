import { Readable } from 'node:stream'

/** Converts bytes of Node into a stream for a `Response`. Node's own types of it differ. */
export const toWebStream = (bytes: Readable): ReadableStream<Uint8Array> =>
  Readable.toWeb(bytes) as ReadableStream<Uint8Array>
