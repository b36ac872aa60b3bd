import type { DeskModel } from '../state/desk-state.ts'

/** From here on a person is asked first. */
const TRIANGLES_ASK = 2_000_000
const SIZE_BYTES_ASK = 150 * 2 ** 20

/** Whether it may take long to open, and turn slowly. */
export const isLarge = ({
  sizeBytes = 0,
  triangles = 0,
}: Pick<DeskModel, 'sizeBytes' | 'triangles'>): boolean =>
  triangles > TRIANGLES_ASK || sizeBytes > SIZE_BYTES_ASK
