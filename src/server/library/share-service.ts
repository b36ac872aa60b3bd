import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, or } from 'drizzle-orm'
import type { AssetShare, ChangeAssetShare } from '#contract/sharing/shares.ts'
import { isIssuedByActive } from '../access/people/issuers.ts'
import { HttpError } from '../errors/http-error.ts'
import { asServer } from '../store/owner-scope.ts'
import { assets, shares } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { AssetRow } from './asset-rows.ts'

/** A link, without the fields that depend on the server's settings. */
export type StoredShare = Omit<AssetShare, 'canEmbed'>

/** Asset of a link, with the options that concern visitors. */
export type OpenedShare = { asset: AssetRow } & Pick<StoredShare, 'canDownload' | 'altText'>

/** Share links, each of which shows one asset. */
export type ShareService = {
  /**
   * Returns the link of an asset, and creates a missing link with the options.
   * @throws {HttpError} `not_found`.
   */
  create: (assetId: string, options: ChangeAssetShare) => Promise<StoredShare>
  find: (assetId: string) => Promise<StoredShare | undefined>
  change: (assetId: string, options: ChangeAssetShare) => Promise<StoredShare>
  revoke: (assetId: string) => Promise<void>
  /**
   * Returns the asset of a link. `undefined` if the link is revoked or has expired, the asset is in
   * the trash, or its owner's account is disabled.
   */
  open: (token: string) => Promise<OpenedShare | undefined>
}

/** Length of a link's token in bytes, so that the token is impossible to guess. */
const tokenBytes = 24

export function createShareService({ db }: Store): ShareService {
  const find = async (assetId: string): Promise<StoredShare | undefined> => {
    const [row] = await db.select().from(shares).where(eq(shares.assetId, assetId))
    return row && toShare(row)
  }
  return {
    find,
    create: async (assetId, options) => {
      const [asset] = await db
        .select({ id: assets.id })
        .from(assets)
        .where(and(eq(assets.id, assetId), isNull(assets.deletedAt)))
      if (!asset) throw new HttpError('not_found', 'This model is no longer in the library.')
      const token = randomBytes(tokenBytes).toString('base64url')
      // Inserts only a missing link, so that concurrent requests get the same link.
      await db
        .insert(shares)
        .values({ token, assetId, ...toColumns(options) })
        .onConflictDoNothing()
      const share = await find(assetId)
      if (!share) throw new HttpError('conflict', 'This link has just been revoked.')
      return share
    },
    change: async (assetId, options) => {
      const [row] = await db
        .update(shares)
        // The unchanged id keeps the statement valid if no option is given.
        .set({ assetId, ...toColumns(options) })
        .where(eq(shares.assetId, assetId))
        .returning()
      if (!row) throw new HttpError('not_found', 'This model has no link. Create one first.')
      return toShare(row)
    },
    revoke: async (assetId) => {
      await db.delete(shares).where(eq(shares.assetId, assetId))
    },
    open: async (token) => {
      const [row] = await asServer(() =>
        db
          .select({ asset: assets, share: shares })
          .from(shares)
          .innerJoin(assets, eq(assets.id, shares.assetId))
          .where(
            and(
              eq(shares.token, token),
              or(isNull(shares.expiresAt), gt(shares.expiresAt, new Date())),
              isNull(assets.deletedAt),
              isIssuedByActive(shares.ownerId),
            ),
          ),
      )
      return row && { asset: row.asset, ...toOptions(row.share) }
    },
  }
}

const toColumns = ({ canDownload, altText, expiresAt }: ChangeAssetShare) => ({
  ...(canDownload !== undefined && { canDownload }),
  ...(altText !== undefined && { altText: altText || null }),
  ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
})

type ShareRow = typeof shares.$inferSelect

const toOptions = ({ canDownload, altText }: ShareRow) => ({
  canDownload,
  ...(altText !== null && { altText }),
})

const toShare = (row: ShareRow): StoredShare => ({
  token: row.token,
  path: `/share/${row.token}`,
  createdAt: row.createdAt.toISOString(),
  ...toOptions(row),
  ...(row.expiresAt !== null && { expiresAt: row.expiresAt.toISOString() }),
})
