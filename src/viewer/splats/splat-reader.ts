import { language } from '#lib/language/translate.ts'
import { type BufferAttribute, Group } from 'three'
import type { GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { BrokenModelError, damagedGlb } from '#model-files/errors.ts'
import { type Json, toObjectList, toObject } from '#model-files/glb/glb-json.ts'
import {
  affordableDegree,
  coefficientCounts,
  coefficientNames,
  type Degree,
} from '#model-files/splats/harmonics.ts'
import { t } from '#languages/viewer.ts'
import { SplatCloud } from './splat-cloud.ts'
import type { SplatAnswer, SplatQuestion } from './splat-questions.ts'
import { splatsMax } from '#model-files/splats/splats.ts'

export const splatsExtension = 'KHR_gaussian_splatting'
const packedWithinMs = 60_000

/** GLTFLoader plugin for meshes of Gaussian splats (`KHR_gaussian_splatting`). */
export class SplatReader {
  readonly name = splatsExtension
  readonly #parser: GLTFParser
  readonly #report: (problem: string) => void

  /** @param report receives a sentence about skipped parts. */
  constructor(parser: GLTFParser, report: (problem: string) => void) {
    this.#parser = parser
    this.#report = report
  }

  /**
   * Loads a mesh of splats, or returns `null` for other meshes, which three.js' loader then
   * handles.
   */
  loadMesh(index: number): Promise<Group> | null {
    const mesh = toObject(toObjectList(toObject(this.#parser.json)['meshes'])[index])
    const primitives = toObjectList(mesh['primitives'])
    const isOfSplats = (primitive: Json) =>
      toObject(primitive['extensions'])[this.name] !== undefined
    if (!primitives.some(isOfSplats)) return null
    if (!primitives.every(isOfSplats)) {
      throw new BrokenModelError(
        t('This GLB mixes splats and triangles in one mesh, which cannot be drawn.'),
      )
    }
    return this.#read(primitives, Number(toObject(mesh['extras'])['fullDegree'] ?? 0))
  }

  async #read(primitives: readonly Json[], fullDegree: number): Promise<Group> {
    const group = new Group()
    for (const primitive of primitives) {
      group.add(await this.#readCloud(toObject(primitive['attributes']), fullDegree))
    }
    return group
  }

  async #readCloud(attributes: Json, fullDegree: number): Promise<SplatCloud> {
    const read = async (name: string, width: number) => {
      const place = attributes[name]
      if (typeof place !== 'number') throw damagedGlb(`its splats have no ${name}`)
      const list: BufferAttribute = await this.#parser.getDependency('accessor', place)
      if (list.itemSize !== width) throw damagedGlb(`its accessor ${name} has the wrong type`)
      return getFloats(list)
    }
    const positions = await read('POSITION', 3)
    const count = positions.length / 3
    if (count > splatsMax) {
      throw new BrokenModelError(
        t('This GLB has more than {splatsMax} splats.', {
          splatsMax: splatsMax.toLocaleString(language),
        }),
      )
    }
    const scales = await read(`${this.name}:SCALE`, 3)
    const rotations = await read(`${this.name}:ROTATION`, 4)
    const opacities = await read(`${this.name}:OPACITY`, 1)
    const colors = await read(`${this.name}:SH_DEGREE_0_COEF_0`, 3)
    const stated = getDegree(attributes, this.name)
    const degree = affordableDegree(count, stated)
    if (degree < Math.max(stated, fullDegree)) {
      this.#report(
        t('View-dependent colour is reduced: with this many splats it would take too much memory.'),
      )
    }
    const harmonics: Float32Array<ArrayBuffer>[] = []
    for (const name of coefficientNames.slice(0, coefficientCounts[degree])) {
      harmonics.push(await read(`${this.name}:${name}`, 3))
    }
    const worker = new Worker(new URL('./splat-worker.ts', import.meta.url), { type: 'module' })
    try {
      const splats = { count, positions, scales, rotations, opacities, colors, harmonics }
      const { packed, harmonics: packedHarmonics } = await pack(worker, { type: 'pack', splats })
      return new SplatCloud({
        positions,
        scales,
        opacities,
        packed,
        harmonics: packedHarmonics,
        degree,
        worker,
      })
    } catch (error) {
      worker.terminate()
      throw error
    }
  }
}

function getDegree(attributes: Json, extension: string): Degree {
  const missing = coefficientNames.findIndex((name) => !(`${extension}:${name}` in attributes))
  const there = missing < 0 ? coefficientNames.length : missing
  return there >= coefficientCounts[3]
    ? 3
    : there >= coefficientCounts[2]
      ? 2
      : there >= coefficientCounts[1]
        ? 1
        : 0
}

/** Copies the numbers, because accessors may share memory or hold normalised integers. */
function getFloats(list: BufferAttribute): Float32Array<ArrayBuffer> {
  const { array } = list
  if (array instanceof Float32Array && array.length === list.count * list.itemSize) {
    return array.slice()
  }
  const floats = new Float32Array(list.count * list.itemSize)
  for (let entry = 0; entry < list.count; entry++) {
    for (let part = 0; part < list.itemSize; part++) {
      floats[entry * list.itemSize + part] = list.getComponent(entry, part)
    }
  }
  return floats
}

type Packed = Extract<SplatAnswer, { type: 'packed' }>
type Pack = Extract<SplatQuestion, { type: 'pack' }>

function pack(worker: Worker, question: Pack): Promise<Packed> {
  return new Promise((resolve, reject) => {
    const fail = () =>
      reject(new BrokenModelError(t('These splats could not be prepared for drawing.')))
    const timer = setTimeout(fail, packedWithinMs)
    worker.addEventListener('error', fail, { once: true })
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<SplatAnswer>) => {
        clearTimeout(timer)
        if (data.type === 'packed') resolve(data)
      },
      { once: true },
    )
    // Transfers only this buffer, because the page still uses the other buffers.
    worker.postMessage(
      question,
      question.splats.harmonics.map(({ buffer }) => buffer),
    )
  })
}
