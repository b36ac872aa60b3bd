import { measureSlopes, slopeCount, type SurfaceSlopes } from '../mesh/surface-slopes.ts'
import type { ShapeFields } from '../fields/build-fields.ts'
import type { Plane } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { TexturedMesh } from '../uv.ts'
import type { Atlas } from './atlas.ts'
import { findTrianglesOfPixels } from './find-pixel-triangles.ts'

// oxlint-disable max-params -- for each run of pixels

type NormalMap = {
  readonly atlas: Atlas
  /**
   * Fine structure of the front's and the back's part of the texture, in this order. `undefined`
   * for a smooth part.
   */
  readonly relief: readonly (Plane | undefined)[]
  /** Height of a relief value of 1, in pixels of the texture. */
  readonly reliefHeight: number
}

/**
 * Writes a tangent-space normal map: the normals of the exact surface for the simplified mesh, with
 * fine relief added.
 */
export function bakeNormals(
  mesh: TexturedMesh,
  fields: ShapeFields,
  { atlas, relief, reliefHeight }: NormalMap,
): void {
  const { width, height } = atlas
  const { owners, starts, ends } = findTrianglesOfPixels(mesh, width, height)
  const slopes = measureSlopes(fields.surface)
  const baking: Baking = {
    mesh,
    atlas,
    relief,
    reliefHeight,
    slopes,
    ...placesAlong(slopes.width, atlas.chartWidth),
    line: new Float64Array(slopes.width * slopeCount),
    lineY: -1,
    frame: new Float64Array(12),
  }
  fillFlat(atlas.pixels)

  for (let y = 0; y < height; y++) {
    const end = y * width + ends[y]
    for (let i = y * width + starts[y]; i < end;) {
      const owner = owners[i]
      const runStart = i
      do i++
      while (i < end && owners[i] === owner)
      if (owner === 0) continue
      paintRun(baking, Math.abs(owner) - 1, runStart - y * width, i - y * width, y)
    }
  }
}

type Baking = {
  readonly mesh: TexturedMesh
  readonly atlas: Atlas
  readonly relief: readonly (Plane | undefined)[]
  readonly reliefHeight: number
  readonly slopes: SurfaceSlopes
  readonly offsets: Int32Array
  readonly fractions: Float64Array
  readonly line: Float64Array
  lineY: number
  readonly frame: Float64Array
}

function paintRun(baking: Baking, triangle: number, start: number, end: number, y: number): void {
  const { mesh, atlas, relief, reliefHeight, offsets, fractions, line, frame } = baking
  const { width, chartWidth, chartHeight, pixels, origins } = atlas
  const isBack = startRun(baking, triangle, start, y)
  const origin = origins[isBack ? 1 : 0]
  const side = isBack ? -1 : 1
  const bumps = relief[isBack ? 1 : 0]?.data

  let normalX = frame[0]
  let normalY = frame[1]
  let normalZ = frame[2]
  let tangentX = frame[3]
  let tangentY = frame[4]
  let tangentZ = frame[5]
  const normalStepX = frame[6]
  const normalStepY = frame[7]
  const normalStepZ = frame[8]
  const tangentStepX = frame[9]
  const tangentStepY = frame[10]
  const tangentStepZ = frame[11]
  const sign = mesh.tangents[mesh.indices[triangle * 3] * 4 + 3]

  const py = readLine(baking, y - origin.y)
  const bumpRow = Math.min(chartHeight - 2, Math.max(1, py)) * chartWidth

  for (let x = start; x < end; x++) {
    let scale = 1 / (Math.sqrt(normalX * normalX + normalY * normalY + normalZ * normalZ) || 1)
    const nx = normalX * scale
    const ny = normalY * scale
    const nz = normalZ * scale
    const along = tangentX * nx + tangentY * ny + tangentZ * nz
    let tx = tangentX - along * nx
    let ty = tangentY - along * ny
    let tz = tangentZ - along * nz
    scale = 1 / (Math.sqrt(tx * tx + ty * ty + tz * tz) || 1)
    tx *= scale
    ty *= scale
    tz *= scale
    normalX += normalStepX
    normalY += normalStepY
    normalZ += normalStepZ
    tangentX += tangentStepX
    tangentY += tangentStepY
    tangentZ += tangentStepZ

    let mx = nx
    let my = ny
    let mz = nz
    const px = Math.min(chartWidth - 1, Math.max(0, x - origin.x))
    const k = offsets[px]
    const fraction = fractions[px]
    const square = line[k] + (line[k + 6] - line[k]) * fraction
    if (square > 0.5) {
      const squareX = line[k + 1] + (line[k + 7] - line[k + 1]) * fraction
      const squareY = line[k + 2] + (line[k + 8] - line[k + 2]) * fraction
      const middleX = line[k + 4] + (line[k + 10] - line[k + 4]) * fraction
      const middleY = line[k + 5] + (line[k + 11] - line[k + 5]) * fraction
      const depth = side * Math.sqrt(square)
      const ex = -(squareX + 2 * depth * middleX)
      const ey = squareY + 2 * depth * middleY
      const ez = 2 * depth
      const exact = 1 / (Math.sqrt(ex * ex + ey * ey + ez * ez) || 1)
      // Near the rim, one pixel spans a large depth, so the mesh's own normal is more accurate.
      const trust = smoothstep(0.25, 0.55, Math.abs(ez * exact))
      mx += (ex * exact - mx) * trust
      my += (ey * exact - my) * trust
      mz += (ez * exact - mz) * trust
    }
    if (bumps) {
      const i = bumpRow + Math.min(chartWidth - 2, Math.max(1, px))
      const steep = Math.abs(mz) * reliefHeight * 0.5
      mx -= (bumps[i + 1] - bumps[i - 1]) * steep
      my += (bumps[i + chartWidth] - bumps[i - chartWidth]) * steep
    }
    const u = mx * tx + my * ty + mz * tz
    const v =
      (mx * (ny * tz - nz * ty) + my * (nz * tx - nx * tz) + mz * (nx * ty - ny * tx)) * sign
    const w = Math.max(0.15, mx * nx + my * ny + mz * nz)
    const half = 127.5 / Math.sqrt(u * u + v * v + w * w)
    const pixel = (y * width + x) * 3
    pixels[pixel] = u * half + 128
    pixels[pixel + 1] = v * half + 128
    pixels[pixel + 2] = w * half + 128
  }
}

