import { type Lens, type Pose, project } from './cameras/lens.ts'

/** The part of a photo that shows the object, with masks of its pixels. */
export type ScanView = {
  readonly photo: number
  readonly lens: Lens
  readonly pose: Pose
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly rgb: Uint8Array
  /** 1 for pixels that show the printed area of the mat or an object in front of the print. */
  readonly onPage: Uint8Array
  /**
   * Probability of the object according to the mat alone, 0 to 255. 128 (unknown) beside the page.
   */
  readonly matChance: Uint8Array
  readonly white: readonly [number, number, number]
  mask: Uint8Array
  outline: Uint8Array
  isDropped: boolean
  /** The user's choice about the photo. `in` and `out` override `isDropped`. */
  readonly choice: 'auto' | 'in' | 'out'
}

/** Returns whether a photo is used for shape and texture. */
export const isUsed = ({ choice, isDropped }: ScanView): boolean =>
  choice === 'in' || (choice === 'auto' && !isDropped)

/** The space above the mat in which an object is searched: an upright cylinder, in mm. */
export type Volume = { readonly radius: number; readonly height: number }

export type Rgb = { readonly width: number; readonly height: number; readonly data: Uint8Array }
export type DecodedPhoto = Rgb & { readonly isUpright: boolean }
export type Crop = Pick<ScanView, 'left' | 'top' | 'width' | 'height' | 'rgb'>

/** Crops the part of a photo that can show the object. Returns undefined if no part can. */
export function cropVolume(
  photo: Rgb,
  { lens, pose }: Pick<ScanView, 'lens' | 'pose'>,
  { radius, height }: Volume,
): Crop | undefined {
  let [fromX, toX, fromY, toY] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let k = 0; k < 24; k++) {
    const angle = (k / 24) * 2 * Math.PI
    for (const z of [0, height]) {
      const [x, y] = [radius * Math.cos(angle), radius * Math.sin(angle)]
      const [u, v, depth] = project(lens, pose, x, y, z)
      if (depth < 10) continue
      fromX = Math.min(fromX, u)
      toX = Math.max(toX, u)
      fromY = Math.min(fromY, v)
      toY = Math.max(toY, v)
    }
  }
  const margin = 0.08 * Math.max(toX - fromX, toY - fromY)
  const left = Math.max(0, Math.floor(fromX - margin))
  const top = Math.max(0, Math.floor(fromY - margin))
  const cropWidth = Math.min(photo.width, Math.ceil(toX + margin)) - left
  const cropHeight = Math.min(photo.height, Math.ceil(toY + margin)) - top
  if (!(cropWidth > 32 && cropHeight > 32)) return undefined
  const rgb = new Uint8Array(cropWidth * cropHeight * 3)
  for (let y = 0; y < cropHeight; y++) {
    const from = ((y + top) * photo.width + left) * 3
    rgb.set(photo.data.subarray(from, from + cropWidth * 3), y * cropWidth * 3)
  }
  return { left, top, width: cropWidth, height: cropHeight, rgb }
}
