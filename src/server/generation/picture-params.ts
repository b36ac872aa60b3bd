import type { ParamSchema } from '#lib/params/param-schema.ts'
import { isRecord } from '#lib/fields.ts'
import { picturesIn, type PictureInParams } from '#lib/params/pictures-in.ts'
import { withValues } from '#lib/params/with-values.ts'
import { pictureUrlOf } from '../files/file-service.ts'

/**
 * The params with every picture replaced by what `replace` makes of it. Empty slots, and what the
 * schema has no picture for, stay as they are.
 */
export async function replacePictures(
  schema: ParamSchema,
  params: Record<string, unknown>,
  replace: (picture: PictureInParams) => Promise<unknown>,
): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const picture of picturesIn(schema, params)) {
    values.set(picture.path, await replace(picture))
  }
  return withValues(params, values)
}

/**
 * The params as generous reading has them: forms and printed examples send all ways to name a picture
 * at once, the unused ones empty.
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

/** A stored picture in the form in which params keep it: an object where they had one, else our address. */
export const storedForm = (value: unknown, fileId: string): unknown => {
  if (!isRecord(value)) return pictureUrlOf(fileId)
  const { file_token: _token, url: _url, object: _object, ...rest } = value
  return { ...rest, file_token: fileId }
}

/** The id of the file that a value in stored form names. */
function fileIdOf(value: unknown): string | undefined {
  if (typeof value === 'string') return fileIdInAddress(value)
  if (!isRecord(value)) return undefined
  const token = value['file_token']
  return typeof token === 'string' && /^[0-9a-z]{20}$/.test(token) ? token : undefined
}

/** The id in an address of a file of ours, without its origin: as the page has it, or an API client. */
export const fileIdInAddress = (path: string): string | undefined =>
  /^\/(?:api|model\/v1)\/files\/([0-9a-z]{20})(?:\/content|\.(?:png|jpg|webp))?$/.exec(path)?.[1]

/** Every picture in stored params. Found by form, so that a task can be gone on with when its model is unknown. */
export function storedPictures(value: unknown, path = ''): { path: string; fileId: string }[] {
  const fileId = fileIdOf(value)
  if (fileId !== undefined) return [{ path, fileId }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, part]) =>
    storedPictures(part, path === '' ? name : `${path}/${name}`),
  )
}
