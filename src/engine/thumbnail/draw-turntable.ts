import sharp from 'sharp'
import { placeCamera, type ThumbnailCamera } from './camera.ts'
import { drawView, loadScene, supersampling } from './draw-view.ts'

type TurntableOptions = {
  frames: number
  sidePx: number
}

/** Yaw of the first frame in radians, the same as in the thumbnail. */
const firstYaw = Math.PI / 6
const pitch = Math.PI / 12

/**
 * Draws a full turn of a model as pictures side by side.
 * @returns a WebP with alpha of `frames * sidePx` × `sidePx`, or `undefined` if there is nothing to
 * draw.
 */
export async function drawTurntable(
  glb: Uint8Array,
  { frames, sidePx }: TurntableOptions,
): Promise<Uint8Array | undefined> {
  const scene = await loadScene(glb)
  if (!scene) return undefined
  const { draws, bounds } = scene
  const cameras = Array.from({ length: frames }, (_, at) => {
    const yaw = firstYaw + (at / frames) * 2 * Math.PI
    return placeCamera(draws, { bounds, view: { yaw, pitch }, sidePx: sidePx * supersampling })
  })
  const strip = new Uint8Array(frames * sidePx * sidePx * 4)
  let isAnything = false
  steady(cameras).forEach((camera, at) => {
    const rgba = drawView(scene, camera, sidePx)
    if (!rgba) return
    isAnything = true
    for (let y = 0; y < sidePx; y++) {
      const row = rgba.subarray(y * sidePx * 4, (y + 1) * sidePx * 4)
      strip.set(row, (y * frames + at) * sidePx * 4)
    }
  })
  if (!isAnything) return undefined
  return sharp(strip, { raw: { width: frames * sidePx, height: sidePx, channels: 4 } })
    .webp({ quality: 78, alphaQuality: 80, effort: 2 })
    .toBuffer()
}

/** Gives all cameras the same scale and centre, so that the model keeps its size while it turns. */
function steady(cameras: readonly ThumbnailCamera[]): ThumbnailCamera[] {
  const mids = cameras.map(({ sidePx, centreX, centreY, focalPx }) => ({
    x: (sidePx / 2 - centreX) / focalPx,
    y: (sidePx / 2 - centreY) / focalPx,
  }))
  const midY = mids.reduce((sum, { y }) => sum + y, 0) / mids.length
  const reach = Math.max(
    ...cameras.map(({ sidePx, focalPx }, at) => {
      const { x, y } = mids[at]
      return sidePx / 2 / focalPx + Math.max(Math.abs(x), Math.abs(y - midY))
    }),
  )
  return cameras.map((camera) => {
    const focalPx = camera.sidePx / 2 / reach
    const centre = camera.sidePx / 2
    return { ...camera, focalPx, centreX: centre, centreY: centre - midY * focalPx }
  })
}
