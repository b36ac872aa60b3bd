import { Unzlib } from 'fflate'
import { UnworkableModelError } from '../../unworkable-model-error.ts'

const fbxMagic = 'Kaydara FBX Binary  '
const headerBytes = 27
/** From this version on, file offsets have eight bytes. */
const longVersion = 7500
/**
 * Upper bound for the unpacked size of all lists together, because a few bytes can become
 * gigabytes.
 */
const unpackedMaxBytes = 600 * 2 ** 20
const nestingMax = 64
const pieceBytes = 2 ** 16

const plainBytes: Readonly<Record<string, number>> = { Y: 2, C: 1, B: 1, I: 4, F: 4, D: 8, L: 8 }
const entryBytes: Readonly<Record<string, number>> = { f: 4, d: 8, l: 8, i: 4, b: 1, c: 1 }

/**
 * Checks a binary FBX for compressed lists that unpack to more than stated, or more than the limit,
 * without keeping their content. A text FBX has none.
 * @throws {UnworkableModelError} if there is one, or the file ends too early.
 */
export function checkFbx(bytes: Uint8Array): void {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, fbxMagic.length))
  if (start !== fbxMagic) return
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let left = unpackedMaxBytes
  const takeList = (at: number, type: string): number => {
    const unpacked = view.getUint32(at, true) * (entryBytes[type] ?? 0)
    const isPacked = view.getUint32(at + 4, true) === 1
    const length = isPacked ? view.getUint32(at + 8, true) : unpacked
    left -= unpacked
    if (left < 0) throw tooLarge()
    if (isPacked) checkUnpacked(bytes.subarray(at + 12, at + 12 + length), unpacked)
    return at + 12 + length
  }
  const isLong = view.getUint32(23, true) >= longVersion
  const place = (at: number) =>
    isLong ? Number(view.getBigUint64(at, true)) : view.getUint32(at, true)
  const width = isLong ? 8 : 4

  const readNode = (at: number, depth: number): number => {
    const end = place(at)
    if (end === 0) return 0
    if (depth > nestingMax || end <= at || end > bytes.byteLength) throw damaged()
    let next = at + 3 * width + 1 + view.getUint8(at + 3 * width)
    for (let properties = place(at + width); properties > 0; properties--) {
      const type = String.fromCharCode(view.getUint8(next))
      next++
      const plain = plainBytes[type]
      if (plain !== undefined) next += plain
      else if (type === 'S' || type === 'R') next += 4 + view.getUint32(next, true)
      else if (type in entryBytes) next = takeList(next, type)
      else throw damaged()
      if (next > end) throw damaged()
    }
    while (next < end) {
      const after = readNode(next, depth + 1)
      if (after === 0) break
      next = after
    }
    return end
  }

  try {
    let at = headerBytes
    while (at < bytes.byteLength - 3 * width) {
      const after = readNode(at, 0)
      if (after === 0) break
      at = after
    }
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw damaged(cause)
  }
}

/**
 * Unpacks a list without keeping its content, and throws as soon as the output exceeds the stated
 * size.
 */
function checkUnpacked(packed: Uint8Array, stated: number): void {
  let length = 0
  const stream = new Unzlib((piece) => {
    length += piece.byteLength
    if (length > stated) throw tooLarge()
  })
  for (let at = 0; at < packed.byteLength; at += pieceBytes) {
    stream.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.byteLength)
  }
}

const damaged = (cause?: unknown) =>
  new UnworkableModelError('This FBX is damaged: its contents cannot be read.', { cause })
const tooLarge = () => new UnworkableModelError('This FBX is too large when decompressed.')
