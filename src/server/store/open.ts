import { openStore, type Store } from './store.ts'

/**
 * Opens the database that the settings name: on a server, or else the embedded one of the data folder.
 *
 * @throws what `openStore` and `openServerStore` throw.
 */
export async function openStoreOf(env: {
  DATABASE_URL?: string | undefined
  BOZZETTO_DATA: string
}): Promise<Store> {
  if (env.DATABASE_URL === undefined) return openStore(env.BOZZETTO_DATA)
  // Its driver is not read where it is not needed.
  const { openServerStore } = await import('./server/open-server-store.ts')
  return openServerStore(env.DATABASE_URL, { folder: env.BOZZETTO_DATA })
}
