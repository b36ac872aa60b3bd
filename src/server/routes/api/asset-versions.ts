import { Hono } from 'hono'
import { changeAssetSchema } from '#contract/change-model.ts'
import { glbMimeType } from '#lib/model-kinds.ts'
import { HttpError } from '../../errors/http-error.ts'
import { sendJson } from '../../http/send-json.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { AssetService } from '../../library/asset-service.ts'
import type { ChangeAsset } from '../../library/change-asset.ts'
import { findVersions } from '../../library/find-versions.ts'
import type { Store } from '../../store/store.ts'

const bodyBytesMax = 8192

type Options = { assets: AssetService; store: Store; changeAsset: ChangeAsset }

/**
 * Creates the routes of `/api/assets/:id/versions`, which list the versions of a 3D model and
 * create a changed copy.
 */
export const assetVersionRoutes = ({ assets, store, changeAsset }: Options) =>
  new Hono()
    .get('/:id/versions', async (c) => {
      const stored = await assets.find(c.req.param('id'), { orTrashed: true })
      if (!stored) throw goneAsset()
      return sendJson(c, { assets: await findVersions(store, stored.asset.id) })
    })
    // A retry with the same id returns the existing model instead of creating a second model.
    .post('/:id/versions', async (c) => {
      const { id, steps } = await readJsonBody(c, changeAssetSchema, bodyBytesMax)
      const known = await assets.find(id)
      if (known) return c.json(known.asset)
      const source = await assets.find(c.req.param('id'))
      if (!source) throw goneAsset()
      if (source.asset.mimeType !== glbMimeType) {
        throw new HttpError('bad_model', 'Only GLB models can be changed here.')
      }
      const { signal } = c.req.raw
      return c.json((await changeAsset(source, { id, steps, signal })).asset, 201)
    })

export const goneAsset = () => new HttpError('not_found', 'This model is no longer in the library.')
