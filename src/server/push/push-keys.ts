import { eq } from 'drizzle-orm'
import type { CryptoKey, JWK } from 'jose'
import { HttpError } from '../errors/http-error.ts'
import { pushKeys } from '../store/schema.ts'
import type { Database, Store } from '../store/store.ts'
import type { Reseal, Vault } from '../vault/vault.ts'

const rowId = 'vapid'
const place = 'push_keys/vapid'

export type PushKeys = {
  /** Uncompressed point of P-256 in base64url, as `applicationServerKey` of browsers. */
  publicKey: string
  privateKey: CryptoKey
}

/**
 * Returns a function that reads the keys of this server for push services, and creates missing
 * keys.
 * @throws {HttpError} `conflict` if the stored key cannot be decrypted.
 */
export function openPushKeys(
  { db }: Store,
  vault: Pick<Vault, 'seal' | 'open' | 'readAgain'>,
): () => Promise<PushKeys> {
  const findRow = async () => (await db.select().from(pushKeys).where(eq(pushKeys.id, rowId)))[0]

  async function readKeys(): Promise<PushKeys> {
    let row = await findRow()
    if (!row) {
      const sealedKey = vault.seal(JSON.stringify(await createKey()), place)
      await db.insert(pushKeys).values({ id: rowId, sealedKey }).onConflictDoNothing()
      row = await findRow()
    }
    const sealed = row?.sealedKey ?? ''
    if (vault.open(sealed, place) === undefined) await vault.readAgain()
    const opened = vault.open(sealed, place)
    if (opened === undefined) {
      throw new HttpError(
        'conflict',
        'The key for notices cannot be decrypted: the master key has changed. Restore the former master key.',
      )
    }
    const { importJWK } = await import('jose')
    const jwk = JSON.parse(opened) as JWK
    const key = await importJWK(jwk, 'ES256')
    if (key instanceof Uint8Array) throw new Error('The key for notices is not a key pair.')
    return { publicKey: toPoint(jwk), privateKey: key }
  }

  let keys: Promise<PushKeys> | undefined
  return () => {
    keys ??= readKeys().catch((error: unknown) => {
      keys = undefined
      throw error
    })
    return keys
  }
}

async function createKey(): Promise<JWK> {
  // Imported on demand, because loading the package delays the start.
  const { exportJWK, generateKeyPair } = await import('jose')
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return exportJWK(privateKey)
}

function toPoint({ x = '', y = '' }: JWK): string {
  const uncompressed = Buffer.from([4])
  const parts = [uncompressed, Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(parts).toString('base64url')
}

/** Encrypts the stored key with the new data key, in the transaction of `db`. */
export async function resealPushKeys(db: Database, again: Reseal): Promise<void> {
  for (const { id, sealedKey } of await db.select().from(pushKeys)) {
    await db
      .update(pushKeys)
      .set({ sealedKey: again(sealedKey, place) })
      .where(eq(pushKeys.id, id))
  }
}
