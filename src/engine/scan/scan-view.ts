import { type Lens, type Pose, project } from './cameras/lens.ts'

/** The part of a photo that shows the object, with masks of its pixels. */
export type ScanView = {
  readonly photo: number
  readonly lens: Lens
  readonly pose: Pose
  left: number
  top: number
  width: number
  height: number
  rgb: Uint8Array
  /** 1 for pixels that show the printed area of the mat or an object in front of the print. */
  onPage: Uint8Array
  /**
   * Probability of the object according to the mat alone, 0 to 255. 128 (unknown) beside the page.
   */
  matChance: Uint8Array
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
export type Crop = Readonly<Pick<ScanView, 'left' | 'top' | 'width' | 'height' | 'rgb'>>
/** A part of a photo, in px. */
export type CropBox = Omit<Crop, 'rgb'>

/** Copies a part of an image. `from` is the part of the photo that the image shows. */
export function cropPixels(
  image: Uint8Array,
  from: CropBox,
  { left, top, width, height }: CropBox,
): Uint8Array {
  const bytes = image.length / (from.width * from.height)
  const cropped = new Uint8Array(width * height * bytes)
  for (let y = 0; y < height; y++) {
    const start = ((y + top - from.top) * from.width + left - from.left) * bytes
    cropped.set(image.subarray(start, start + width * bytes), y * width * bytes)
  }
  return cropped
}

/**
 * Returns the part of a photo around the outline, or undefined if the outline is empty. Its left
 * and top are multiples of `step` px from those of the photo.
 */
export function boundOutline(
  { left, top, width, height, outline }: CropBox & Pick<ScanView, 'outline'>,
  margin: number,
  step = 1,
): CropBox | undefined {
  const box = { fromX: width, toX: 0, fromY: height, toY: 0 }
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (!outline[i]) continue
      box.fromX = Math.min(box.fromX, x - margin)
      box.toX = Math.max(box.toX, x + margin)
      box.fromY = Math.min(box.fromY, y - margin)
      box.toY = y + margin
    }
  }
  const [x, y] = [box.fromX, box.fromY].map((from) => step * Math.floor(Math.max(0, from) / step))
  const part = {
    left: left + x,
    top: top + y,
    width: Math.min(width, box.toX) - x,
    height: Math.min(height, box.toY) - y,
  }
  return part.width < 2 || part.height < 2 ? undefined : part
}

/** Crops a photo further, to the surroundings of the outline. */
export function cropToOutline(view: ScanView, margin: number): void {
  const part = boundOutline(view, margin)
  if (!part) return
  const { left, top, width, height } = view
  const crop = (image: Uint8Array) => cropPixels(image, { left, top, width, height }, part)
  const { rgb, onPage, matChance, mask, outline } = view
  const images = { rgb, onPage, matChance, mask, outline }
  for (const name of Object.keys(images) as (keyof typeof images)[]) view[name] = crop(images[name])
  Object.assign(view, part)
}

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
  const box = { left, top, width: cropWidth, height: cropHeight }
  const { width, height: photoHeight } = photo
  const whole = { left: 0, top: 0, width, height: photoHeight }
  return { ...box, rgb: cropPixels(photo.data, whole, box) }
}
