import sharp from 'sharp'
import { clamp } from '#lib/clamp.ts'
import type { Mesh } from '../mesh/mesh.ts'
import type { EngineParams } from '../params.ts'
import { sampleBilinear } from '../raster/sample.ts'
import { srgb8FromLinear } from '../raster/colour-space.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { ThreePlanes } from '../raster/plane.ts'
import { createVisibility, rasterise } from '../thumbnail/rasterise.ts'
import { tangentsAlongX, type TexturedMesh } from '../uv.ts'

/**
 * Range of the normal's component towards the picture over which the picture's colours replace the
 * network's colours.
 */
const facing = { from: 0.2, to: 0.55 } as const
const lookSide = 512
/** Distance behind the visible surface from which on a surface is hidden, in sides of the box. */
const behind = 0.02
const sides = { usual: 1024, many: 2048 } as const
const manyFaces = 12_000

export type FrontPicture = {
  readonly linear: ThreePlanes
  readonly box: { left: number; top: number; right: number; bottom: number }
}

/** Gives each face its own area of the texture, two faces per square, without overlap. */
export function unwrapFaces({ positions, normals, indices }: Mesh, sidePx: number): TexturedMesh {
  const count = indices.length
  const { squares, square } = computeSquares(count / 3, sidePx)
  const own = {
    positions: new Float32Array(count * 3),
    normals: new Float32Array(count * 3),
    uvs: new Float32Array(count * 2),
  }
  for (let k = 0; k < count; k++) {
    for (let c = 0; c < 3; c++) {
      own.positions[k * 3 + c] = positions[indices[k] * 3 + c]
      own.normals[k * 3 + c] = normals[indices[k] * 3 + c]
    }
    const face = Math.floor(k / 3)
    const [left, top] = [
      ((face >> 1) % squares) * square,
      Math.floor((face >> 1) / squares) * square,
    ]
    const [x, y] = getCorner(face, k % 3, square)
    own.uvs[k * 2] = (left + x) / sidePx
    own.uvs[k * 2 + 1] = (top + y) / sidePx
  }
  return {
    ...own,
    indices: Uint32Array.from({ length: count }, (_, k) => k),
    tangents: tangentsAlongX(own.normals),
  }
}

function computeSquares(faces: number, sidePx: number) {
  const squares = Math.ceil(Math.sqrt(Math.ceil(faces / 2)))
  return { squares, square: Math.floor(sidePx / squares) }
}

function getCorner(face: number, corner: number, square: number): [number, number] {
  const far = square - 2.5
  const even: [number, number][] = [
    [1, 1],
    [far, 1],
    [1, far],
  ]
  const [x, y] = even[corner]
  return face % 2 === 0 ? [x, y] : [square - x, square - y]
}

export const textureSide = (faces: number, wish: EngineParams['texture_size']): number =>
  Math.max(
    wish === 'auto' ? (faces > manyFaces ? sides.many : sides.usual) : wish,
    2 ** Math.ceil(Math.log2(5 * Math.sqrt(faces / 2))),
  )

type Painting = {
  readonly colours: Float32Array
  readonly front: FrontPicture | undefined
  readonly sidePx: number
  readonly format: EngineParams['texture_format']
}

/**
 * Paints the picture's colours where the picture shows the surface, and the network's colours
 * elsewhere.
 */
export async function paintFaces(
  mesh: Mesh,
  { colours, front, sidePx, format }: Painting,
): Promise<Uint8Array> {
  const { positions, normals, indices } = mesh
  const faces = indices.length / 3
  const { squares, square } = computeSquares(faces, sidePx)
  const sees = front && lookerAt(mesh, front)
  const pixels = Buffer.alloc(sidePx * sidePx * 3, 128)
  const [place, normal, own] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (let face = 0; face < faces; face++) {
    const [left, top] = [
      ((face >> 1) % squares) * square,
      Math.floor((face >> 1) / squares) * square,
    ]
    const span = square - 3.5
    for (let y = 0; y < square; y++) {
      for (let x = 0; x < square; x++) {
        if (x + y < square - 1 !== (face % 2 === 0) && x + y !== square - 1) continue
        if (x + y === square - 1 && face % 2 === 1) continue
        const [px, py] = face % 2 === 0 ? [x + 0.5, y + 0.5] : [square - x - 0.5, square - y - 0.5]
        const b = clamp((px - 1) / span, 0, 1)
        const c = clamp((py - 1) / span, 0, 1 - b)
        const weights = [1 - b - c, b, c]
        for (let k = 0; k < 3; k++) place[k] = normal[k] = own[k] = 0
        for (let corner = 0; corner < 3; corner++) {
          const vertex = indices[face * 3 + corner] * 3
          for (let k = 0; k < 3; k++) {
            place[k] += weights[corner] * positions[vertex + k]
            normal[k] += weights[corner] * normals[vertex + k]
            own[k] += weights[corner] * colours[vertex + k]
          }
        }
        const at = ((top + y) * sidePx + left + x) * 3
        const fraction = sees ? sees.fraction(place, normal[2]) : 0
        for (let k = 0; k < 3; k++) {
          const seen = sees && fraction > 0 ? sees.colour(place, k) : 0
          pixels[at + k] = Math.round(255 * own[k] * (1 - fraction) + seen * fraction)
        }
      }
    }
  }
  const picture = sharp(pixels, { raw: { width: sidePx, height: sidePx, channels: 3 } })
  const encoded = format === 'webp' ? picture.webp({ quality: 90 }) : picture.jpeg({ quality: 90 })
  return new Uint8Array(await encoded.toBuffer())
}

function lookerAt({ positions, indices }: Mesh, { linear, box }: FrontPicture) {
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let k = 0; k < positions.length; k += 3) {
    left = Math.min(left, positions[k])
    right = Math.max(right, positions[k])
    low = Math.min(low, positions[k + 1])
    high = Math.max(high, positions[k + 1])
  }
  const across = (x: number) => (x - left) / (right - left || 1)
  const down = (y: number) => (high - y) / (high - low || 1)
  const visibility = createVisibility(lookSide)
  const points = positions.map((value, k) =>
    k % 3 === 0
      ? across(value) * (lookSide - 2) + 1
      : k % 3 === 1
        ? down(value) * (lookSide - 2) + 1
        : value,
  )
  rasterise(visibility, { draw: 0, points, indices })
  const size = Math.max(right - left, high - low)
  return {
    fraction([x, y, z]: readonly number[], normalZ: number): number {
      const px = clamp(Math.floor(across(x) * (lookSide - 2) + 1), 0, lookSide - 1)
      const py = clamp(Math.floor(down(y) * (lookSide - 2) + 1), 0, lookSide - 1)
      const nearest = visibility.nearest[py * lookSide + px]
      return nearest - z > behind * size ? 0 : smoothstep(facing.from, facing.to, normalZ)
    },
    colour([x, y]: readonly number[], channel: number): number {
      const px = box.left + across(x) * (box.right - box.left) - 0.5
      const py = box.top + down(y) * (box.bottom - box.top) - 0.5
      return srgb8FromLinear(sampleBilinear(linear[channel], px, py))
    },
  }
}
