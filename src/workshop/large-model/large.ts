import type { DeskModel } from '../state/desk-state.ts'

/** From here on a person is asked first. */
const trianglesAsk = 2_000_000
const sizeBytesAsk = 150 * 2 ** 20

/** Whether it may take long to open, and turn slowly. */
export const isLarge = ({
  sizeBytes = 0,
  triangles = 0,
}: Pick<DeskModel, 'sizeBytes' | 'triangles'>): boolean =>
  triangles > trianglesAsk || sizeBytes > sizeBytesAsk
