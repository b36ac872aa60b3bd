import sharp from 'sharp'
import type { ViewsWish } from '../messages.ts'
import { findBounds, placeCamera, type SceneBounds } from './camera.ts'
import { castContactShadow } from './contact-shadow.ts'
import { asClay, createQuickDrawing, clearSheet, findVisible } from './draw-quick.ts'
import type { AxisCut } from './draw-view.ts'
import { openDraws } from './load-draws.ts'

/**
 * Texture pixels per pixel of the picture. One side of the model covers about half of a texture.
 */
const texelsPerPixel = 2
const axes = { x: 0, y: 1, z: 2 } as const

/**
 * Draws a model from several sides, in rows of up to three, or two by two for four.
 * @returns a JPEG, or `undefined` if there is nothing to draw.
 */
export async function drawViews(
  glb: Uint8Array,
  { sides, sidePx, isClay = false, section }: ViewsWish,
): Promise<Uint8Array | undefined> {
  const { shapes, draws } = await openDraws(glb, isClay ? 0 : sidePx * texelsPerPixel)
  const bounds = findBounds(shapes)
  if (!bounds) return undefined
  const cut = section && getCut(bounds, section)
  const shadow = castContactShadow(shapes, bounds)
  // Compute visibility while other threads decode the textures, unless visibility depends on
  // textures.
  const seen = shapes.some(({ isCutOut }) => isCutOut) && !isClay ? await draws : shapes
  const looks = sides.map((view) =>
    findVisible(seen, placeCamera(seen, { bounds, view, sidePx }), cut),
  )

  const columns = sides.length === 4 ? 2 : Math.min(3, sides.length)
  const rows = Math.ceil(sides.length / columns)
  const [width, height] = [columns * sidePx, rows * sidePx]
  const sheet = new Uint8Array(width * height * 3)
  if (columns * rows > sides.length) clearSheet(sheet, width)
  const coloured = isClay ? shapes.map(asClay) : await draws
  const draw = createQuickDrawing({ draws: coloured, shadow }, sidePx)
  looks.forEach((one, at) => {
    const rgb = draw(one)
    const [left, top] = [(at % columns) * sidePx, Math.floor(at / columns) * sidePx]
    for (let y = 0; y < sidePx; y++) {
      const row = rgb.subarray(y * sidePx * 3, (y + 1) * sidePx * 3)
      sheet.set(row, ((top + y) * width + left) * 3)
    }
  })
  return sharp(sheet, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 84 })
    .toBuffer()
}

function getCut(
  { min, max }: SceneBounds,
  { axis: name, at }: NonNullable<ViewsWish['section']>,
): AxisCut {
  const axis = axes[name]
  return { axis, max: min[axis] + (max[axis] - min[axis]) * at }
}
