export type CutAxis = 'x' | 'y' | 'z'

/** A plane through the model, of which one side is taken away. */
export type Cut = {
  axis: CutAxis
  /** Along the model's extent, 0 to 1. */
  place: number
  /** Takes the other side away. */
  isFlipped: boolean
  /** Closes the model where it is cut, as if it were solid. */
  hasCap: boolean
}

export const defaultCut: Cut = { axis: 'x', place: 0.5, isFlipped: false, hasCap: true }
