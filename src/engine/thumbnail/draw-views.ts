import sharp from 'sharp'
import type { ViewsWish } from '../messages.ts'
import { placeCamera } from './camera.ts'
import { createQuickDrawing } from './draw-quick.ts'
import { loadScene, type Scene } from './draw-view.ts'
import { plainMaterial } from './load-draws.ts'

/** A side of the model takes up about half of what is on a texture. */
const texelsPerPixel = 2
/** Tells white models from it, and black ones. */
const background = { r: 112, g: 118, b: 126 }
const axes = { x: 0, y: 1, z: 2 } as const

/**
 * A model from several sides, side by side in rows of up to three, or two and two where there are four.
 *
 * @returns a JPEG, or `undefined` when there is nothing that can be drawn.
 */
export async function drawViews(
  glb: Uint8Array,
  { sides, sidePx, isClay = false, section }: ViewsWish,
): Promise<Uint8Array | undefined> {
  const loaded = await loadScene(glb, sidePx * texelsPerPixel)
  if (!loaded) return undefined
  const scene = {
    ...(isClay ? asClay(loaded) : loaded),
    ...(section && { section: cutOf(loaded, section) }),
  }
  const { draws, bounds } = scene
  const columns = sides.length === 4 ? 2 : Math.min(3, sides.length)
  const rows = Math.ceil(sides.length / columns)
  const [width, height] = [columns * sidePx, rows * sidePx]
  const sheet = new Uint8Array(width * height * 4)
  const draw = createQuickDrawing(scene, sidePx)
  sides.forEach((view, at) => {
    const rgba = draw(placeCamera(draws, { bounds, view, sidePx }))
    const [left, top] = [(at % columns) * sidePx, Math.floor(at / columns) * sidePx]
    for (let y = 0; y < sidePx; y++) {
      const row = rgba.subarray(y * sidePx * 4, (y + 1) * sidePx * 4)
      sheet.set(row, ((top + y) * width + left) * 4)
    }
  })
  return sharp(sheet, { raw: { width, height, channels: 4 } })
    .flatten({ background })
    .jpeg({ quality: 84 })
    .toBuffer()
}

const asClay = (scene: Scene): Scene => ({
  ...scene,
  draws: scene.draws.map((draw) => ({
    ...draw,
    uvs: undefined,
    colours: undefined,
    material: plainMaterial,
  })),
})

function cutOf(
  { bounds: { min, max } }: Scene,
  { axis: name, at }: NonNullable<ViewsWish['section']>,
): NonNullable<Scene['section']> {
  const axis = axes[name]
  return { axis, max: min[axis] + (max[axis] - min[axis]) * at }
}
