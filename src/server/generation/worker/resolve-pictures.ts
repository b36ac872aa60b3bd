import { withoutBase } from '#lib/base-path.ts'
import type { PictureFile } from '#contract/files.ts'
import { idSchema } from '#contract/id.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { isRecord } from '#lib/fields.ts'
import { trimSlashes } from '#lib/trim-slashes.ts'
import type { PictureInParams } from '#lib/params/pictures-in.ts'
import { HttpError } from '../../errors/http-error.ts'
import {
  fetchPicture as fetchFromWeb,
  type FetchPicture,
} from '../../files/pictures/fetch-picture.ts'
import type { FileService } from '../../files/file-service.ts'
import { nameInPath } from '../../outgoing/name-in-path.ts'
import { fileIdInAddress, replacePictures, storedForm } from '../picture-params.ts'

export type ResolvePicturesOptions = {
  files: FileService
  /**
   * This server's address, such as `https://host:port/base`. Pictures at this address are read
   * without an HTTP request.
   */
  ownAddress?: string | undefined
  fetchPicture?: FetchPicture
}

/**
 * Stores every picture in the params and replaces it by its `file_token`. Accepts a token, a URL of
 * this server, a `data:` URL, or a web URL.
 * @throws {HttpError} `invalid_params` with the param, or the error of the picture's upload.
 */
export async function resolvePictures(
  schema: ParamSchema,
  params: Record<string, unknown>,
  options: ResolvePicturesOptions,
): Promise<{ params: Record<string, unknown>; pictures: PictureFile[] }> {
  const pictures: PictureFile[] = []
  const resolved = await replacePictures(schema, params, async (picture) => {
    const file = await resolve(picture, options)
    pictures.push(file)
    return storedForm(picture.value, file.id)
  })
  return { params: resolved, pictures }
}

async function resolve(
  { path, value, form }: PictureInParams,
  { files, ownAddress, fetchPicture = fetchFromWeb }: ResolvePicturesOptions,
): Promise<PictureFile> {
  const { token, url } = getReference(value)
  if (token !== undefined) return find(files, token, `${path}/file_token`)
  if (url === undefined) {
    throw invalid(path, 'Give the picture as file_token, url, or an object of this server.')
  }
  const place = isRecord(value) ? `${path}/url` : path
  if (/^data:/i.test(url)) return files.upload(decodeDataUrl(url, place), '')
  const ownId = fileIdInAddress(pathAt(url, ownAddress))
  if (ownId !== undefined) return find(files, ownId, place)
  if (form === 'base64') return files.upload(decodeBase64(url, place), '')
  const { bytes, name } = await fetchPicture(url)
  return files.upload(bytes, nameInPath(name))
}

function getReference(value: unknown): { token?: string; url?: string } {
  if (typeof value === 'string') return { url: value }
  if (!isRecord(value)) return {}
  const { file_token: token, url, object } = value
  if (typeof token === 'string') return { token }
  if (typeof url === 'string') return { url }
  const key = isRecord(object) ? object['key'] : object
  return idSchema.safeParse(key).success && typeof key === 'string' ? { token: key } : {}
}

async function find(files: FileService, id: string, path: string): Promise<PictureFile> {
  const stored = await files.find(id)
  if (!stored) throw invalid(path, 'This picture is not on this server. Upload it again.')
  return stored.file
}

function pathAt(url: string, ownAddress: string | undefined): string {
  if (ownAddress === undefined) return url
  const own = new URL(ownAddress)
  const path = new URL(url, own).origin === own.origin ? new URL(url, own).pathname : url
  return withoutBase(path, trimSlashes(own.pathname))
}

function decodeDataUrl(url: string, path: string): Uint8Array {
  const comma = url.indexOf(',')
  const header = url.slice(5, comma)
  if (comma === -1 || !/;base64$/i.test(header)) {
    throw invalid(path, 'A data: address must use base64.')
  }
  return Buffer.from(url.slice(comma + 1), 'base64')
}

function decodeBase64(text: string, path: string): Uint8Array {
  if (!/^[\w+/\s-][\w+/=\s-]*$/.test(text))
    throw invalid(path, 'This is not a base64-encoded picture.')
  return Buffer.from(text, 'base64')
}

const invalid = (path: string, message: string): HttpError =>
  new HttpError('invalid_params', message, { issues: [{ path, message }] })
