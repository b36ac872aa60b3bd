/** Something that a person wrote at a place of the model. */
export type Note = {
  id: number
  /** As the model stands on the stage, in metres. */
  at: readonly [x: number, y: number, z: number]
  text: string
  /** What was measured, as a line. */
  line?: readonly (readonly [x: number, y: number, z: number])[] | undefined
}

export const notesMax = 50
export const noteLengthMax = 200

/** Where the notes of a model are kept; without it they go with the page. */
export type NotesKeeper = {
  kept: readonly Note[]
  /** The same function for the same model. */
  keep: (notes: readonly Note[]) => void
}
