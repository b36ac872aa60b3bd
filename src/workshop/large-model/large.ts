import type { EditorModel } from '../state/editor-state.ts'

const trianglesAsk = 2_000_000
const sizeBytesAsk = 150 * 2 ** 20

export const isLarge = ({
  sizeBytes = 0,
  triangles = 0,
}: Pick<EditorModel, 'sizeBytes' | 'triangles'>): boolean =>
  triangles > trianglesAsk || sizeBytes > sizeBytesAsk
