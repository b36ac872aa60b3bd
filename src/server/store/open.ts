import { openStore, type Store } from './store.ts'

/**
 * Returns whether several servers may share the database. Such servers must also share all other
 * storage.
 */
export const isShareable = (env: {
  DATABASE_URL?: string | undefined
  S3_BUCKET?: string | undefined
  BOZZETTO_MASTER_KEY?: string | undefined
  BOZZETTO_MASTER_KEY_FILE?: string | undefined
}): boolean =>
  env.DATABASE_URL !== undefined &&
  env.S3_BUCKET !== undefined &&
  (env.BOZZETTO_MASTER_KEY ?? env.BOZZETTO_MASTER_KEY_FILE) !== undefined

/**
 * Opens the database that the settings name: on a database server, or embedded in the data folder.
 * @throws the errors of `openStore` and `openServerStore`.
 */
export async function openConfiguredStore(
  env: {
    DATABASE_URL?: string | undefined
    DATABASE_DIRECT_URL?: string | undefined
    DATABASE_CONNECTIONS?: number | undefined
    BOZZETTO_DATA: string
  },
  options: { isShared?: boolean } = {},
): Promise<Store> {
  if (env.DATABASE_URL === undefined) return openStore(env.BOZZETTO_DATA, { keepsSnapshot: true })
  // The driver is imported on first use, because most installations do not need it.
  const { openServerStore } = await import('./server/open-server-store.ts')
  return openServerStore(env.DATABASE_URL, {
    ...options,
    folder: env.BOZZETTO_DATA,
    directUrl: env.DATABASE_DIRECT_URL,
    connectionsMax: env.DATABASE_CONNECTIONS,
  })
}
