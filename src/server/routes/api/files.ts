import { Hono } from 'hono'
import { uploadBytesMax } from '#contract/files.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { FileService, StoredPicture } from '../../files/file-service.ts'
import { readBody } from '../../http/body/read-body.ts'
import { HttpError } from '../../errors/http-error.ts'
import { sendBlob } from '../send-blob.ts'

export const fileRoutes = ({ files, blobs }: { files: FileService; blobs: BlobStore }) => {
  const find = async (id: string): Promise<StoredPicture> => {
    const stored = await files.find(id)
    if (!stored) throw gone()
    return stored
  }

  return new Hono()
    .post('/', async (c) => {
      const name = c.req.query('name') ?? ''
      const bytes = await readBody(c, uploadBytesMax)
      const stored = await files.whenRoom(() => files.upload(bytes, name), {
        bytes: bytes.byteLength,
      })
      return c.json(stored, 201)
    })
    .get('/:id', async (c) => c.json((await find(c.req.param('id'))).file))
    .delete('/:id', async (c) => {
      if (!(await files.remove(c.req.param('id')))) throw gone()
      return c.body(null, 204)
    })
    .get('/:id/content', async (c) => {
      const { file, blobKey } = await find(c.req.param('id'))
      return sendBlob(c, blobs, { key: blobKey, mimeType: file.mimeType, fileName: file.name })
    })
}

const gone = () => new HttpError('not_found', 'This picture is not on this server.')
