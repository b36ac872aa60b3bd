/**
 * Creates a blob. The types of `Blob` require an `ArrayBuffer`, but any buffer works, because the
 * blob copies the bytes.
 */
export const toBlob = (bytes: Uint8Array, type: string): Blob =>
  new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