function startRun(baking: Baking, triangle: number, x: number, y: number): boolean {
  const { indices, uvs } = baking.mesh
  const { width, height, chartWidth, chartHeight, origins } = baking.atlas
  const a = indices[triangle * 3]
  const b = indices[triangle * 3 + 1]
  const c = indices[triangle * 3 + 2]
  const ax = uvs[a * 2] * width - 0.5
  const ay = uvs[a * 2 + 1] * height - 0.5
  const bx = uvs[b * 2] * width - 0.5
  const by = uvs[b * 2 + 1] * height - 0.5
  const cx = uvs[c * 2] * width - 0.5
  const cy = uvs[c * 2 + 1] * height - 0.5
  const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
  const isBack =
    origins[1].x > 0 ? Math.max(ax, bx, cx) > chartWidth : Math.max(ay, by, cy) > chartHeight
  const wa = ((by - cy) * (x - cx) + (cx - bx) * (y - cy)) / area
  const wb = ((cy - ay) * (x - cx) + (ax - cx) * (y - cy)) / area
  blendFrame(baking, triangle, wa, wb, (by - cy) / area, (cy - ay) / area)
  return isBack
}

function blendFrame(
  { mesh, frame }: Baking,
  triangle: number,
  wa: number,
  wb: number,
  stepA: number,
  stepB: number,
): void {
  const { indices, normals, tangents } = mesh
  const a = indices[triangle * 3]
  const b = indices[triangle * 3 + 1]
  const c = indices[triangle * 3 + 2]
  for (let k = 0; k < 3; k++) {
    frame[k] = blendAt(normals, a * 3 + k, b * 3 + k, c * 3 + k, wa, wb)
    frame[k + 3] = blendAt(tangents, a * 4 + k, b * 4 + k, c * 4 + k, wa, wb)
    frame[k + 6] = blendStep(normals, a * 3 + k, b * 3 + k, c * 3 + k, stepA, stepB)
    frame[k + 9] = blendStep(tangents, a * 4 + k, b * 4 + k, c * 4 + k, stepA, stepB)
  }
}

function blendAt(
  values: Float32Array,
  a: number,
  b: number,
  c: number,
  wa: number,
  wb: number,
): number {
  const last = values[c]
  return last + wa * (values[a] - last) + wb * (values[b] - last)
}

function blendStep(
  values: Float32Array,
  a: number,
  b: number,
  c: number,
  stepA: number,
  stepB: number,
): number {
  const last = values[c]
  return stepA * (values[a] - last) + stepB * (values[b] - last)
}

function fillFlat(pixels: Uint8Array): void {
  pixels.set([128, 128, 255])
  for (let done = 3; done < pixels.length; done *= 2) pixels.copyWithin(done, 0, done)
}

function placesAlong(nodes: number, pixels: number) {
  const offsets = new Int32Array(pixels)
  const fractions = new Float64Array(pixels)
  for (let x = 0; x < pixels; x++) {
    const at = Math.min(nodes - 1, Math.max(0, ((x + 0.5) * nodes) / pixels - 0.5))
    const left = Math.min(Math.floor(at), nodes - 2)
    offsets[x] = left * slopeCount
    fractions[x] = at - left
  }
  return { offsets, fractions }
}

/**
 * Interpolates the slopes of row `y` into `baking.line`, unless the line already holds the row.
 * @returns `y`, limited to the rows of this part of the texture.
 */
function readLine(baking: Baking, y: number): number {
  const { slopes, atlas, line, lineY } = baking
  const py = Math.min(atlas.chartHeight - 1, Math.max(0, y))
  if (py === lineY) return py
  blendRows(slopes, ((py + 0.5) * slopes.height) / atlas.chartHeight - 0.5, line)
  baking.lineY = py
  return py
}

function blendRows({ width, height, data }: SurfaceSlopes, y: number, line: Float64Array): void {
  const at = Math.min(height - 1, Math.max(0, y))
  const top = Math.min(Math.floor(at), height - 2)
  const fraction = at - top
  const size = width * slopeCount
  for (let k = 0, i = top * size; k < size; k++, i++) {
    line[k] = data[i] + (data[i + size] - data[i]) * fraction
  }
}
