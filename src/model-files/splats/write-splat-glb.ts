import { writeGlb } from '#lib/gltf/glb.ts'
import { coefficientNames } from './harmonics.ts'
import type { Splats } from './splats.ts'

const floatType = 5126
const pointsMode = 0
const kind = 'KHR_gaussian_splatting'

/** Quaternion of half a turn around x, from y down to y up. */
const upright = [1, 0, 0, 0]

/**
 * Writes splats as a GLB with `KHR_gaussian_splatting`. Readers without support for the extension
 * show points.
 */
export function writeSplatGlb(splats: Splats): Uint8Array<ArrayBuffer> {
  const { count, positions, scales, rotations, opacities, colors, harmonics } = splats
  const columns = [
    { name: 'POSITION', type: 'VEC3', values: positions },
    { name: `${kind}:SCALE`, type: 'VEC3', values: scales },
    { name: `${kind}:ROTATION`, type: 'VEC4', values: rotations },
    { name: `${kind}:OPACITY`, type: 'SCALAR', values: opacities },
    { name: `${kind}:SH_DEGREE_0_COEF_0`, type: 'VEC3', values: colors },
    ...harmonics.map((values, place) => ({
      name: `${kind}:${coefficientNames[place]}`,
      type: 'VEC3',
      values,
    })),
  ]
  let byteOffset = 0
  const bufferViews = columns.map(({ values: { byteLength } }) => {
    const view = { buffer: 0, byteOffset, byteLength }
    byteOffset += byteLength
    return view
  })
  const root = {
    asset: { version: '2.0', generator: 'Bozzetto' },
    extensionsUsed: [kind],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...(splats.isUpsideDown && { rotation: upright }) }],
    meshes: [
      {
        extras: { fullDegree: splats.fullDegree },
        primitives: [
          {
            mode: pointsMode,
            attributes: Object.fromEntries(columns.map(({ name }, place) => [name, place])),
            extensions: { [kind]: { kernel: 'ellipse', colorSpace: 'srgb_rec709_display' } },
          },
        ],
      },
    ],
    accessors: columns.map(({ type }, bufferView) => ({
      bufferView,
      componentType: floatType,
      count,
      type,
      ...(bufferView === 0 && computeExtent(positions)),
    })),
    bufferViews,
    buffers: [{ byteLength: byteOffset }],
  }
  return writeGlb(root, ...columns.map(({ values }) => new Uint8Array(values.buffer)))
}

function computeExtent(positions: Float32Array): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity]
  const max = [-Infinity, -Infinity, -Infinity]
  positions.forEach((value, at) => {
    const axis = at % 3
    min[axis] = Math.min(min[axis] ?? value, value)
    max[axis] = Math.max(max[axis] ?? value, value)
  })
  return { min, max }
}
