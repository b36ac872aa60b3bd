/* oxlint-disable no-underscore-dangle -- the methods of three.js are called so */
import { USDCParser } from 'three/addons/loaders/usd/USDCParser.js'
import type { UsdArc } from './usd-layer.ts'

/** Type numbers of the crate format (binary USD) that three.js does not support. */
const types = {
  bool: 1,
  uchar: 2,
  string: 10,
  assetPath: 12,
  vec2d: 19,
  vec2h: 21,
  vec3d: 23,
  vec4d: 27,
  referenceListOp: 35,
  payload: 47,
  stringVector: 50,
  payloadListOp: 55,
}
/** Number of types per vector size: double, float, half and int. */
const vectorKinds = 4
const doubles = new Map([
  [types.vec2d, 2],
  [types.vec3d, 3],
  [types.vec4d, 4],
])
/** Maximum length of a list of references or strings. Only damaged files declare longer lists. */
const listMax = 100_000
/**
 * Flag bits of a list edit in the order of its lists. The last two bits mean “delete” and
 * “reorder”.
 */
const listBits = [0x02, 0x04, 0x20, 0x40]

/** Reads binary USD layers, with the types of values that three.js skips. */
export class CrateReader extends USDCParser {
  override _readScalarValue(type: number): unknown {
    if (type === types.string) return this.#string()
    if (type === types.payload) return [this.#arc({ hasOffset: this.#isFrom(8), hasData: false })]
    if (type === types.stringVector) return this.#list(() => this.#string())
    if (type === types.referenceListOp) {
      return this.#listEdit(() => this.#arc({ hasOffset: true, hasData: true }))
    }
    if (type === types.payloadListOp) {
      return this.#listEdit(() => this.#arc({ hasOffset: this.#isFrom(8), hasData: false }))
    }
    return super._readScalarValue(type)
  }

  /** Vectors of small integers replace the position of the value, with one byte per number. */
  override _readInlinedValue(rep: { typeEnum: number; getInlinedValue: () => number }): unknown {
    const width = Math.floor((rep.typeEnum - types.vec2d) / vectorKinds) + 2
    const isOther = width < 2 || width > 4 || rep.typeEnum === types.vec2h
    if (isOther) return super._readInlinedValue(rep)
    const packed = rep.getInlinedValue()
    return Array.from({ length: width }, (_, at) => ((packed >> (at * 8)) << 24) >> 24)
  }

  override _readArrayValue(rep: { typeEnum: number; isCompressed: boolean }): unknown {
    const width = doubles.get(rep.typeEnum)
    const { reader } = this
    if (width !== undefined) {
      return Float64Array.from({ length: this.#size() * width }, () => reader.readFloat64())
    }
    if (rep.typeEnum === types.bool || rep.typeEnum === types.uchar) {
      return Array.from({ length: this.#size() }, () => reader.readUint8())
    }
    if (rep.typeEnum === types.assetPath) {
      return Array.from({ length: this.#size() }, () => this.tokens[reader.readUint32()] ?? '')
    }
    return super._readArrayValue(rep)
  }

  #isFrom(minor: number): boolean {
    return this.version.major > 0 || this.version.minor >= minor
  }

  #size(): number {
    const size = this.#isFrom(7) ? this.reader.readUint64() : this.reader.readUint32()
    if (size > this.buffer.byteLength) throw new RangeError('This list is longer than its file.')
    return size
  }

  #string(): string {
    return this.tokens[this.strings[this.reader.readUint32()] ?? -1] ?? ''
  }

  #list<Item>(read: () => Item): Item[] {
    const count = this.reader.readUint64()
    if (count > listMax) throw new RangeError('This list is too long.')
    return Array.from({ length: count }, read)
  }

  #listEdit<Item>(read: () => Item): Item[] {
    const flags = this.reader.readUint8()
    return listBits.flatMap((bit) => (flags & bit ? this.#list(read) : []))
  }

  #arc({ hasOffset, hasData }: { hasOffset: boolean; hasData: boolean }): UsdArc {
    const { reader } = this
    const file = this.#string()
    const prim = this.paths[reader.readUint32()]
    if (hasOffset) reader.seek(reader.tell() + 16)
    if (hasData) this.#skipDictionary()
    return { file, ...(prim && prim !== '/' && { prim }) }
  }

  #skipDictionary(): void {
    const { reader } = this
    const count = reader.readUint64()
    if (count > listMax) throw new RangeError('This dictionary is too large.')
    for (let entry = 0; entry < count; entry++) {
      reader.readUint32()
      const from = reader.tell()
      reader.seek(from + reader.readInt64() + 8)
    }
  }
}
