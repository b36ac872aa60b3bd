export type Note = {
  id: number
  at: readonly [x: number, y: number, z: number]
  text: string
  line?: readonly (readonly [x: number, y: number, z: number])[] | undefined
}

/** Storage of a model's notes. Without storage, notes are lost when the page is closed. */
export type NotesKeeper = {
  kept: readonly Note[]
  /** Saves the notes. The function's identity changes only with the model. */
  keep: (notes: readonly Note[]) => void
}
