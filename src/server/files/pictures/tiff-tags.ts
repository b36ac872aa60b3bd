/** A tag of a TIFF directory with its first number. */
export type TiffTag = {
  value: number
  at: number
}

const tagsMax = 1_000
/** Bytes of the types SHORT, LONG and LONG8. Sources: TIFF 6.0, section 2, and BigTIFF. */
const typeBytes = new Map([
  [3, 2],
  [4, 4],
  [16, 8],
])

/**
 * Reads the numbers of the first directory of a TIFF, a BigTIFF or an EXIF block. Returns
 * `undefined` for other bytes.
 */
export function readTiffTags(bytes: Uint8Array): Map<number, TiffTag> | undefined {
  try {
    return readDirectory(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function readDirectory(view: DataView): Map<number, TiffTag> | undefined {
  const order = view.getUint16(0)
  const isLittle = order === 0x4949
  const version = view.getUint16(2, isLittle)
  const isBig = version === 43
  if ((!isLittle && order !== 0x4d4d) || (!isBig && version !== 42)) return undefined
  const readLong = (at: number) => Number(view.getBigUint64(at, isLittle))
  const start = isBig ? readLong(8) : view.getUint32(4, isLittle)
  const count = isBig ? readLong(start) : view.getUint16(start, isLittle)
  const [headBytes, entryBytes, roomBytes] = isBig ? [8, 20, 8] : [2, 12, 4]
  const tags = new Map<number, TiffTag>()
  for (let index = 0; index < Math.min(count, tagsMax); index++) {
    const entry = start + headBytes + index * entryBytes
    const size = typeBytes.get(view.getUint16(entry + 2, isLittle))
    if (size === undefined) continue
    const values = isBig ? readLong(entry + 4) : view.getUint32(entry + 4, isLittle)
    const inEntry = entry + entryBytes - roomBytes
    const isInside = values * size <= roomBytes
    const at = isInside ? inEntry : isBig ? readLong(inEntry) : view.getUint32(inEntry, isLittle)
    const value =
      size === 2
        ? view.getUint16(at, isLittle)
        : size === 4
          ? view.getUint32(at, isLittle)
          : readLong(at)
    tags.set(view.getUint16(entry, isLittle), { value, at })
  }
  return tags
}
