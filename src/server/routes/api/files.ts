import { Hono } from 'hono'
import { uploadBytesMax } from '#contract/files.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import type { FileService, StoredPicture } from '../../files/file-service.ts'
import { readBody } from '../../body/read-body.ts'
import { HttpError } from '../../errors.ts'
import { sendBlob } from '../send-blob.ts'

/** `/api/files`: pictures in, and out again for the page to show. */
export const fileRoutes = ({ files, blobs }: { files: FileService; blobs: BlobStore }) => {
  const find = async (id: string): Promise<StoredPicture> => {
    const stored = await files.find(id)
    if (!stored) throw new HttpError('not_found', 'This picture is not stored here.')
    return stored
  }

  return new Hono()
    .post('/', async (c) => {
      const name = c.req.query('name') ?? ''
      const bytes = await readBody(c, uploadBytesMax)
      const stored = await files.whenRoom(() => files.upload(bytes, name))
      return c.json(stored, 201)
    })
    .get('/:id', async (c) => c.json((await find(c.req.param('id'))).file))
    .get('/:id/content', async (c) => {
      const { file, blobKey } = await find(c.req.param('id'))
      return sendBlob(c, blobs, { key: blobKey, mimeType: file.mimeType, fileName: file.name })
    })
}
