import { pictureLimits } from '#contract/files.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'

/** Returns whether the picture is large enough for the model to use. */
export const isLargeEnough = (
  size: { widthPx?: number | undefined; heightPx?: number | undefined } | undefined,
  rules: PictureRules | undefined,
): boolean => {
  const { sidePxMin } = getSideLimits(rules)
  return Math.min(size?.widthPx ?? Infinity, size?.heightPx ?? Infinity) >= sidePxMin
}

export const getSideLimits = (rules: PictureRules | undefined) => ({
  value: 'token' as const,
  sidePxMin: Math.max(pictureLimits.sidePxMin, rules?.sidePxMin ?? 0),
  sidePxMax: Math.min(pictureLimits.sidePxMax, rules?.sidePxMax ?? Infinity),
})

export const getPictureBounds = (rules: PictureRules | undefined) => ({
  sidePxMax: getSideLimits(rules).sidePxMax,
  sizeBytesMax: Math.min(pictureLimits.sizeBytesMax, rules?.sizeBytesMax ?? Infinity),
  mimeTypes: rules?.mimeTypes,
})
