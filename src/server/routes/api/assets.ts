import { Hono } from 'hono'
import { z } from 'zod'
import { assetNameLengthMax, assetsAtOnceMax, assetSortSchema } from '#contract/assets.ts'
import { assetFilterSchema, assetPatchSchema } from '#contract/asset-requests.ts'
import { idSchema } from '#contract/id.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { readBody } from '../../http/body/read-body.ts'
import { HttpError } from '../../errors/http-error.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import { type ChangeAsset, getEditRecipe } from '../../library/change-asset.ts'
import { findAssetChat } from '../../library/asset-chat.ts'
import { isAssetCursor } from '../../library/asset-order.ts'
import type { AssetService, StoredAsset } from '../../library/asset-service.ts'
import { modelImportBytesMax, type ImportModel } from '../../library/import-model.ts'
import { zipModels } from '../../library/zip-models.ts'
import { sendJson } from '../../http/send-json.ts'
import { parseOr400, readJsonBody } from '../../http/validate.ts'
import type { Store } from '../../store/store.ts'
import { refuseGuests } from '../../granting/refuse-guests.ts'
import { sendBlob } from '../send-blob.ts'
import { assetVersionRoutes, goneAsset as gone } from './asset-versions.ts'

const pageSchema = z
  .object({
    ...assetFilterSchema.shape,
    before: z.optional(z.string()),
    limit: z.coerce.number().int().min(1).max(200).default(48),
    sort: z.optional(assetSortSchema).default('newest'),
  })
  .refine(({ before, sort }) => before === undefined || isAssetCursor(sort, before), {
    path: ['before'],
    error: 'This page does not exist in this order. Load the list from its start.',
  })
/** Maximum size of a change in bytes: enough for fifty notes with their measured lines. */
const patchBytesMax = 128 * 1024
/** Ids of models to download. The length of the URL limits their number. */
const downloadSchema = z.object({
  ids: z
    .string()
    .max(assetsAtOnceMax * 40)
    .transform((ids) => ids.split(','))
    .pipe(z.array(idSchema).min(1).max(assetsAtOnceMax)),
})
const editStepLengthMax = 200
const importSchema = z.object({
  name: z.string().trim().min(1).max(assetNameLengthMax),
  versionOf: z.optional(idSchema),
  step: z.string().trim().min(1).max(editStepLengthMax).optional(),
})

type Options = {
  assets: AssetService
  store: Store
  blobs: BlobStore
  importModel: ImportModel
  changeAsset: ChangeAsset
}

export const assetRoutes = ({ assets, store, blobs, importModel, changeAsset }: Options) => {
  const find = async (id: string): Promise<StoredAsset> => {
    const stored = await assets.find(id, { orTrashed: true })
    if (!stored) throw gone()
    return stored
  }

  return (
    new Hono()
      .get('/', async (c) => {
        const { before, limit, sort, ...filter } = parseOr400(pageSchema, c.req.query())
        return sendJson(c, await assets.list({ before, limit, sort }, filter))
      })
      .post('/', async (c) => {
        const { name, versionOf, step } = parseOr400(importSchema, c.req.query())
        const source = versionOf === undefined ? undefined : (await find(versionOf)).asset
        const recipe = source && getEditRecipe(source, step ?? 'Edited')
        const bytes = await readBody(c, modelImportBytesMax)
        return c.json(await importModel(bytes, name, recipe && { recipe }), 201)
      })
      .get('/download', (c) => {
        const { ids } = parseOr400(downloadSchema, c.req.query())
        const day = new Date().toISOString().slice(0, 10)
        c.header('Content-Type', 'application/zip')
        c.header('Content-Disposition', `attachment; filename="bozzetto-models-${day}.zip"`)
        c.header('Cache-Control', 'no-store')
        return c.body(zipModels({ store, blobs }, ids))
      })
      .get('/summary', async (c) => c.json(await assets.summary()))
      .delete('/trash', async (c) => c.json({ count: await assets.forget() }))
      .get('/:id', async (c) => c.json((await find(c.req.param('id'))).asset))
      .get('/:id/chat', async (c) => {
        const { asset } = await find(c.req.param('id'))
        return c.json({ chat: await findAssetChat(store, asset.id) })
      })
      .route('/', assetVersionRoutes({ assets, store, changeAsset }))
      .patch('/:id', async (c) => {
        const patch = await readJsonBody(c, assetPatchSchema, patchBytesMax)
        refuseGuests(patch, ['name', 'tags', 'notes'])
        const asset = await assets.change(c.req.param('id'), patch)
        if (!asset) throw gone()
        return c.json(asset)
      })
      .post('/:id/restore', async (c) => {
        const asset = await assets.restore(c.req.param('id'))
        if (!asset) throw gone()
        return c.json(asset)
      })
      // The first deletion moves the model to the trash, the second deletion is permanent.
      .delete('/:id', async (c) => {
        const id = c.req.param('id')
        if (!(await assets.remove(id)) && (await assets.forget(id)) === 0) throw gone()
        return c.body(null, 204)
      })
      .get('/:id/model', async (c) => {
        const { asset, blobKey } = await find(c.req.param('id'))
        return sendBlob(c, blobs, {
          key: blobKey,
          mimeType: asset.mimeType,
          fileName: `${asset.name}.${endingOfModel(asset.mimeType)}`,
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
  )
}
