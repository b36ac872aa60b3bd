import { clamp } from '#lib/clamp.ts'
import type { Box } from './brush.ts'

/** What is cut from a picture, and how large it is sent. */
export type Crop = {
  /** In pixels of the picture; may reach beyond it, where there is nothing. */
  left: number
  top: number
  width: number
  height: number
  /** In pixels of what is sent. */
  outWidth: number
  outHeight: number
}

export type SideLimits = { sidePxMin: number; sidePxMax: number }

/** A square with the object in its middle, whose long side fills `share` of the square's (0 to 1). */
export function cropAround(
  { left, top, right, bottom }: Box,
  share: number,
  limits: SideLimits,
): Crop {
  const side = Math.max(1, Math.round(Math.max(right - left, bottom - top) / share))
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

/** All of the picture. */
export const wholePicture = (width: number, height: number, limits: SideLimits): Crop =>
  sized({ left: 0, top: 0, width, height }, limits)

/** Pixel for pixel where the limits allow, else as little smaller or larger as may be. */
function sized(
  area: Pick<Crop, 'left' | 'top' | 'width' | 'height'>,
  { sidePxMin, sidePxMax }: SideLimits,
): Crop {
  const scale = Math.min(
    Math.max(1, sidePxMin / Math.min(area.width, area.height)),
    sidePxMax / Math.max(area.width, area.height),
  )
  const out = (side: number) => clamp(Math.round(side * scale), 1, sidePxMax)
  return { ...area, outWidth: out(area.width), outHeight: out(area.height) }
}
