import { randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ScimState } from '#contract/access/scim.ts'
import type { Audit } from '../../audit/audit.ts'
import { scimTokens } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { hashSecret } from '../digest.ts'

const onlyId = 'scim'
const tokenBytes = 32
/** Minimum time in milliseconds between two writes of `lastUsedAt`. */
const usedStepMs = 60_000

/** Token with which a directory calls `/scim/v2`. Only its hash is stored. */
export type ScimToken = {
  readState: () => Promise<ScimState>
  create: () => Promise<string>
  revoke: () => Promise<void>
  isRight: (token: string) => Promise<boolean>
}

export function createScimToken({ db }: Store, audit: Pick<Audit, 'note'>): ScimToken {
  const find = async () => (await db.select().from(scimTokens))[0]
  return {
    async readState() {
      const row = await find()
      return {
        ...(row && { createdAt: row.createdAt.toISOString() }),
        ...(row?.lastUsedAt && { lastUsedAt: row.lastUsedAt.toISOString() }),
      }
    },
    async create() {
      const token = `scim-${randomBytes(tokenBytes).toString('base64url')}`
      const set = { digest: hashSecret(token), createdAt: new Date(), lastUsedAt: null }
      await db
        .insert(scimTokens)
        .values({ id: onlyId, ...set })
        .onConflictDoUpdate({ target: scimTokens.id, set })
      audit.note({ kind: 'scim_token_set', subject: 'created' })
      return token
    },
    async revoke() {
      await db.delete(scimTokens)
      audit.note({ kind: 'scim_token_set', subject: 'revoked' })
    },
    async isRight(token) {
      const row = await find()
      if (!row || !timingSafeEqual(Buffer.from(hashSecret(token)), Buffer.from(row.digest))) {
        return false
      }
      const nowMs = Date.now()
      if (nowMs - (row.lastUsedAt?.getTime() ?? 0) > usedStepMs) {
        const isRow = eq(scimTokens.id, onlyId)
        await db
          .update(scimTokens)
          .set({ lastUsedAt: new Date(nowMs) })
          .where(isRow)
      }
      return true
    },
  }
}
