import sharp from 'sharp'
import { placeCamera, type Camera } from './camera.ts'
import { drawView, loadScene, supersampling } from './draw-view.ts'

type TurntableOptions = {
  /** How many pictures make one turn. */
  frames: number
  /** Of one picture. */
  sidePx: number
}

/** As a thumbnail stands, so that the first picture is where the turn begins. */
const firstYaw = Math.PI / 6
const pitch = Math.PI / 12

/**
 * A model once around, as pictures side by side. It keeps its size while it turns.
 *
 * @returns a WebP with alpha of `frames * sidePx` × `sidePx`, or `undefined` when there is nothing that
 *   can be drawn.
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

/**
 * The same cameras with one size and one centre for all: each was placed to fill its own picture, and
 * the model would grow and shrink as it turns.
 */
function steady(cameras: readonly Camera[]): Camera[] {
  const mids = cameras.map(({ sidePx, centreX, centreY, focalPx }) => ({
    x: (sidePx / 2 - centreX) / focalPx,
    y: (sidePx / 2 - centreY) / focalPx,
  }))
  const midY = mids.reduce((sum, { y }) => sum + y, 0) / mids.length
  // How far the model reaches from the common centre, in pictures' halves as wide as each was given.
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
