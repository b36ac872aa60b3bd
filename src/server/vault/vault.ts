import { randomBytes } from 'node:crypto'
import { eq, ne } from 'drizzle-orm'
import { newId } from '#lib/id.ts'
import { HttpError } from '../errors/http-error.ts'
import { dataKeys } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import { createSeal, type Seal } from './seal.ts'

const dataKeyBytes = 32
const sealedPattern = /^(v\d)\.([0-9a-z]{20})\.([\w-]+)$/

/**
 * Encrypts secrets in two layers. A data key encrypts each secret, and the master key encrypts the
 * data keys. Encrypted text has the form `v2.data-key-id.…` and can be decrypted only for the place
 * for which it was encrypted. Text in the form `v1` works until it is re-encrypted.
 */
export type Vault = {
  /** Set if another master key has encrypted the stored secrets, which then cannot be decrypted. */
  problem: string | undefined
  /** Encrypts a secret, even if old secrets cannot be decrypted. */
  seal: (secret: string, place: string) => string
  readAgain: () => Promise<void>
  /**
   * Decrypts a secret. Returns `undefined` for text that was changed, moved, or encrypted with a
   * missing key.
   */
  open: (sealed: string, place: string) => string | undefined
  /**
   * Creates a new data key, re-encrypts everything with the new key, and deletes the old keys, in
   * one transaction.
   * @param reseal updates all rows with encrypted text, in the transaction of `db`.
   * @throws {HttpError} `conflict` with `problem`, and what `reseal` throws.
   */
  rotate: (reseal: (db: Database, again: Reseal) => Promise<void>) => Promise<void>
}

/**
 * Re-encrypts text with the newest data key.
 * @throws {HttpError} `conflict` if the text cannot be decrypted.
 */
export type Reseal = (sealed: string, place: string) => string

/**
 * Opens the vault. A wrong master key changes no rows.
 * @throws what the store throws.
 */
export async function openVault(store: Store, masterKey: string): Promise<Vault> {
  const wrapping = createSeal(masterKey, 'data keys')
  const seals = new Map<string, Seal>()
  const read = async () => {
    const rows = await store.db.select().from(dataKeys).orderBy(dataKeys.createdAt, dataKeys.id)
    for (const { id, wrapped } of rows) {
      const key = seals.has(id) ? undefined : wrapping.open(wrapped, id)
      if (key) seals.set(id, sealWith(key))
    }
    return rows
  }
  const rows = await read()
  // Only the right master key can decrypt the data keys.
  const problem = rows.length > seals.size ? wrongMasterKey : undefined
  if (seals.size === 0) {
    const made = makeDataKey(wrapping)
    await store.db.insert(dataKeys).values(made.row)
    seals.set(made.row.id, made.seal)
  }
  let newest = [...seals.keys()].at(-1) ?? ''

  const open = (sealed: string, place: string): string | undefined => {
    const [, form, id = '', rest] = sealedPattern.exec(sealed) ?? []
    return seals.get(id)?.open(`${form}.${rest}`, place)?.toString()
  }
  const sealBy = (id: string, secret: string, place: string): string => {
    const seal = seals.get(id)
    if (!seal) throw new TypeError('There is no data key.')
    return seal.close(Buffer.from(secret), place).replace('.', `.${id}.`)
  }

  return {
    readAgain: async () => {
      const all = await read()
      newest = all.findLast(({ id }) => seals.has(id))?.id ?? newest
    },
    problem,
    seal: (secret, place) => sealBy(newest, secret, place),
    open,
    rotate: async (reseal) => {
      if (problem !== undefined) throw new HttpError('conflict', problem)
      const { row, seal } = makeDataKey(wrapping)
      seals.set(row.id, seal)
      try {
        await store.transaction(async ({ db }) => {
          await db.insert(dataKeys).values(row)
          await reseal(db, (sealed, place) => {
            const secret = open(sealed, place)
            if (secret === undefined) throw new HttpError('conflict', unreadable)
            return sealBy(row.id, secret, place)
          })
          await db.delete(dataKeys).where(ne(dataKeys.id, row.id))
        })
      } catch (error) {
        seals.delete(row.id)
        throw error
      }
      for (const id of seals.keys()) if (id !== row.id) seals.delete(id)
      newest = row.id
    },
  }
}

/**
 * Re-encrypts all data keys with another master key, in one transaction.
 * @throws {HttpError} `conflict` if `from` is not the current master key.
 */
export async function changeMasterKey(
  store: Store,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const [before, after] = [createSeal(from, 'data keys'), createSeal(to, 'data keys')]
  await store.transaction(async ({ db }) => {
    for (const { id, wrapped } of await db.select().from(dataKeys)) {
      const key = before.open(wrapped, id)
      if (!key) throw new HttpError('conflict', wrongMasterKey)
      await db
        .update(dataKeys)
        .set({ wrapped: after.close(key, id) })
        .where(eq(dataKeys.id, id))
    }
  })
}

const wrongMasterKey =
  'Keys of connections cannot be read: the master key is not the one they were stored with. Set BOZZETTO_MASTER_KEY, or the file master-key, to what it was, or enter the keys again. Nothing was changed.'
const unreadable =
  'A stored key cannot be read: it was changed or moved. Enter it again in Settings first.'

const sealWith = (key: Buffer): Seal => createSeal(key.toString('base64url'), 'secrets')

function makeDataKey(wrapping: Seal) {
  const key = randomBytes(dataKeyBytes)
  const id = newId()
  return { row: { id, wrapped: wrapping.close(key, id) }, seal: sealWith(key) }
}
