import type { Env } from '../env.ts'
import type { Store } from '../store/store.ts'
import { loadMasterKey } from './master-key.ts'
import { openVault, type Vault } from './vault.ts'

/**
 * Opens the vault with the master key of the settings, and prints why secrets cannot be decrypted.
 */
export async function openServerVault(store: Store, env: Env): Promise<Vault> {
  const masterKey = await loadMasterKey({
    set: env.BOZZETTO_MASTER_KEY,
    file: env.BOZZETTO_MASTER_KEY_FILE,
    dataFolder: env.BOZZETTO_DATA,
  })
  const vault = await openVault(store, masterKey)
  if (vault.problem !== undefined) console.error(vault.problem)
  return vault
}
