/** Creates a blob. It copies the bytes, so any buffer will do, but its types ask for an `ArrayBuffer`. */
export const toBlob = (bytes: Uint8Array, type: string): Blob =>
  new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
