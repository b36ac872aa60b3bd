import sharp from 'sharp'
import type { Mesh } from '../../mesh/mesh.ts'
import { linearFromSrgb8, srgb8FromLinear } from '../../raster/colour-space.ts'
import { createPlane, type Plane } from '../../raster/plane.ts'
import { fillUnknown } from '../../raster/pull-push.ts'
import { findTrianglesOfPixels } from '../../texture/find-pixel-triangles.ts'
import type { TexturedMesh } from '../../uv.ts'
import { project } from '../cameras/lens.ts'
import type { ScanView } from '../scan-view.ts'
import { cutCharts } from './cut-charts.ts'
import { type ChartLayout, layOutCharts } from './lay-out-charts.ts'
import { type ViewWeights, viewsPerVertex, weighViews } from './weigh-views.ts'

const side = 2048
/** Linear brightness of the mat's paper after correction of the exposure. */
const paperBrightness = 0.8

export type PaintedScan = {
  readonly mesh: TexturedMesh
  readonly textures: { readonly baseColour: Uint8Array }
}

/**
 * Paints a mesh from the photos that show it best. The mat's white paper is the reference for
 * exposure and white balance.
 */
export async function paintScan(
  mesh: Mesh,
  views: readonly ScanView[],
  onProgress: (done: number) => void,
): Promise<PaintedScan> {
  const weights = weighViews(mesh, views)
  onProgress(0.4)
  const atlas = layOutCharts(mesh, cutCharts(mesh), side)
  const planes = [createPlane(side, side), createPlane(side, side), createPlane(side, side)]
  const trust = createPlane(side, side)
  paintTexels(atlas, { views, weights, planes, trust })
  onProgress(0.8)
  fillUnknown(planes, trust)
  const pixels = new Uint8Array(side * side * 3)
  for (let i = 0; i < side * side; i++) {
    for (let c = 0; c < 3; c++) {
      pixels[i * 3 + c] = Math.round(srgb8FromLinear(Math.min(1, Math.max(0, planes[c].data[i]))))
    }
  }
  const baseColour = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .jpeg({ quality: 90, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return { mesh: atlas.mesh, textures: { baseColour } }
}

type Painting = {
  readonly views: readonly ScanView[]
  readonly weights: ViewWeights
  readonly planes: readonly Plane[]
  readonly trust: Plane
}

const weightsOfCorners = [0, 0, 0]
const corners = [0, 0, 0]
const point = [0, 0, 0]
const colour = [0, 0, 0]

function paintTexels(
  { mesh, sources }: ChartLayout,
  { views, weights, planes, trust }: Painting,
): void {
  const { owners, starts, ends } = findTrianglesOfPixels(mesh, side, side)
  const gains = views.map(({ white }) =>
    white.map((value) => paperBrightness / Math.max(0.02, value ** 2.2)),
  )
  for (let y = 0; y < side; y++) {
    for (let x = starts[y]; x < ends[y]; x++) {
      const i = y * side + x
      if (owners[i] === 0) continue
      const triangle = Math.abs(owners[i]) - 1
      findBarycentric(mesh, triangle, { x: (x + 0.5) / side, y: (y + 0.5) / side })
      point.fill(0)
      for (let k = 0; k < 3; k++) {
        for (let axis = 0; axis < 3; axis++) {
          point[axis] += weightsOfCorners[k] * mesh.positions[corners[k] * 3 + axis]
        }
      }
      let total = 0
      for (let k = 0; k < 3; k++) {
        const start = sources[corners[k]] * viewsPerVertex
        for (let entry = start; entry < start + viewsPerVertex; entry++) {
          const index = weights.views[entry]
          if (index < 0 || !readColour(views[index], gains[index])) continue
          const weight = Math.max(1e-4, weightsOfCorners[k]) * weights.weights[entry]
          total += weight
          for (let c = 0; c < 3; c++) planes[c].data[i] += weight * colour[c]
        }
      }
      if (total <= 0) continue
      for (let c = 0; c < 3; c++) planes[c].data[i] /= total
      trust.data[i] = 1
    }
  }
}

type Texel = { readonly x: number; readonly y: number }

function findBarycentric({ indices, uvs }: TexturedMesh, triangle: number, { x, y }: Texel): void {
  for (let k = 0; k < 3; k++) corners[k] = indices[triangle * 3 + k]
  const [a, b, c] = [corners[0] * 2, corners[1] * 2, corners[2] * 2]
  const [bx, by] = [uvs[b] - uvs[a], uvs[b + 1] - uvs[a + 1]]
  const [cx, cy] = [uvs[c] - uvs[a], uvs[c + 1] - uvs[a + 1]]
  const area = bx * cy - cx * by
  const [dx, dy] = [x - uvs[a], y - uvs[a + 1]]
  weightsOfCorners[1] = Math.max(0, (dx * cy - cx * dy) / area)
  weightsOfCorners[2] = Math.max(0, (bx * dy - dx * by) / area)
  const excess = Math.max(1, weightsOfCorners[1] + weightsOfCorners[2])
  weightsOfCorners[1] /= excess
  weightsOfCorners[2] /= excess
  weightsOfCorners[0] = 1 - weightsOfCorners[1] - weightsOfCorners[2]
}

function readColour(view: ScanView, gain: readonly number[]): boolean {
  const [u, v] = project(view.lens, view.pose, point[0], point[1], point[2])
  const x = u - view.left - 0.5
  const y = v - view.top - 0.5
  const column = Math.floor(x)
  const row = Math.floor(y)
  if (!(column >= 0 && row >= 0 && column < view.width - 1 && row < view.height - 1)) return false
  const [across, down] = [x - column, y - row]
  const { rgb } = view
  const upper = (row * view.width + column) * 3
  const lower = upper + view.width * 3
  for (let c = 0; c < 3; c++) {
    const above =
      linearFromSrgb8[rgb[upper + c]] * (1 - across) + linearFromSrgb8[rgb[upper + 3 + c]] * across
    const below =
      linearFromSrgb8[rgb[lower + c]] * (1 - across) + linearFromSrgb8[rgb[lower + 3 + c]] * across
    colour[c] = (above * (1 - down) + below * down) * gain[c]
  }
  return true
}
