/**
 * Returns bytes whose buffer is not shared with another thread, as many types of the browser
 * require. Copies only bytes in shared memory.
 */
export const toOwnBytes = (bytes: Uint8Array): Uint8Array<ArrayBuffer> =>
  isOwn(bytes) ? bytes : bytes.slice()

const isOwn = (bytes: Uint8Array): bytes is Uint8Array<ArrayBuffer> =>
  bytes.buffer instanceof ArrayBuffer
