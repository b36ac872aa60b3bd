import { convertedMimeTypes, pictureLimits, type PictureFile } from '#contract/files.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import * as z from 'zod/mini'

const plainPictureSchema = z.object({
  id: z.optional(z.string()),
  url: z.string(),
  name: z.string(),
  widthPx: z.optional(z.number()),
  heightPx: z.optional(z.number()),
  sizeBytes: z.optional(z.number()),
  mimeType: z.optional(z.string()),
  hasAlpha: z.optional(z.boolean()),
})

/** A picture that was chosen: enough to show it, to check it, and to name it in params. */
export const pictureSchema = z.extend(plainPictureSchema, {
  /** Of a cut-out: the picture that it was cut from. */
  cutFrom: z.optional(plainPictureSchema),
})
export type Picture = z.infer<typeof pictureSchema>

/** What the studio keeps of an uploaded picture. */
export function toPicture(file: PictureFile): Picture {
  const { id, url, name, widthPx, heightPx, sizeBytes, mimeType, hasAlpha } = file
  return { id, url, name, widthPx, heightPx, sizeBytes, mimeType, hasAlpha }
}

/** How a field takes the picture: `{ file_token }`, or its address. */
export const pictureValue = (picture: Picture, rules: PictureRules | undefined): unknown =>
  rules?.value === 'token' && picture.id !== undefined
    ? { file_token: picture.id }
    : rules?.value === 'token'
      ? { url: picture.url }
      : picture.url

/** The picture behind a param of an earlier task. `url` is where it is still stored, if it is. */
export function pictureOfValue(value: unknown, url: string | undefined): Picture | undefined {
  if (typeof value === 'string' && value !== '') return { url: value, name: 'Picture' }
  if (typeof value !== 'object' || value === null) return undefined
  const { file_token: token, url: address } = value as { file_token?: unknown; url?: unknown }
  if (typeof token === 'string') return { id: token, url: url ?? '', name: 'Picture' }
  return typeof address === 'string' ? { url: address, name: 'Picture' } : undefined
}

const kindNames: Record<string, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
}

const formatMegabytes = (sizeBytes: number): string =>
  `${(sizeBytes / 1024 / 1024).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

function listKinds(mimeTypes: readonly string[]): string {
  const names = mimeTypes.map(
    (type) => ownValue(kindNames, type) ?? type.replace('image/', '').toUpperCase(),
  )
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Returns the accepted types of pictures. The server converts AVIF, HEIC, TIFF and GIF to JPEG or PNG. */
export function acceptedTypes(rules?: PictureRules): readonly string[] {
  const taken = (type: string) => rules?.mimeTypes?.includes(type) ?? true
  const kept = pictureLimits.mimeTypes.filter(taken)
  return taken('image/jpeg') && taken('image/png') ? [...kept, ...convertedMimeTypes] : kept
}

/** For the file dialog: also what browsers may be able to turn into one of these. */
export const offeredTypes = (rules?: PictureRules): string =>
  [
    ...new Set([...acceptedTypes(rules), 'image/heic', 'image/heif']),
    '.tif',
    '.tiff',
    '.heic',
    '.heif',
  ].join(',')

export const describeAccepted = (rules?: PictureRules): string => listKinds(acceptedTypes(rules))

/**
 * Why a file cannot be taken, before a byte of it is sent; `undefined` when it may be. Only what the
 * browser knows of it is asked here: the server looks at the content.
 */
export function checkPictureFile(
  file: { name: string; type: string; size: number },
  rules?: PictureRules,
): string | undefined {
  const max = Math.min(pictureLimits.sizeBytesMax, rules?.sizeBytesMax ?? Infinity)
  const name = file.name.length > 40 ? `${file.name.slice(0, 39)}…` : file.name
  if (file.size === 0) return `${name} is empty.`
  if (file.type !== '' && !acceptedTypes(rules).some((type) => type === file.type)) {
    return `${name} is not a ${describeAccepted(rules)} picture.`
  }
  if (file.size > max) {
    return `${name} is ${formatMegabytes(file.size)}; the limit is ${formatMegabytes(max)}.`
  }
  return undefined
}

/** Why a stored picture does not suit a model; `undefined` when it does. */
export function checkPicture(picture: Picture, rules: PictureRules): string | undefined {
  const { widthPx, heightPx, mimeType, sizeBytes } = picture
  if (mimeType !== undefined && rules.mimeTypes && !rules.mimeTypes.includes(mimeType)) {
    return `This model accepts ${listKinds(rules.mimeTypes)} pictures.`
  }
  if (sizeBytes !== undefined && sizeBytes > (rules.sizeBytesMax ?? Infinity)) {
    return `This model accepts pictures of up to ${formatMegabytes(rules.sizeBytesMax ?? 0)}.`
  }
  if (widthPx === undefined || heightPx === undefined) return undefined
  if (Math.min(widthPx, heightPx) < (rules.sidePxMin ?? 0)) {
    return `This model needs pictures of at least ${rules.sidePxMin} px per side; this one is ${widthPx} × ${heightPx} px.`
  }
  if (Math.max(widthPx, heightPx) > (rules.sidePxMax ?? Infinity)) {
    return `This model accepts pictures of up to ${rules.sidePxMax} px per side; this one is ${widthPx} × ${heightPx} px.`
  }
  return undefined
}

/** What would make a picture that may be used a better one; `undefined` when nothing is known. */
export function advisePicture(picture: Picture, rules: PictureRules): string | undefined {
  const { widthPx, heightPx } = picture
  const { sidePxAdvised: advised } = rules
  if (widthPx === undefined || heightPx === undefined || advised === undefined) return undefined
  if (Math.min(widthPx, heightPx) >= advised) return undefined
  return `Pictures of at least ${advised} px per side give better models; this one is ${widthPx} × ${heightPx} px.`
}
