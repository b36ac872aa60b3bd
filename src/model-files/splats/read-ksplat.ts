import { DataUtils } from 'three'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { coefficientCounts, type Degree, sh0, toDegree } from './harmonics.ts'
import { makeSplats, putRotation, type Splats } from './splats.ts'

const headerBytes = 4096
const sectionHeaderBytes = 1024
const sectionsMax = 10_000

/** Bytes of each value by compression level. Positions of 2 bytes are relative to their bucket. */
const levels = [
  { position: 4, float: 4, harmonic: 4, range: 1 },
  { position: 2, float: 2, harmonic: 2, range: 32_767 },
  { position: 2, float: 2, harmonic: 1, range: 32_767 },
] as const
type Level = (typeof levels)[number]

/**
 * Position of each coefficient's red value in the file. Within each degree, the file stores all of
 * red, then green, then blue.
 */
const firstOfDegree = [0, 9, 24]

/**
 * Reads a KSPLAT of version 0.1 (mkkellogg/GaussianSplats3D): sections of buckets, which are groups
 * of nearby splats.
 * @throws {UnworkableModelError} if the file is damaged or of another version.
 */
export function readKsplat(bytes: Uint8Array): Splats {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.byteLength < headerBytes) throw damaged()
  const [major, minor] = [view.getUint8(0), view.getUint8(1)]
  if (major !== 0 || minor < 1) {
    throw new UnworkableModelError(
      `This KSPLAT file has version ${major}.${minor}, which is not supported.`,
    )
  }
  const level = levels[view.getUint16(20, true)]
  const sectionCount = view.getUint32(4, true)
  if (!level || sectionCount > sectionsMax) throw damaged()
  const sections = readSections(view, level, sectionCount)
  const count = sections.reduce((sum, one) => sum + one.count, 0)
  if (count !== view.getUint32(16, true)) throw damaged()
  const degree = toDegree(Math.max(0, ...sections.map((one) => one.degree)))
  const splats = makeSplats(count, true, degree)
  const low = view.getFloat32(36, true) || -1.5
  const high = view.getFloat32(40, true) || 1.5
  let first = 0
  for (const section of sections) {
    readSection({ view, section, level, first, harmonicRange: [low, high] }, splats)
    first += section.count
  }
  return splats
}

type Section = {
  count: number
  degree: Degree
  bucketSize: number
  fullBuckets: number
  partial: number[]
  step: number
  range: number
  bucketBytes: number
  bucketsAt: number
  rowsAt: number
  rowBytes: number
}

function readSections(view: DataView, level: Level, sectionCount: number): Section[] {
  const sections: Section[] = []
  let start = headerBytes + sectionCount * sectionHeaderBytes
  if (start > view.byteLength) throw damaged()
  for (let index = 0; index < sectionCount; index++) {
    const at = headerBytes + index * sectionHeaderBytes
    const stored = (offset: number) => view.getUint32(at + offset, true)
    const degree = view.getUint16(at + 40, true)
    if (degree > 3) throw damaged()
    const [count, room, bucketSize, bucketCount] = [stored(0), stored(4), stored(8), stored(12)]
    const bucketBytes = view.getUint16(at + 20, true)
    const range = stored(24) || level.range
    const partialCount = stored(36)
    const coefficients = 3 * coefficientCounts[toDegree(degree)]
    const rowBytes = level.position * 3 + level.float * 7 + 4 + coefficients * level.harmonic
    const bucketsAt = start + partialCount * 4
    const rowsAt = bucketsAt + bucketBytes * bucketCount
    const end = rowsAt + rowBytes * room
    if (end > view.byteLength || count > room) throw damaged()
    sections.push({
      count,
      degree: toDegree(degree),
      bucketSize,
      fullBuckets: stored(32),
      partial: Array.from({ length: partialCount }, (_, k) => view.getUint32(start + k * 4, true)),
      step: view.getFloat32(at + 16, true) / 2 / range,
      range,
      bucketBytes,
      bucketsAt,
      rowsAt,
      rowBytes,
    })
    start = end
  }
  return sections
}

type SectionToRead = {
  view: DataView
  section: Section
  level: Level
  /** Index of the first splat of the section. */
  first: number
  harmonicRange: readonly [low: number, high: number]
}

function readSection(
  { view, section, level, first, harmonicRange: [low, high] }: SectionToRead,
  splats: Splats,
): void {
  const float = (at: number) =>
    level.float === 4
      ? view.getFloat32(at, true)
      : DataUtils.fromHalfFloat(view.getUint16(at, true))
  const harmonic = (at: number) => {
    if (level.harmonic === 4) return view.getFloat32(at, true)
    if (level.harmonic === 2) return DataUtils.fromHalfFloat(view.getUint16(at, true))
    return low + (view.getUint8(at) / 255) * (high - low)
  }
  const findBucket = createBucketFinder(section)
  for (let row = 0; row < section.count; row++) {
    const splat = first + row
    const at = section.rowsAt + row * section.rowBytes
    const bucket = section.bucketsAt + findBucket(row) * section.bucketBytes
    if (level.position === 2 && bucket + 12 > section.rowsAt) throw damaged()
    const scalesAt = at + level.position * 3
    const turnAt = scalesAt + level.float * 3
    const colorAt = turnAt + level.float * 4
    for (let axis = 0; axis < 3; axis++) {
      splats.positions[splat * 3 + axis] =
        level.position === 4
          ? view.getFloat32(at + axis * 4, true)
          : (view.getUint16(at + axis * 2, true) - section.range) * section.step +
            view.getFloat32(bucket + axis * 4, true)
      splats.scales[splat * 3 + axis] = Math.abs(float(scalesAt + axis * level.float))
      splats.colors[splat * 3 + axis] = (view.getUint8(colorAt + axis) / 255 - 0.5) / sh0
    }
    splats.opacities[splat] = view.getUint8(colorAt + 3) / 255
    const [w = 1, x = 0, y = 0, z = 0] = [0, 1, 2, 3].map((k) => float(turnAt + k * level.float))
    putRotation(splats.rotations, splat, x, y, z, w)
    splats.harmonics.forEach((list, coefficient) => {
      if (coefficient >= coefficientCounts[section.degree]) return
      const degree = coefficient < 3 ? 1 : coefficient < 8 ? 2 : 3
      const within = coefficient - coefficientCounts[toDegree(degree - 1)]
      for (let channel = 0; channel < 3; channel++) {
        const place = (firstOfDegree[degree - 1] ?? 0) + channel * (2 * degree + 1) + within
        list[splat * 3 + channel] = harmonic(colorAt + 4 + place * level.harmonic)
      }
    })
  }
}

function createBucketFinder({ bucketSize, fullBuckets, partial }: Section) {
  let index = 0
  let end = fullBuckets * bucketSize + (partial[0] ?? 0)
  return (row: number): number => {
    if (row < fullBuckets * bucketSize) return Math.floor(row / bucketSize)
    while (row >= end && index < partial.length) {
      index++
      end += partial[index] ?? 0
    }
    return fullBuckets + index
  }
}

const damaged = () =>
  new UnworkableModelError('This KSPLAT file is damaged: its contents cannot be read.')
