import { openStore, type Store } from './store.ts'

/** Whether several servers may share a database: what is not in it has to be the same for all of them. */
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
 * Opens the database that the settings name: on a server, or else the embedded one of the data folder.
 *
 * @throws what `openStore` and `openServerStore` throw.
 */
export async function openStoreOf(
  env: {
    DATABASE_URL?: string | undefined
    DATABASE_DIRECT_URL?: string | undefined
    DATABASE_CONNECTIONS?: number | undefined
    BOZZETTO_DATA: string
  },
  options: { isShared?: boolean } = {},
): Promise<Store> {
  if (env.DATABASE_URL === undefined) return openStore(env.BOZZETTO_DATA)
  // Its driver is not read where it is not needed.
  const { openServerStore } = await import('./server/open-server-store.ts')
  return openServerStore(env.DATABASE_URL, {
    ...options,
    folder: env.BOZZETTO_DATA,
    directUrl: env.DATABASE_DIRECT_URL,
    connectionsMax: env.DATABASE_CONNECTIONS,
  })
}
