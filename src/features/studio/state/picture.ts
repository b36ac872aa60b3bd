import { joinWith, joinWithCommas } from '#lib/format.ts'
import { language } from '#lib/language/translate.ts'
import { convertedMimeTypes, pictureLimits, type PictureFile } from '#contract/files.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { ownValue } from '#lib/own-value.ts'
import * as z from 'zod/mini'
import { asRecord } from '#lib/fields.ts'
import { t } from '#languages/studio.ts'

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

/** A picture with the data for showing, checking and sending the picture. */
export const pictureSchema = z.extend(plainPictureSchema, {
  cutFrom: z.optional(plainPictureSchema),
})
export type StudioPicture = z.infer<typeof pictureSchema>

export function toPicture(file: PictureFile): StudioPicture {
  const { id, url, name, widthPx, heightPx, sizeBytes, mimeType, hasAlpha } = file
  return { id, url, name, widthPx, heightPx, sizeBytes, mimeType, hasAlpha }
}

/** Returns the picture as the field requires it: `{ file_token }` or an address. */
export const toPictureParam = (picture: StudioPicture, rules: PictureRules | undefined): unknown =>
  rules?.value === 'token' && picture.id !== undefined
    ? { file_token: picture.id }
    : rules?.value === 'token'
      ? { url: picture.url }
      : picture.url

/**
 * Returns the picture in a param of an earlier task. `url` is the address of the stored copy, if
 * any.
 */
export function pictureOfValue(value: unknown, url: string | undefined): StudioPicture | undefined {
  if (typeof value === 'string' && value !== '') return { url: value, name: t('Picture') }
  const { file_token: token, url: address } = asRecord(value)
  if (typeof token === 'string') return { id: token, url: url ?? '', name: t('Picture') }
  return typeof address === 'string' ? { url: address, name: t('Picture') } : undefined
}

const kindNames: Record<string, string> = {
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/tiff': 'TIFF',
}

const formatMegabytes = (sizeBytes: number): string =>
  t('{value} MB', {
    value: (sizeBytes / 1024 / 1024).toLocaleString(language, { maximumFractionDigits: 1 }),
  })

const listKinds = (mimeTypes: readonly string[]): string[] =>
  mimeTypes.map((type) => ownValue(kindNames, type) ?? type.replace('image/', '').toUpperCase())

const joinKinds = (mimeTypes: readonly string[]) => joinWith('or', listKinds(mimeTypes))

/** Returns the accepted MIME types. The server converts AVIF, HEIC, TIFF and GIF to JPEG or PNG. */
export function acceptedTypes(rules?: PictureRules): readonly string[] {
  const taken = (type: string) => rules?.mimeTypes?.includes(type) ?? true
  const kept = pictureLimits.mimeTypes.filter(taken)
  return taken('image/jpeg') && taken('image/png') ? [...kept, ...convertedMimeTypes] : kept
}

/**
 * Returns the MIME types for the file dialog, including types that only some browsers can convert.
 */
export const offeredTypes = (rules?: PictureRules): string =>
  [
    ...new Set([...acceptedTypes(rules), 'image/heic', 'image/heif']),
    '.tif',
    '.tiff',
    '.heic',
    '.heif',
  ].join(',')

/**
 * Formats the accepted kinds, such as `PNG, JPEG, WebP`. The first view contains this text, and
 * `Intl.ListFormat` would block it for 25 ms.
 */
export const describeAccepted = (rules?: PictureRules): string =>
  joinWithCommas(listKinds(acceptedTypes(rules)))

/**
 * Returns the reason why a file cannot be uploaded, or `undefined`. The server checks the content
 * later.
 */
export function checkPictureFile(
  file: { name: string; type: string; size: number },
  rules?: PictureRules,
): string | undefined {
  const max = Math.min(pictureLimits.sizeBytesMax, rules?.sizeBytesMax ?? Infinity)
  const name = file.name.length > 40 ? `${file.name.slice(0, 39)}…` : file.name
  if (file.size === 0) return t('{name} is empty.', { name })
  if (file.type !== '' && !acceptedTypes(rules).some((type) => type === file.type)) {
    return t('{name} is not a {rules} picture.', { name, rules: joinKinds(acceptedTypes(rules)) })
  }
  if (file.size > max) {
    return t('{name} is {size}; the limit is {max}.', {
      name,
      size: formatMegabytes(file.size),
      max: formatMegabytes(max),
    })
  }
  return undefined
}

export function checkPicture(picture: StudioPicture, rules: PictureRules): string | undefined {
  const { widthPx, heightPx, mimeType, sizeBytes } = picture
  if (mimeType !== undefined && rules.mimeTypes && !rules.mimeTypes.includes(mimeType)) {
    return t('This engine accepts {mimeTypes} pictures.', { mimeTypes: joinKinds(rules.mimeTypes) })
  }
  if (sizeBytes !== undefined && sizeBytes > (rules.sizeBytesMax ?? Infinity)) {
    return t('This engine accepts pictures of up to {megabytes}.', {
      megabytes: formatMegabytes(rules.sizeBytesMax ?? 0),
    })
  }
  if (widthPx === undefined || heightPx === undefined) return undefined
  if (Math.min(widthPx, heightPx) < (rules.sidePxMin ?? 0)) {
    return t(
      'This engine needs pictures of at least {limit} px per side; this one is {widthPx} × {heightPx} px.',
      { limit: rules.sidePxMin, widthPx, heightPx },
    )
  }
  if (Math.max(widthPx, heightPx) > (rules.sidePxMax ?? Infinity)) {
    return t(
      'This engine accepts pictures of up to {limit} px per side; this one is {widthPx} × {heightPx} px.',
      { limit: rules.sidePxMax, widthPx, heightPx },
    )
  }
  return undefined
}

export function advisePicture(picture: StudioPicture, rules: PictureRules): string | undefined {
  const { widthPx, heightPx } = picture
  const { sidePxAdvised: advised } = rules
  if (widthPx === undefined || heightPx === undefined || advised === undefined) return undefined
  if (Math.min(widthPx, heightPx) >= advised) return undefined
  return t(
    'Pictures of at least {advised} px per side give better models; this one is {widthPx} × {heightPx} px.',
    { advised, widthPx, heightPx },
  )
}
