/** SHA-256 in hex. */
export const blobKeyPattern = /^[0-9a-f]{64}$/

/** Part of a blob: both ends included, in bytes. */
export type ByteRange = { start: number; end: number }

/** No blob has this key; the disk was changed behind our back. */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError'
}

/** Headers that a file is sent with. */
export type SentWith = { contentType: string; contentDisposition: string }

export type ListedBlob = {
  key: string
  /** When it was last put, as the wall clock was then. */
  modifiedMs: number
  /** How long ago this process put it, by a clock that nobody sets; absent when it was another one. */
  putAgoMs?: number
}

/** Keeps bytes under the SHA-256 of their content, so that the same bytes are kept once. */
export interface BlobStore {
  /**
   * Resolves while the place where blobs are stored can be reached; may return a result that is seconds old.
   *
   * @throws {BucketUnreachableError}
   */
  check: () => Promise<void>
  /**
   * Keeps `bytes`; when it resolves they survive a crash of the machine.
   *
   * @returns the key: the SHA-256 in hex.
   */
  put: (bytes: Uint8Array) => Promise<string>
  /** @throws {BlobMissingError} */
  read: (key: string) => Promise<Uint8Array>
  /** A stream that holds no more than a piece in memory. @throws {BlobMissingError} */
  open: (key: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array>>
  /**
   * Where it can be fetched without this server for the next while, by whoever has the address; absent where it cannot.
   */
  addressOf?: (key: string, sent: SentWith) => Promise<string>
  /** Size in bytes, `undefined` when there is none. */
  sizeOf: (key: string) => Promise<number | undefined>
  /** All of them, in no order, with when they were last put. */
  list: () => AsyncIterable<ListedBlob>
  /** Removes it; nothing happens when there is none. */
  delete: (key: string) => Promise<void>
  /**
   * Removes it, unless this process has begun to put it less than `graceMs` ago: whoever puts the same
   * bytes at this very moment finds them kept.
   *
   * @returns whether it was removed.
   */
  deleteUnlessPut: (key: string, graceMs: number) => boolean | Promise<boolean>
}
