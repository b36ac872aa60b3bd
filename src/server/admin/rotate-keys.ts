import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { resealAll } from '../connections/reseal-all.ts'
import { masterKeyLengthMin, type Env } from '../env.ts'
import { HttpError } from '../errors/http-error.ts'
import type { Store } from '../store/store.ts'
import { loadMasterKey } from '../vault/master-key.ts'
import { changeMasterKey, openVault } from '../vault/vault.ts'
import { AdminError } from './admin-error.ts'

export const rotated =
  'The keys of all connections are encrypted with a new key. Older backups keep the former one.'

/**
 * Encrypts the API keys of connections with a new data key.
 * @param newMasterKeyFile contains the new master key. If absent, the master key stays the same.
 * @returns a sentence that describes the result.
 * @throws {AdminError} if the keys cannot be decrypted, or the file contains no key.
 */
export async function rotateKeys(
  store: Store,
  env: Env,
  newMasterKeyFile: string | undefined,
): Promise<string> {
  const masterKey = await loadMasterKey({
    set: env.BOZZETTO_MASTER_KEY,
    file: env.BOZZETTO_MASTER_KEY_FILE,
    dataFolder: env.BOZZETTO_DATA,
  })
  try {
    if (newMasterKeyFile === undefined) {
      await (await openVault(store, masterKey)).rotate(resealAll)
      return rotated
    }
    const file = path.resolve(newMasterKeyFile)
    const to = (await readFile(file, 'utf8')).trim()
    if (to.length < masterKeyLengthMin) {
      throw new AdminError(`${file} must hold at least ${masterKeyLengthMin} characters.`)
    }
    await changeMasterKey(store, { from: masterKey, to })
    return `The master key is now the one in ${file}: set BOZZETTO_MASTER_KEY_FILE to that file before the next start.`
  } catch (error) {
    if (error instanceof HttpError) throw new AdminError(error.message, { cause: error })
    throw error
  }
}
