import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { type Asset, assetNameLengthMax } from '#contract/assets.ts'
import { assetFilterSchema } from '#contract/asset-requests.ts'
import { idSchema } from '#contract/id.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import type { ApiClientEnv } from '../../access/keys/api-keys.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { readBody } from '../../http/body/read-body.ts'
import { parseOr400 } from '../../http/validate.ts'
import { isAssetCursor } from '../../library/asset-order.ts'
import type { AssetService, StoredAsset } from '../../library/asset-service.ts'
import { getEditRecipe } from '../../library/change-asset.ts'
import { type ImportModel, modelImportBytesMax } from '../../library/import-model.ts'
import { sendBlob } from '../send-blob.ts'
import { wrongMethod } from './errors.ts'

const pageSchema = z
  .object({
    search: assetFilterSchema.shape.search,
    before: z.optional(z.string()),
    limit: z.coerce.number().int().min(1).max(100).default(24),
  })
  .refine(({ before }) => before === undefined || isAssetCursor('newest', before), {
    path: ['before'],
    error: 'This page does not exist. Load the list from its start.',
  })
const uploadSchema = z.object({
  name: z.string().trim().min(1).max(assetNameLengthMax),
  version_of: z.optional(idSchema),
})

const step = 'Changed in another program'

export type LibraryRoutesOptions = {
  assets: AssetService
  blobs: BlobStore
  importModel: ImportModel
}

/** Creates the routes with which programs browse the library, load models and add versions. */
export const libraryRoutes = ({ assets, blobs, importModel }: LibraryRoutesOptions) => {
  const find = async (c: Context<ApiClientEnv>): Promise<StoredAsset> => {
    const stored = await assets.find(c.req.param('id') ?? '')
    if (!stored) throw new HttpError('not_found', 'There is no such model in the library.')
    return stored
  }
  return new Hono<ApiClientEnv>()
    .get('/', async (c) => {
      const { before, limit, search } = parseOr400(pageSchema, c.req.query())
      const page = await assets.list({ before, limit, sort: 'newest' }, { search })
      return c.json({ models: page.assets.map(toLibraryModel), next: page.nextBefore ?? null })
    })
    .post('/', async (c) => {
      const { name, version_of: versionOf } = parseOr400(uploadSchema, c.req.query())
      const source = versionOf === undefined ? undefined : await assets.find(versionOf)
      if (versionOf !== undefined && !source) {
        throw new HttpError('not_found', 'The model of this version is not in the library.')
      }
      const bytes = await readBody(c, modelImportBytesMax)
      const recipe = source && getEditRecipe(source.asset, step)
      const made = await importModel(bytes, name, recipe && { recipe })
      return c.json(toLibraryModel(made), 201)
    })
    .all('/', wrongMethod('GET, POST'))
    .get('/:id', async (c) => c.json(toLibraryModel((await find(c)).asset)))
    .all('/:id', wrongMethod('GET'))
    .get('/:id/model', async (c) => {
      const { asset, blobKey } = await find(c)
      return sendBlob(c, blobs, {
        key: blobKey,
        mimeType: asset.mimeType,
        fileName: `${asset.name}.${endingOfModel(asset.mimeType)}`,
        // The Blender add-on follows no redirect, because a redirect would send its API key to
        // another host.
        isSentHere: true,
      })
    })
    .all('/:id/model', wrongMethod('GET'))
    .get('/:id/thumbnail', async (c) => {
      const { asset, thumbnailKey } = await find(c)
      if (thumbnailKey === undefined) throw new HttpError('not_found', 'There is no picture.')
      return sendBlob(c, blobs, {
        key: thumbnailKey,
        mimeType: 'image/webp',
        fileName: `${asset.name}.webp`,
      })
    })
    .all('/:id/thumbnail', wrongMethod('GET'))
}

const toLibraryModel = (asset: Asset) => ({
  id: asset.id,
  name: asset.name,
  created_at: asset.createdAt,
  type: endingOfModel(asset.mimeType),
  size_bytes: asset.sizeBytes,
  triangles: asset.stats?.triangles ?? null,
  version_of: asset.recipe?.source?.assetId ?? null,
  has_thumbnail: asset.thumbnailUrl !== undefined,
})
