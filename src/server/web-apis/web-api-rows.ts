import { asc, eq } from 'drizzle-orm'
import type { WebApi, WebApiOperations } from '#contract/web-apis.ts'
import { isOffered } from '../mcp-client/keep-tools.ts'
import { getToolTitle } from '../mcp-client/tool-definition.ts'
import { webApis, type SealedSecret } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import { toSecretHint } from '../vault/hint.ts'
import type { Reseal, Vault } from '../vault/vault.ts'

export type StoredWebApi = typeof webApis.$inferSelect

export const listWebApiRows = (db: Database): Promise<StoredWebApi[]> =>
  db.select().from(webApis).orderBy(asc(webApis.createdAt), asc(webApis.id))

type Place = Pick<StoredWebApi, 'id' | 'baseAddress'>

/** Returns the context that a key is bound to, so that the key is never sent to another host. */
const getKeyPlace = ({ id, baseAddress }: Place): string =>
  `web api\n${id}\n${new URL(baseAddress).origin}`

export const sealKey = (vault: Vault, place: Place, key: string): SealedSecret | null =>
  key === ''
    ? null
    : {
        sealed: vault.seal(key, getKeyPlace(place)),
        hint: toSecretHint(key),
        setAt: new Date().toISOString(),
      }

/** @returns undefined if there is no key, or if the master key does not decrypt it. */
export const openKey = (vault: Vault, row: StoredWebApi): string | undefined =>
  row.key ? vault.open(row.key.sealed, getKeyPlace(row)) : undefined

/** Re-encrypts all stored keys in the transaction of `db`. */
export async function resealWebApis(db: Database, again: Reseal): Promise<void> {
  for (const row of await listWebApiRows(db)) {
    if (!row.key) continue
    const key = { ...row.key, sealed: again(row.key.sealed, getKeyPlace(row)) }
    await db.update(webApis).set({ key }).where(eq(webApis.id, row.id))
  }
}

export const viewWebApi = (row: StoredWebApi): WebApi => ({
  id: row.id,
  name: row.name,
  ...(row.documentAddress !== null && { documentAddress: row.documentAddress }),
  baseAddress: row.baseAddress,
  format: row.format,
  auth: row.auth,
  ...(row.key && { keyHint: row.key.hint }),
  isOn: row.isOn,
  operationCount: row.operations.length,
  onCount: row.operations.filter(isOffered).length,
  changedCount: row.operations.filter(({ next }) => next).length,
  oddCount: row.odd.length,
  ...(row.problem && { problem: row.problem }),
})

export const viewOperations = ({ operations, odd }: StoredWebApi): WebApiOperations => ({
  operations: operations.flatMap(({ name, title, request, isOn, isGone, next }) =>
    request
      ? [
          {
            name,
            method: request.method,
            path: request.path,
            title: getToolTitle({ name, title }),
            isOn: isOn && !next,
            ...(isGone && { isGone }),
            ...(next && { isChanged: true }),
          },
        ]
      : [],
  ),
  odd,
})
