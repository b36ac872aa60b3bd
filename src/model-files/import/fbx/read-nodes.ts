import { Unzlib } from 'fflate'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import {
  createDamageError,
  type FbxArray,
  type FbxFile,
  type FbxNode,
  type FbxValue,
} from './fbx-node.ts'
import { readFbxText } from './fbx-text.ts'

const binaryMagic = 'Kaydara FBX Binary'
const headerBytes = 27
/** First FBX version whose file offsets have eight bytes. */
const longVersion = 7500
const nestingMax = 64
/** Maximum unpacked size of all lists in bytes, because a few bytes can become gigabytes. */
const unpackedMaxBytes = 600 * 2 ** 20
const pieceBytes = 2 ** 16
const entryBytes: Readonly<Record<string, number>> = { f: 4, d: 8, l: 8, i: 4, b: 1, c: 1 }

/**
 * Reads all nodes of an FBX, binary or text.
 * @throws {UnworkableModelError} if the file is damaged.
 */
export function readFbxFile(bytes: Uint8Array): FbxFile {
  const isBinary =
    new TextDecoder('latin1').decode(bytes.subarray(0, binaryMagic.length)) === binaryMagic
  try {
    return isBinary ? new BinaryReader(bytes).read() : readFbxText(bytes)
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw createDamageError(cause)
  }
}

const createSizeError = () => new UnworkableModelError('This FBX is too large when decompressed.')

class BinaryReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  /** Byte order. Maya on old workstations wrote the most significant byte first. */
  readonly #isLittle: boolean
  readonly #version: number
  readonly #isLong: boolean
  readonly #text = new TextDecoder()
  #unpackedLeft = unpackedMaxBytes

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#isLittle = bytes[22] !== 1
    this.#version = this.#view.getUint32(23, this.#isLittle)
    this.#isLong = this.#version >= longVersion
  }

  read(): FbxFile {
    const nodes: FbxNode[] = []
    const least = this.#isLong ? 25 : 13
    for (let at = headerBytes; at <= this.#bytes.byteLength - least;) {
      const { node, next } = this.#readNode(at, 0)
      if (!node) break
      nodes.push(node)
      at = next
    }
    return { version: this.#version, nodes }
  }

  #readOffset(at: number): number {
    return this.#isLong
      ? Number(this.#view.getBigUint64(at, this.#isLittle))
      : this.#view.getUint32(at, this.#isLittle)
  }

  #readNode(at: number, depth: number): { node?: FbxNode; next: number } {
    const width = this.#isLong ? 8 : 4
    const end = this.#readOffset(at)
    if (end === 0) return { next: at + 3 * width + 1 }
    if (depth > nestingMax || end <= at || end > this.#bytes.byteLength) throw createDamageError()
    const nameLength = this.#view.getUint8(at + 3 * width)
    let next = at + 3 * width + 1 + nameLength
    const node: FbxNode = {
      name: this.#textAt(next - nameLength, nameLength),
      values: [],
      children: [],
    }
    for (let left = this.#readOffset(at + width); left > 0; left--) {
      const read = this.#readValue(next)
      node.values.push(read.value)
      next = read.next
      if (next > end) throw createDamageError()
    }
    while (next < end) {
      const read = this.#readNode(next, depth + 1)
      if (!read.node) break
      node.children.push(read.node)
      next = read.next
    }
    return { node, next: end }
  }

  #textAt(at: number, length: number): string {
    return this.#text.decode(this.#bytes.subarray(at, at + length))
  }

  #readValue(at: number): { value: FbxValue; next: number } {
    const type = String.fromCharCode(this.#view.getUint8(at))
    const start = at + 1
    switch (type) {
      case 'Y':
        return { value: this.#view.getInt16(start, this.#isLittle), next: start + 2 }
      case 'B':
      case 'C':
      case 'Z':
        return { value: this.#view.getUint8(start), next: start + 1 }
      case 'I':
        return { value: this.#view.getInt32(start, this.#isLittle), next: start + 4 }
      case 'F':
        return { value: this.#view.getFloat32(start, this.#isLittle), next: start + 4 }
      case 'D':
        return { value: this.#view.getFloat64(start, this.#isLittle), next: start + 8 }
      case 'L':
        return { value: toId(this.#view.getBigInt64(start, this.#isLittle)), next: start + 8 }
      case 'S':
      case 'R': {
        const length = this.#view.getUint32(start, this.#isLittle)
        const next = start + 4 + length
        if (next > this.#bytes.byteLength) throw createDamageError()
        const isText = type === 'S'
        const value = isText
          ? this.#textAt(start + 4, length)
          : this.#bytes.subarray(start + 4, next)
        return { value, next }
      }
      default:
        return this.#readList(start, type)
    }
  }

  #readList(at: number, type: string): { value: FbxValue; next: number } {
    const size = entryBytes[type]
    if (size === undefined) throw createDamageError()
    const count = this.#view.getUint32(at, this.#isLittle)
    const isPacked = this.#view.getUint32(at + 4, this.#isLittle) === 1
    const length = isPacked ? this.#view.getUint32(at + 8, this.#isLittle) : count * size
    const next = at + 12 + length
    if (next > this.#bytes.byteLength) throw createDamageError()
    this.#unpackedLeft -= count * size
    if (this.#unpackedLeft < 0) throw createSizeError()
    const stored = this.#bytes.subarray(at + 12, next)
    const content = isPacked ? unpack(stored, count * size) : stored.slice()
    return { value: toList(content, type, this.#isLittle), next }
  }
}

/** Unpacks a list, and throws if the output exceeds the declared size. */
function unpack(packed: Uint8Array, stated: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(stated)
  let length = 0
  const stream = new Unzlib((piece) => {
    if (length + piece.byteLength > stated) throw createSizeError()
    content.set(piece, length)
    length += piece.byteLength
  })
  for (let at = 0; at < packed.byteLength; at += pieceBytes) {
    stream.push(packed.subarray(at, at + pieceBytes), at + pieceBytes >= packed.byteLength)
  }
  return content
}

function toList(content: Uint8Array<ArrayBuffer>, type: string, isLittle: boolean): FbxArray {
  const size = entryBytes[type] ?? 1
  if (!isLittle && size > 1) {
    for (let at = 0; at < content.length; at += size) content.subarray(at, at + size).reverse()
  }
  switch (type) {
    case 'f':
      return new Float32Array(content.buffer)
    case 'd':
      return new Float64Array(content.buffer)
    case 'i':
      return new Int32Array(content.buffer)
    case 'l':
      return Float64Array.from(new BigInt64Array(content.buffer), Number)
    default:
      return content
  }
}

function toId(value: bigint): string | number {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}
