import { type FbxNode, findChild, getNumbers } from './fbx-node.ts'
import { toSeconds } from './fbx-time.ts'
import { type CurveKey, keyFlags, usualWeight } from './fbx-tangents.ts'

/** Version of the key format in which keys with given slopes have no weights. */
const noWeights = 4003
/** Last version of the key format in which keys with automatic slopes have fewer weights. */
const fewWeights = 4004

const automatic = { flags: keyFlags.clampProgressive | keyFlags.timeIndependent }

/**
 * Reads the animation keys of an FBX 6, a list of times, values, letters and numbers. Each letter
 * determines how many numbers follow (as in ufbx). An unknown letter ends the list.
 */
export function readOldKeys(node: FbxNode): CurveKey[] {
  const reader = new KeyReader(node)
  const keys: CurveKey[] = []
  const count = getNumbers(findChild(node, 'KeyCount'))[0] ?? 0
  for (let key = reader.read(); key && keys.length < count; key = reader.read()) keys.push(key)
  return keys
}

class KeyReader {
  readonly #values: FbxNode['values']
  readonly #version: number
  #at = 0

  constructor(node: FbxNode) {
    const key = findChild(node, 'Key')
    const list = key?.values.find((value) => typeof value === 'object')
    this.#values = list ? Array.from(list) : (key?.values ?? [])
    this.#version = getNumbers(findChild(node, 'KeyVer'))[0] ?? 4005
  }

  #number(): number {
    const value = Number(this.#values[this.#at++])
    return Number.isFinite(value) ? value : 0
  }

  /** Binary files store letters as numbers. */
  #letter(): string {
    const value = this.#values[this.#at++]
    return typeof value === 'number' ? String.fromCharCode(value) : String(value ?? '')
  }

  read(): CurveKey | undefined {
    if (this.#at + 2 >= this.#values.length) return undefined
    const key: CurveKey = {
      time: toSeconds(this.#number()),
      value: this.#number(),
      kind: 'linear',
      slope: 0,
      nextSlope: 0,
      weight: usualWeight,
      nextWeight: usualWeight,
    }
    const mode = this.#letter()
    if (mode === 'L') return key
    if (mode === 'C') {
      const isNext = this.#version >= fewWeights && this.#letter() === 'n'
      return { ...key, kind: isNext ? 'constantNext' : 'constant' }
    }
    return mode === 'U' ? this.#readCubic({ ...key, kind: 'cubic' }) : undefined
  }

  #readCubic(key: CurveKey): CurveKey | undefined {
    const slopes = this.#letter()
    const isOld = this.#version <= fewWeights
    let weights = 1
    if (slopes === 's' || slopes === 'b') {
      key.slope = this.#number()
      key.nextSlope = this.#number()
      if (this.#version === noWeights) weights = 0
    } else {
      // For each letter, how many numbers of unknown meaning follow, then how many weights.
      const skipped = new Map([
        ['a', [0, isOld ? 0 : 1]],
        ['p', [2, isOld ? 1 : 2]],
        ['q', [2, isOld ? 1 : 2]],
        ['t', [3, 0]],
        ['d', [1, 1]],
      ]).get(slopes)
      if (!skipped) return undefined
      key.automatic = automatic
      this.#at += skipped[0] ?? 0
      weights = skipped[1] ?? 0
    }
    for (; weights > 0; weights--) {
      const letter = this.#letter()
      if (letter === 'a' || letter === 'r') key.weight = this.#number()
      if (letter === 'a' || letter === 'l') key.nextWeight = this.#number()
    }
    return key
  }
}
