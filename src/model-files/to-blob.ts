/** Creates a blob from any buffer, although the types of `Blob` require an `ArrayBuffer`. */
export const toBlob = (bytes: Uint8Array, type: string): Blob =>
  new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
