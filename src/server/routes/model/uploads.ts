import { Hono, type Context } from 'hono'
import { uploadBytesMax } from '#contract/files.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { readFormFile } from '../../http/body/read-form.ts'
import { readBody } from '../../http/body/read-body.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { FileService } from '../../files/file-service.ts'
import { getFileEnding, getReceiver, type ResultAddresses } from './addresses.ts'
import { wrongMethod } from './errors.ts'

/** Name of the bucket in the `object` references of `POST /model/v1/files`. */
const bucket = 'bozzetto'

/**
 * Creates the upload routes, which accept a form with a part `file`, or raw bytes with `?name=`.
 * The response contains all references that params accept: `file_token`, `url` and `object`.
 */
export const uploadRoutes = ({
  files,
  addresses,
}: {
  files: FileService
  addresses: ResultAddresses
}) =>
  new Hono<ApiClientEnv>()
    .post('/', async (c) => {
      const { bytes, name } = await readUpload(c)
      const { keyId } = c.get('apiClient')
      const { id, mimeType } = await files.whenRoom(() => files.upload(bytes, name, { keyId }), {
        bytes: bytes.byteLength,
      })
      const type = getFileEnding(mimeType)
      const url = addresses.addressOf(getReceiver(c), id, type)
      return c.json({ file_token: id, url, object: { bucket, key: id }, type })
    })
    .all('/', wrongMethod('POST'))

async function readUpload(c: Context): Promise<{ bytes: Uint8Array; name: string }> {
  const body = await readBody(c, uploadBytesMax)
  const type = c.req.header('content-type') ?? ''
  if (!/^multipart\/form-data/i.test(type)) return { bytes: body, name: c.req.query('name') ?? '' }
  const file = await readFormFile(body, type, 'file')
  if (!file) {
    throw new HttpError('bad_request', 'The form has no file. Send it as the field “file”.')
  }
  return file
}
