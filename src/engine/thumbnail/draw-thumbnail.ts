import sharp from 'sharp'
import { placeCamera, type ViewAngles } from './camera.ts'
import { drawView, loadScene, supersampling } from './draw-view.ts'

export type ThumbnailOptions = { sidePx?: number } & Partial<ViewAngles>

/**
 * Draws a studio picture of a model, by default slightly from the right and above.
 * @param yaw and `pitch` of the camera, in radians.
 * @returns a square WebP with alpha, or `undefined` if there is nothing to draw.
 */
export async function drawThumbnail(
  glb: Uint8Array,
  { sidePx = 512, yaw = Math.PI / 6, pitch = Math.PI / 12 }: ThumbnailOptions = {},
): Promise<Uint8Array | undefined> {
  const scene = await loadScene(glb)
  if (!scene) return undefined
  const { draws, bounds } = scene
  const camera = placeCamera(draws, {
    bounds,
    view: { yaw, pitch },
    sidePx: sidePx * supersampling,
  })
  const rgba = drawView(scene, camera, sidePx)
  if (!rgba) return undefined
  return sharp(rgba, { raw: { width: sidePx, height: sidePx, channels: 4 } })
    .webp({ quality: 86, alphaQuality: 90, effort: 2 })
    .toBuffer()
}
