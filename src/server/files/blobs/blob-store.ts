/** Key of a blob (a stored file): the SHA-256 of its content, in hex. */
export const blobKeyPattern = /^[0-9a-f]{64}$/

/** Positions of the first and the last byte of a range, both included. */
export type ByteRange = { start: number; end: number }

/**
 * Thrown if no blob (stored file) has this key, for example because the file was deleted outside
 * this server.
 */
export class BlobMissingError extends Error {
  override readonly name = 'BlobMissingError'
}

export type SentWith = { contentType: string; contentDisposition: string }

export type ListedBlob = {
  key: string
  modifiedMs: number
  /**
   * Milliseconds since the last `put` by this process, measured by a monotonic clock. Absent if
   * another process stored the blob.
   */
  putAgoMs?: number
}

/**
 * Stores bytes as blobs (files) under the SHA-256 of their content, so that identical bytes are
 * stored once.
 */
export interface BlobStore {
  /**
   * Resolves if the storage can be reached. The result may be a few seconds old.
   * @throws {BucketUnreachableError}
   */
  check: () => Promise<void>
  /**
   * Stores `bytes` so that they survive a crash once the promise resolves.
   * @returns the key.
   */
  put: (bytes: Uint8Array) => Promise<string>
  read: (key: string) => Promise<Uint8Array>
  open: (key: string, range?: ByteRange) => Promise<ReadableStream<Uint8Array>>
  /**
   * Returns a temporary URL at which clients can fetch the blob directly. Absent if the storage
   * supports no such URLs.
   */
  addressOf?: (key: string, sent: SentWith) => Promise<string>
  sizeOf: (key: string) => Promise<number | undefined>
  list: () => AsyncIterable<ListedBlob>
  delete: (key: string) => Promise<void>
  /**
   * Deletes the blob, unless this process put the blob less than `graceMs` ago.
   * @returns whether the blob was deleted.
   */
  deleteUnlessPut: (key: string, graceMs: number) => boolean | Promise<boolean>
}
