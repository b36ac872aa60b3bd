import type { MeshPart } from '../mesh/parts.ts'

/** Names each piece after its original part. Pieces of several parts get only a number. */
export function namePieces(pieces: readonly (readonly MeshPart[])[]): MeshPart[][] {
  const owners = pieces.map((piece) => {
    const [own, ...others] = new Set(piece.flatMap(({ name }) => name ?? []))
    return others.length === 0 ? own : undefined
  })
  return pieces.map((piece, at) => {
    const own = owners[at]
    const isOnly = owners.indexOf(own) === owners.lastIndexOf(own)
    const name = own === undefined ? `Piece ${at + 1}` : isOnly ? own : `${own} piece ${at + 1}`
    return piece.map((part) => ({ ...part, name }))
  })
}
