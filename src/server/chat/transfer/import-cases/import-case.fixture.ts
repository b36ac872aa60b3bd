/** An export of another program, and what its import has to keep or report. */
export type ImportCase = {
  name: string
  export: () => Uint8Array | Promise<Uint8Array>
  /**
   * Words of messages, names of files, texts of documents and names of models that the import has
   * to keep.
   */
  kept: readonly string[]
  reported?: readonly string[]
}
