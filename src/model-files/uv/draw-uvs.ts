import { isFlipped } from './measure-uvs.ts'
import { type UvLayout, uvGridSide } from './uv-facts.ts'

const overlapColor = [220, 38, 38, 150]
const flippedColor = 'rgb(37 99 235 / 0.4)'
/** Dark lines below light lines are visible on every texture. Widths in pixels. */
const lines = [
  { color: 'rgb(0 0 0 / 0.45)', width: 2.5 },
  { color: 'rgb(255 255 255 / 0.9)', width: 1 },
]
/** Triangles per path. Browsers draw several short paths faster than a long path. */
const trianglesPerPath = 2000

/** Draws the edges of all triangles, areas that overlap in red, and mirrored triangles in blue. */
export function drawUvs({ corners, uses }: UvLayout): ImageBitmap {
  const canvas = new OffscreenCanvas(uvGridSide, uvGridSide)
  const context = canvas.getContext('2d')
  if (!context) return canvas.transferToImageBitmap()
  const image = context.createImageData(uvGridSide, uvGridSide)
  uses.forEach((count, cell) => {
    if (count > 1) image.data.set(overlapColor, cell * 4)
  })
  context.putImageData(image, 0, 0)
  context.lineJoin = 'round'
  for (let start = 0; start < corners.length; start += trianglesPerPath * 6) {
    const part = corners.subarray(start, start + trianglesPerPath * 6)
    context.fillStyle = flippedColor
    context.fill(toPath(part, isFlipped))
    const all = toPath(part, () => true)
    for (const { color, width } of lines) {
      context.strokeStyle = color
      context.lineWidth = width
      context.stroke(all)
    }
  }
  return canvas.transferToImageBitmap()
}

function toPath(
  corners: Float32Array,
  isWanted: (corners: Float32Array, at: number) => boolean,
): Path2D {
  const path = new Path2D()
  for (let at = 0; at < corners.length; at += 6) {
    if (!isWanted(corners, at)) continue
    for (let corner = at; corner < at + 6; corner += 2) {
      const x = (corners[corner] ?? 0) * uvGridSide
      const y = (corners[corner + 1] ?? 0) * uvGridSide
      if (corner === at) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    path.closePath()
  }
  return path
}
