import { measureSlopes, readSlopes, slopeCount } from '../mesh/surface-slopes.ts'
import type { ShapeFields } from '../fields.ts'
import type { Plane } from '../raster/plane.ts'
import { smoothstep } from '../raster/smoothstep.ts'
import type { TexturedMesh } from '../uv.ts'
import type { Atlas } from './atlas.ts'

/** Triangles are drawn this many pixels beyond their edges, so that filtering finds no gaps. */
const bleed = 1.2

/**
 * Writes a tangent-space normal map: the exact normals of the invented surface, seen from the
 * simplified mesh, with fine relief on top. It makes a thousand triangles look like fifty thousand.
 *
 * @param relief fine structure of each chart, front first; `undefined` for a smooth chart.
 * @param reliefHeight of a full step of the relief, in chart pixels.
 */
export function bakeNormals(
  mesh: TexturedMesh,
  fields: ShapeFields,
  atlas: Atlas,
  relief: readonly (Plane | undefined)[],
  reliefHeight: number,
): void {
  const { width, height, chartWidth, chartHeight, pixels, origins } = atlas
  const { indices, uvs, normals, tangents } = mesh
  const slopes = measureSlopes(fields.surface)
  const perPixelX = slopes.width / chartWidth
  const perPixelY = slopes.height / chartHeight
  const at = new Float64Array(slopeCount)
  const isDrawn = new Uint8Array(width * height)
  for (let k = 0; k < pixels.length; k += 3) {
    pixels[k] = 128
    pixels[k + 1] = 128
    pixels[k + 2] = 255
  }

  draw(false)
  // Only what no triangle covers: most edges have a neighbour that is right there, and not merely near.
  draw(true)

  function draw(isBleeding: boolean): void {
    for (let t = 0; t < indices.length; t += 3) {
      const a = indices[t]
      const b = indices[t + 1]
      const c = indices[t + 2]
      const ax = uvs[a * 2] * width - 0.5
      const ay = uvs[a * 2 + 1] * height - 0.5
      const bx = uvs[b * 2] * width - 0.5
      const by = uvs[b * 2 + 1] * height - 0.5
      const cx = uvs[c * 2] * width - 0.5
      const cy = uvs[c * 2 + 1] * height - 0.5
      const area = (by - cy) * (ax - cx) + (cx - bx) * (ay - cy)
      if (Math.abs(area) < 1e-9) continue
      const left = Math.max(0, Math.floor(Math.min(ax, bx, cx)) - 1)
      const right = Math.min(width - 1, Math.ceil(Math.max(ax, bx, cx)) + 1)
      const top = Math.max(0, Math.floor(Math.min(ay, by, cy)) - 1)
      const bottom = Math.min(height - 1, Math.ceil(Math.max(ay, by, cy)) + 1)
      const isBack =
        origins[1].x > 0 ? Math.max(ax, bx, cx) > chartWidth : Math.max(ay, by, cy) > chartHeight
      const origin = origins[isBack ? 1 : 0]
      const side = isBack ? -1 : 1
      const bumps = relief[isBack ? 1 : 0]
      const outermost = isBleeding ? -bleed / Math.sqrt(Math.abs(area)) : -1e-6
      const stepA = (by - cy) / area
      const stepB = (cy - ay) / area

      for (let y = top; y <= bottom; y++) {
        let wa = ((by - cy) * (left - cx) + (cx - bx) * (y - cy)) / area
        let wb = ((cy - ay) * (left - cx) + (ax - cx) * (y - cy)) / area
        for (let x = left; x <= right; x++, wa += stepA, wb += stepB) {
          const wc = 1 - wa - wb
          if (wa < outermost || wb < outermost || wc < outermost) continue
          const pixel = y * width + x
          const isInside = wa >= -1e-6 && wb >= -1e-6 && wc >= -1e-6
          if (isBleeding) {
            if (isInside || isDrawn[pixel]) continue
          } else if (isInside) isDrawn[pixel] = 1
          else continue

          // The frame that a renderer will interpolate from the simplified mesh.
          let nx = wa * normals[a * 3] + wb * normals[b * 3] + wc * normals[c * 3]
          let ny = wa * normals[a * 3 + 1] + wb * normals[b * 3 + 1] + wc * normals[c * 3 + 1]
          let nz = wa * normals[a * 3 + 2] + wb * normals[b * 3 + 2] + wc * normals[c * 3 + 2]
          let scale = 1 / (Math.sqrt(nx * nx + ny * ny + nz * nz) || 1)
          nx *= scale
          ny *= scale
          nz *= scale
          let tx = wa * tangents[a * 4] + wb * tangents[b * 4] + wc * tangents[c * 4]
          let ty = wa * tangents[a * 4 + 1] + wb * tangents[b * 4 + 1] + wc * tangents[c * 4 + 1]
          let tz = wa * tangents[a * 4 + 2] + wb * tangents[b * 4 + 2] + wc * tangents[c * 4 + 2]
          const along = tx * nx + ty * ny + tz * nz
          tx -= along * nx
          ty -= along * ny
          tz -= along * nz
          scale = 1 / (Math.sqrt(tx * tx + ty * ty + tz * tz) || 1)
          tx *= scale
          ty *= scale
          tz *= scale
          const sign = tangents[a * 4 + 3]
          const ux = (ny * tz - nz * ty) * sign
          const uy = (nz * tx - nx * tz) * sign
          const uz = (nx * ty - ny * tx) * sign

          const px = x - origin.x
          const py = y - origin.y
          readSlopes(slopes, (px + 0.5) * perPixelX - 0.5, (py + 0.5) * perPixelY - 0.5, at)
          let mx = nx
          let my = ny
          let mz = nz
          if (at[0] > 0.5) {
            const depth = side * Math.sqrt(at[0])
            const ex = -(at[1] + 2 * depth * at[4])
            const ey = at[2] + 2 * depth * at[5]
            const ez = 2 * depth
            const exact = 1 / (Math.sqrt(ex * ex + ey * ey + ez * ez) || 1)
            // Near the rim one pixel covers much depth, so there the mesh knows better.
            const share = smoothstep(0.25, 0.55, Math.abs(ez * exact))
            mx += (ex * exact - mx) * share
            my += (ey * exact - my) * share
            mz += (ez * exact - mz) * share
          }
          if (bumps) {
            const bx2 = Math.min(chartWidth - 2, Math.max(1, px))
            const by2 = Math.min(chartHeight - 2, Math.max(1, py))
            const i = by2 * chartWidth + bx2
            const steep = Math.abs(mz) * reliefHeight * 0.5
            mx -= (bumps.data[i + 1] - bumps.data[i - 1]) * steep
            my += (bumps.data[i + chartWidth] - bumps.data[i - chartWidth]) * steep
          }
          const u = mx * tx + my * ty + mz * tz
          const v = mx * ux + my * uy + mz * uz
          const w = Math.max(0.15, mx * nx + my * ny + mz * nz)
          const half = 127.5 / Math.sqrt(u * u + v * v + w * w)
          pixels[pixel * 3] = u * half + 128
          pixels[pixel * 3 + 1] = v * half + 128
          pixels[pixel * 3 + 2] = w * half + 128
        }
      }
    }
  }
}
