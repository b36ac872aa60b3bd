import type { ParamSchema } from '#lib/params/param-schema.ts'
import { isRecord } from '#lib/fields.ts'
import { findPictures, type PictureInParams } from '#lib/params/pictures-in.ts'
import { withValues } from '#lib/params/with-values.ts'
import { toPictureUrl } from '../files/file-service.ts'

/**
 * Replaces every picture in params by the result of `replace`. Empty picture references stay
 * unchanged.
 */
export async function replacePictures(
  schema: ParamSchema,
  params: Record<string, unknown>,
  replace: (picture: PictureInParams) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const picture of findPictures(schema, params)) {
    values.set(picture.path, await replace(picture))
  }
  return withValues(params, values)
}

/**
 * Removes empty picture references. Forms send all three references of a picture (`file_token`,
 * `url`, `object`), most of them empty.
 */
export const tidyPictures = (
  schema: ParamSchema,
  params: Record<string, unknown>,
): Promise<Record<string, unknown>> =>
  replacePictures(schema, params, async ({ value }) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).filter(([, part]) => part !== '' && part !== null))
      : value,
  )

/**
 * Returns a stored picture in the form of the original param: an object if `value` is an object,
 * otherwise a URL of this server.
 */
export const storedForm = (value: unknown, fileId: string): unknown => {
  if (!isRecord(value)) return toPictureUrl(fileId)
  const { file_token: _token, url: _url, object: _object, ...rest } = value
  return { ...rest, file_token: fileId }
}

function getFileId(value: unknown): string | undefined {
  if (typeof value === 'string') return fileIdInAddress(value)
  if (!isRecord(value)) return undefined
  const token = value['file_token']
  return typeof token === 'string' && /^[0-9a-z]{20}$/.test(token) ? token : undefined
}

/** Returns the file id in the path of a file on this server. */
export const fileIdInAddress = (path: string): string | undefined =>
  /^\/(?:api|model\/v1)\/files\/([0-9a-z]{20})(?:\/content|\.(?:png|jpg|webp))?$/.exec(path)?.[1]

/**
 * Finds every stored picture in params. Values are recognized by their form, because the task's
 * model and its schema may be gone.
 */
export function storedPictures(value: unknown, path = ''): { path: string; fileId: string }[] {
  const fileId = getFileId(value)
  if (fileId !== undefined) return [{ path, fileId }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    storedPictures(part, path === '' ? name : `${path}/${name}`),
  )
}
