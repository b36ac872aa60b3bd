import { DataUtils, Matrix3, Matrix4, Quaternion, Vector3 } from 'three'
import { KSPLATLoader } from 'three/addons/loaders/KSPLATLoader.js'
import { describe, expect, it } from 'vitest'
import { sh0 } from './harmonics.ts'
import { readKsplat } from './read-ksplat.ts'

type KsplatOptions = { level: 0 | 1 | 2; degree: 0 | 1 | 2 }

/**
 * Returns a KSPLAT of one section with five splats, in one full bucket of two splats and in partial
 * buckets.
 */
function makeKsplat({ level, degree }: KsplatOptions): Uint8Array<ArrayBuffer> {
  const [position, float, harmonic] = [
    [4, 4, 4],
    [2, 2, 2],
    [2, 2, 1],
  ][level] as [number, number, number]
  const coefficients = [0, 9, 24][degree]!
  const row = position * 3 + float * 7 + 4 + coefficients * harmonic
  const [buckets, partial] = [3, [2, 1]]
  const start = 4096 + 1024
  const rowsAt = start + partial.length * 4 + buckets * 12
  const bytes = new Uint8Array(rowsAt + 5 * row)
  const view = new DataView(bytes.buffer)
  view.setUint8(1, 1)
  for (const [at, value] of [
    [4, 1],
    [8, 1],
    [12, 5],
    [16, 5],
    // Fields of the only section, whose header begins at byte 4096.
    [4096, 5],
    [4100, 5],
    [4104, 2],
    [4108, buckets],
    [4128, 1],
    [4132, partial.length],
    [start, 2],
    [start + 4, 1],
  ] as const) {
    view.setUint32(at, value, true)
  }
  view.setUint16(20, level, true)
  view.setFloat32(4112, 5, true)
  view.setUint16(4116, 12, true)
  view.setUint16(4136, degree, true)
  for (let bucket = 0; bucket < buckets; bucket++) {
    for (let axis = 0; axis < 3; axis++) {
      view.setFloat32(start + 8 + bucket * 12 + axis * 4, bucket * 10 + axis, true)
    }
  }
  const write = (at: number, value: number) =>
    float === 4
      ? view.setFloat32(at, value, true)
      : view.setUint16(at, DataUtils.toHalfFloat(value), true)
  for (let splat = 0; splat < 5; splat++) {
    let at = rowsAt + splat * row
    for (let axis = 0; axis < 3; axis++, at += position) {
      if (position === 4) view.setFloat32(at, splat + axis / 10, true)
      else view.setUint16(at, 32_767 + splat * 1000 + axis * 7, true)
    }
    for (let axis = 0; axis < 3; axis++, at += float) write(at, 0.1 + splat / 10 + axis)
    for (const part of [0.5, 0.5, -0.5, 0.5]) {
      write(at, part)
      at += float
    }
    for (const part of [10 * splat, 128, 255, 51]) {
      view.setUint8(at, part)
      at++
    }
    for (let k = 0; k < coefficients; k++, at += harmonic) {
      if (harmonic === 1) view.setUint8(at, k * 5)
      else if (harmonic === 2) view.setUint16(at, DataUtils.toHalfFloat(k / 32), true)
      else view.setFloat32(at, k / 32, true)
    }
  }
  return bytes
}

const near = (values: ArrayLike<number>) => Array.from(values, (value) => expect.closeTo(value, 4))

const levels: KsplatOptions[] = [
  { level: 0, degree: 0 },
  { level: 0, degree: 2 },
  { level: 1, degree: 1 },
  { level: 2, degree: 2 },
]

describe('readKsplat', () => {
  it.each(levels)('reads the same splats as three.js (%j)', (options) => {
    const file = makeKsplat(options)
    const splats = readKsplat(file)
    const known = new KSPLATLoader().parse(file.buffer)
    expect(splats.count).toBe(5)
    expect([...splats.positions]).toEqual(near(known.getAttribute('position').array))
    const covariance = Array.from({ length: 5 }, (_, splat) => getCovariance(splats, splat)).flat()
    expect(covariance).toEqual(near(known.getAttribute('covariance').array))
    const bytes = Array.from({ length: 5 }, (_, splat) => [
      ...[0, 1, 2].map((k) => Math.round((splats.colors[splat * 3 + k]! * sh0 + 0.5) * 255) + 0),
      Math.round(splats.opacities[splat]! * 255),
    ])
    expect(bytes.flat()).toEqual([...known.getAttribute('color').array])
  })

  it('keeps the coefficients of view-dependent colours by channel', () => {
    const { harmonics } = readKsplat(makeKsplat({ level: 0, degree: 2 }))
    expect(harmonics).toHaveLength(8)
    // Degree 1 stores red at 0 to 2, green from 3, blue from 6. Degree 2 starts at 9.
    expect(Array.from(harmonics[1]!.slice(0, 3))).toEqual([1 / 32, 4 / 32, 7 / 32])
    expect(Array.from(harmonics[3]!.slice(0, 3))).toEqual([9 / 32, 14 / 32, 19 / 32])
  })

  it('rejects files that are truncated, of another version, or inconsistent, with a reason', () => {
    const whole = makeKsplat({ level: 1, degree: 1 })
    expect(() => readKsplat(whole.subarray(0, whole.length - 1))).toThrow('damaged')
    expect(() => readKsplat(whole.subarray(0, 100))).toThrow('damaged')
    const other = whole.slice()
    other[0] = 3
    expect(() => readKsplat(other)).toThrow('version 3.1')
    const inconsistent = whole.slice()
    inconsistent[16] = 200
    expect(() => readKsplat(inconsistent)).toThrow('damaged')
    const huge = whole.slice()
    new DataView(huge.buffer).setUint32(4132, 0xffff_ffff, true)
    expect(() => readKsplat(huge)).toThrow('damaged')
  })
})

function getCovariance({ scales, rotations }: ReturnType<typeof readKsplat>, splat: number) {
  const turn = new Quaternion().fromArray(rotations, splat * 4)
  const scale = new Vector3().fromArray(scales, splat * 3)
  const m = new Matrix3().setFromMatrix4(new Matrix4().compose(new Vector3(), turn, scale))
  const { elements } = m.clone().multiply(m.clone().transpose())
  return [0, 3, 6, 4, 7, 8].map((at) => elements[at]!)
}
