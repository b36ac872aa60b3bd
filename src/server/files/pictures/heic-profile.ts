/** Maximum size of a colour profile in bytes. The profiles of cameras have a few kilobytes. */
const profileBytesMax = 1024 * 1024
const boxesMax = 1_000

type Box = { type: string; content: Uint8Array }

/**
 * Finds the first ICC profile of a HEIC file: `meta` › `iprp` › `ipco` › `colr` of type `prof` or
 * `rICC` (ISO/IEC 23008-12).
 * @returns `undefined` without a profile, or if the boxes are damaged.
 */
export function findHeicProfile(file: Uint8Array): Uint8Array | undefined {
  const meta = find(file, 'meta')
  const properties = meta && find(find(meta.subarray(4), 'iprp'), 'ipco')
  for (const { type, content } of boxes(properties)) {
    const kind = type === 'colr' ? textAt(content, 0) : ''
    const isProfile = kind === 'prof' || kind === 'rICC'
    if (isProfile && content.byteLength <= profileBytesMax) return content.subarray(4)
  }
  return undefined
}

const find = (bytes: Uint8Array | undefined, wanted: string): Uint8Array | undefined =>
  [...boxes(bytes)].find(({ type }) => type === wanted)?.content

function* boxes(bytes: Uint8Array | undefined): Generator<Box> {
  if (!bytes) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  for (let count = 0; count < boxesMax && at + 8 <= bytes.byteLength; count++) {
    const given = view.getUint32(at)
    // The size 1 means that a 64-bit size follows, whose upper half is zero in files of this size.
    // The size 0 means that the box extends to the end.
    const isLong = given === 1 && at + 16 <= bytes.byteLength
    const size = isLong ? view.getUint32(at + 12) : given === 0 ? bytes.byteLength - at : given
    const start = isLong ? 16 : 8
    if (size < start) return
    yield { type: textAt(bytes, at + 4), content: bytes.subarray(at + start, at + size) }
    at += size
  }
}

const textAt = (bytes: Uint8Array, at: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + 4))
