import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import {
  type AssetShare,
  changeAssetShareSchema,
  type SharedAsset,
  type ShareState,
} from '#contract/sharing/shares.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { OpenedShare, ShareService, StoredShare } from '../../library/share-service.ts'
import type { Turntables } from '../../library/turntables.ts'
import type { OpenedTo } from '../security-headers.ts'
import { sendBlob } from '../send-blob.ts'
import type { RouteRules } from './route-rules.ts'

type Services = {
  shares: ShareService
  blobs: BlobStore
  turntables: Turntables
  audit: Audit
  openedTo?: OpenedTo
}

const optionsBytesMax = 8 * 1024

export const assetShareRules: RouteRules = {
  confirmWithPassword: [[['PUT', 'PATCH', 'DELETE'], ['/:id/share']]],
}

export const assetShareRoutes = ({ shares, blobs, turntables, audit, openedTo }: Services) => {
  const withEmbed = (share: StoredShare): AssetShare =>
    openedTo?.framedBy?.length ? { ...share, canEmbed: true } : share
  return new Hono()
    .get('/:id/share', async (c) => {
      const share = await shares.find(c.req.param('id'))
      return c.json({ ...(share && { share: withEmbed(share) }) } satisfies ShareState)
    })
    .put('/:id/share', async (c) => {
      const hasBody = c.req.header('content-type') !== undefined
      const options = hasBody ? await readJsonBody(c, changeAssetShareSchema, optionsBytesMax) : {}
      const share = await shares.create(c.req.param('id'), options)
      audit.note({ kind: 'share_made', subject: `asset ${c.req.param('id')}` })
      return c.json(withEmbed(share))
    })
    .patch('/:id/share', async (c) => {
      const options = await readJsonBody(c, changeAssetShareSchema, optionsBytesMax)
      return c.json(withEmbed(await shares.change(c.req.param('id'), options)))
    })
    .delete('/:id/share', async (c) => {
      await shares.revoke(c.req.param('id'))
      audit.note({ kind: 'share_ended', subject: `asset ${c.req.param('id')}` })
      return c.body(null, 204)
    })
    .get('/:id/turntable', async (c) => {
      const key = await turntables.keyOf(c.req.param('id'))
      if (key === undefined) throw new HttpError('not_found', 'These pictures do not exist.')
      return sendBlob(c, blobs, { key, mimeType: 'image/webp', fileName: 'turntable.webp' })
    })
}

/** Creates the routes of `/api/share`: read-only access to a model through its share link. */
export const sharedRoutes = ({ shares, blobs }: Pick<Services, 'shares' | 'blobs'>) => {
  const find = async (token: string): Promise<OpenedShare> => {
    const opened = await shares.open(token)
    if (!opened)
      throw new HttpError('not_found', 'This link does not exist, or is no longer valid.')
    return opened
  }
  return new Hono()
    .use(unlisted)
    .get('/:token', async (c) => {
      const token = c.req.param('token')
      const { asset, ...options } = await find(token)
      const { name, createdAt, mimeType, sizeBytes, stats, thumbnailKey } = asset
      c.header('Cache-Control', cacheControl)
      return c.json({
        name,
        createdAt: createdAt.toISOString(),
        mimeType,
        sizeBytes,
        url: `/api/share/${token}/model`,
        ...(stats !== null && { stats }),
        ...(thumbnailKey !== null && { thumbnailUrl: `/api/share/${token}/thumbnail` }),
        ...options,
      } satisfies SharedAsset)
    })
    .get('/:token/model', async (c) => {
      const { blobKey: key, mimeType, name } = (await find(c.req.param('token'))).asset
      return sendBlob(c, blobs, {
        key,
        mimeType,
        fileName: `${name}.${endingOfModel(mimeType)}`,
        cacheControl,
      })
    })
    .get('/:token/thumbnail', async (c) => {
      const { thumbnailKey: key, name } = (await find(c.req.param('token'))).asset
      if (key === null) throw new HttpError('not_found', 'There is no preview.')
      return sendBlob(c, blobs, {
        key,
        mimeType: 'image/webp',
        fileName: `${name}.webp`,
        cacheControl,
      })
    })
}

const cacheControl = 'private, no-cache'

/** Hides responses of share links from search engines. */
export const unlisted = createMiddleware(async (c, next) => {
  await next()
  c.header('X-Robots-Tag', 'noindex, nofollow')
})
