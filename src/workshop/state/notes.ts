export type Note = {
  id: number
  /** In metres, in the coordinates of the stage. */
  at: readonly [x: number, y: number, z: number]
  text: string
  line?: readonly (readonly [x: number, y: number, z: number])[] | undefined
}

/** Storage of a model's notes. Without it, notes are lost with the page. */
export type NotesKeeper = {
  kept: readonly Note[]
  /** Same function for the same model. */
  keep: (notes: readonly Note[]) => void
}
