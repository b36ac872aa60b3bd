import { Hono } from 'hono'
import { z } from 'zod'
import { idSchema } from '#contract/id.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import { HttpError } from '../../errors.ts'
import type { AssetService, StoredAsset } from '../../library/asset-service.ts'
import { parseOr400, readJsonBody } from '../../validate.ts'
import { sendBlob } from '../send-blob.ts'

const pageSchema = z.object({
  before: idSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(48),
})
const renameSchema = z.object({ name: z.string().trim().min(1).max(200) })

/** `/api/assets`: the library. */
export const assetRoutes = ({ assets, blobs }: { assets: AssetService; blobs: BlobStore }) => {
  const find = async (id: string): Promise<StoredAsset> => {
    const stored = await assets.find(id)
    if (!stored) throw gone()
    return stored
  }

  return new Hono()
    .get('/', async (c) => c.json(await assets.list(parseOr400(pageSchema, c.req.query()))))
    .get('/:id', async (c) => c.json((await find(c.req.param('id'))).asset))
    .patch('/:id', async (c) => {
      const { name } = await readJsonBody(c, renameSchema, 4096)
      const asset = await assets.rename(c.req.param('id'), name)
      if (!asset) throw gone()
      return c.json(asset)
    })
    .delete('/:id', async (c) => {
      if (!(await assets.remove(c.req.param('id')))) throw gone()
      return c.body(null, 204)
    })
    .get('/:id/model', async (c) => {
      const { asset, blobKey } = await find(c.req.param('id'))
      return sendBlob(c, blobs, {
        key: blobKey,
        mimeType: asset.mimeType,
        fileName: `${asset.name}.glb`,
        isDownload: c.req.query('download') === '1',
      })
    })
    .get('/:id/thumbnail', async (c) => {
      const { asset, thumbnailKey } = await find(c.req.param('id'))
      if (thumbnailKey === undefined) throw new HttpError('not_found', 'There is no preview.')
      return sendBlob(c, blobs, {
        key: thumbnailKey,
        mimeType: 'image/webp',
        fileName: `${asset.name}.webp`,
      })
    })
}

const gone = () => new HttpError('not_found', 'This model is no longer in the library.')
