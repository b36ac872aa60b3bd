import { access } from 'node:fs/promises'
import { isMissing } from '../disk/missing.ts'
import { openConfiguredStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'

/**
 * Opens the store for a command. Unlike a start, creates no data folder.
 * @throws {AdminError} if there is no data folder.
 * @throws the errors of `openConfiguredStore`.
 */
export async function openExistingStore(
  env: Parameters<typeof openConfiguredStore>[0],
): Promise<Store> {
  try {
    if (env.DATABASE_URL === undefined) await access(env.BOZZETTO_DATA)
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new AdminError(`${env.BOZZETTO_DATA} has no data yet. Check BOZZETTO_DATA.`, { cause })
  }
  return openConfiguredStore(env)
}
