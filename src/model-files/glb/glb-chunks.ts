/**
 * Writes a GLB (glTF 2.0, section 4.4).
 *
 * @param root its description.
 * @param pieces of its data; each begins at a multiple of four bytes.
 * @param binaryBytes of all pieces with the gaps between them, a multiple of four.
 */
export function writeChunks(
  root: unknown,
  pieces: readonly Uint8Array[],
  binaryBytes: number,
): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(root))
  const textBytes = Math.ceil(text.byteLength / 4) * 4
  const glb = new Uint8Array(12 + 8 + textBytes + 8 + binaryBytes)
  const view = new DataView(glb.buffer)
  const words = [0x46546c67, 2, glb.byteLength, textBytes, 0x4e4f534a]
  words.forEach((word, at) => view.setUint32(at * 4, word, true))
  glb.fill(0x20, 20, 20 + textBytes)
  glb.set(text, 20)
  view.setUint32(20 + textBytes, binaryBytes, true)
  view.setUint32(24 + textBytes, 0x004e4942, true)
  let at = 28 + textBytes
  for (const piece of pieces) {
    glb.set(piece, at)
    at += Math.ceil(piece.byteLength / 4) * 4
  }
  return glb
}
