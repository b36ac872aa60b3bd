import { toOwnBytes } from '#lib/own-bytes.ts'

/** Creates a blob from any buffer, although the types of `Blob` require an `ArrayBuffer`. */
export const toBlob = (bytes: Uint8Array, type: string): Blob =>
  new Blob([toOwnBytes(bytes)], { type })
