import { asNumber, asRecord } from '#lib/fields.ts'

/** Returns the size of a texture's picture in pixels, or 0 without a picture. */
export function getPictureSize(picture: unknown): { width: number; height: number } {
  const { width, height } = asRecord(picture)
  return { width: asNumber(width) ?? 0, height: asNumber(height) ?? 0 }
}
