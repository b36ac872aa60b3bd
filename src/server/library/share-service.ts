import { randomBytes } from 'node:crypto'
import { and, eq, isNull } from 'drizzle-orm'
import type { Share } from '#contract/sharing/shares.ts'
import { isIssuedByActive } from '../access/people/issuers.ts'
import { HttpError } from '../errors/http-error.ts'
import { asServer } from '../store/owner-scope.ts'
import { assets, shares } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { AssetRow } from './asset-rows.ts'

/** Share links, each of which shows one asset. An asset has none until its owner creates it. */
export type ShareService = {
  /**
   * Returns the link of an asset, and creates it if necessary.
   * @throws {HttpError} `not_found`.
   */
  create: (assetId: string) => Promise<Share>
  find: (assetId: string) => Promise<Share | undefined>
  /** Revokes the link. A later link has another URL. */
  revoke: (assetId: string) => Promise<void>
  /**
   * Returns the asset of a link. Nothing if the link is revoked, the asset is in the trash, or its
   * owner's account is disabled.
   */
  open: (token: string) => Promise<AssetRow | undefined>
}

/** Length of a link's token, which must be impossible to guess. */
const tokenBytes = 24

export function createShareService({ db }: Store): ShareService {
  const find = async (assetId: string): Promise<Share | undefined> => {
    const [row] = await db.select().from(shares).where(eq(shares.assetId, assetId))
    return row && toShare(row)
  }
  return {
    find,
    create: async (assetId) => {
      const [asset] = await db
        .select({ id: assets.id })
        .from(assets)
        .where(and(eq(assets.id, assetId), isNull(assets.deletedAt)))
      if (!asset) throw new HttpError('not_found', 'This model is no longer in the library.')
      const token = randomBytes(tokenBytes).toString('base64url')
      // Insert only if there is none, so that concurrent requests get the same link.
      await db.insert(shares).values({ token, assetId }).onConflictDoNothing()
      const share = await find(assetId)
      if (!share) throw new HttpError('conflict', 'This link has just been revoked.')
      return share
    },
    revoke: async (assetId) => {
      await db.delete(shares).where(eq(shares.assetId, assetId))
    },
    open: async (token) => {
      const [row] = await asServer(() =>
        db
          .select({ asset: assets })
          .from(shares)
          .innerJoin(assets, eq(assets.id, shares.assetId))
          .where(
            and(
              eq(shares.token, token),
              isNull(assets.deletedAt),
              isIssuedByActive(shares.ownerId),
            ),
          ),
      )
      return row?.asset
    },
  }
}

const toShare = ({ token, createdAt }: typeof shares.$inferSelect): Share => ({
  token,
  path: `/share/${token}`,
  createdAt: createdAt.toISOString(),
})
