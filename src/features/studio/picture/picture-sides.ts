import { pictureLimits } from '#contract/files.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'

/** A picture that is too small cannot be helped. */
export const isLargeEnough = (
  size: { widthPx?: number | undefined; heightPx?: number | undefined } | undefined,
  rules: PictureRules | undefined,
): boolean => {
  const { sidePxMin } = sidesOf(rules)
  return Math.min(size?.widthPx ?? Infinity, size?.heightPx ?? Infinity) >= sidePxMin
}

/** Of the model, within what this server keeps. */
export const sidesOf = (rules: PictureRules | undefined) => ({
  value: 'token' as const,
  sidePxMin: Math.max(pictureLimits.sidePxMin, rules?.sidePxMin ?? 0),
  sidePxMax: Math.min(pictureLimits.sidePxMax, rules?.sidePxMax ?? Infinity),
})

/** What a picture is made to fit that a model with these rules is to get. */
export const boundsOf = (rules: PictureRules | undefined) => ({
  sidePxMax: sidesOf(rules).sidePxMax,
  sizeBytesMax: Math.min(pictureLimits.sizeBytesMax, rules?.sizeBytesMax ?? Infinity),
  mimeTypes: rules?.mimeTypes,
})
