import { clamp } from '#lib/clamp.ts'
import type { MaskBox } from './brush.ts'

export type CutoutCrop = {
  /** Left edge in pixels of the picture. Negative if the crop extends beyond the picture. */
  left: number
  top: number
  width: number
  height: number
  outWidth: number
  outHeight: number
}

export type SideLimits = { sidePxMin: number; sidePxMax: number }

/**
 * Returns a square around the object. The object's long side fills `fraction` (0 to 1) of the
 * square.
 */
export function cropAround(
  { left, top, right, bottom }: MaskBox,
  fraction: number,
  limits: SideLimits,
): CutoutCrop {
  const side = Math.max(1, Math.round(Math.max(right - left, bottom - top) / fraction))
  return sized(
    {
      left: Math.round((left + right - side) / 2),
      top: Math.round((top + bottom - side) / 2),
      width: side,
      height: side,
    },
    limits,
  )
}

export const wholePicture = (width: number, height: number, limits: SideLimits): CutoutCrop =>
  sized({ left: 0, top: 0, width, height }, limits)

/** Keeps the size in pixels if the limits allow it, else scales as little as possible. */
function sized(
  area: Pick<CutoutCrop, 'left' | 'top' | 'width' | 'height'>,
  { sidePxMin, sidePxMax }: SideLimits,
): CutoutCrop {
  const scale = Math.min(
    Math.max(1, sidePxMin / Math.min(area.width, area.height)),
    sidePxMax / Math.max(area.width, area.height),
  )
  const out = (side: number) => clamp(Math.round(side * scale), 1, sidePxMax)
  return { ...area, outWidth: out(area.width), outHeight: out(area.height) }
}
