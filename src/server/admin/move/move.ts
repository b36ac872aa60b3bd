import path from 'node:path'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { openFolderBlobs } from '../../files/blobs/folder-blobs.ts'
import { openBlobStore, type BlobSettings } from '../../files/blobs/open-blobs.ts'
import { openReopeningClient } from '../../store/embedded/reopening-client.ts'
import { migrate } from '../../store/migrate.ts'
import { embeddedStoreOn, postgresFolder, type Store } from '../../store/store.ts'
import { AdminError } from '../admin-error.ts'
import { openExistingStore } from '../open-existing-store.ts'
import { examine, type Findings } from '../examine.ts'
import {
  createFolderStorage,
  createRowStorage,
  type ModelFileStorage,
} from '../../models/model-file-storage.ts'
import { copyRows, type CopiedTable } from './copy-rows.ts'

const serverAddress = /^postgres(?:ql)?:\/\//

type MoveOptions = {
  env: BlobSettings & { DATABASE_URL?: string | undefined }
  /** A URL `postgres://…`, or `folder` for the data folder. */
  to: string
  tell: (copied: CopiedTable) => void
}

/** Result of a move, and the next step for the operator. */
export type Moved = { files: number; findings: Findings; next: string }

/**
 * Copies the rows of a stopped server from the data folder to a Postgres server, or back. Files are
 * copied only if a bucket is set. The source stays unchanged.
 * @throws {AdminError} if there is nothing to move, or the target is not empty.
 * @throws the errors of `openExistingStore`.
 */
export async function move({ env, to, tell }: MoveOptions): Promise<Moved> {
  const isToServer = serverAddress.test(to)
  if (isToServer && env.DATABASE_URL !== undefined) {
    throw new AdminError(
      'The rows are on a database server already. Unset DATABASE_URL to move those of the data folder.',
    )
  }
  if (!isToServer && (to !== 'folder' || env.DATABASE_URL === undefined)) {
    throw new AdminError(
      'Usage: npm run move -- --to postgres://user:password@host/name. With DATABASE_URL set, npm run move -- --to folder brings the rows back to the data folder.',
    )
  }
  const from = await openExistingStore(env)
  try {
    const target = isToServer ? await openServer(to) : await openFolder(env.BOZZETTO_DATA)
    try {
      const inFolder = await openFolderBlobs(path.join(env.BOZZETTO_DATA, 'blobs'))
      const inBucket = env.S3_BUCKET === undefined ? undefined : await openBlobStore(env)
      const [source, kept] = isToServer ? [inFolder, inBucket] : [inBucket, inFolder]
      const files = source && kept ? await copyFiles(source, kept) : 0
      await copyRows(from, target, tell)
      // `analyze` creates statistics, without which the first searches and lists are slow.
      await target.executeSql('analyze')
      const shelf = createFolderStorage(path.join(env.BOZZETTO_DATA, 'models'))
      const rows = createRowStorage(isToServer ? target : from)
      await (isToServer ? copyModelFiles(shelf, rows) : copyModelFiles(rows, shelf))
      const findings = await examine(target, kept ?? inFolder)
      return { files, findings, next: isToServer ? nextOnServer(env) : nextInFolder(env) }
    } finally {
      await target.close()
    }
  } finally {
    await from.close()
  }
}

/** Copies files that describe added 3D models, except files from an earlier move. */
async function copyModelFiles(from: ModelFileStorage, to: ModelFileStorage): Promise<void> {
  for (const [name, seen] of await from.look()) {
    if (!(seen instanceof Error))
      await to.write(name, new TextDecoder().decode(await from.read(name)))
  }
}

async function copyFiles(from: BlobStore, to: BlobStore): Promise<number> {
  let copied = 0
  for await (const { key } of from.list()) {
    if ((await to.sizeOf(key)) === (await from.sizeOf(key))) continue
    await to.put(await from.read(key))
    copied++
  }
  return copied
}

async function openServer(url: string): Promise<Store> {
  const { openDatabase } = await import('../../store/server/open-server-store.ts')
  const { store } = await openDatabase(url, { waitMs: 0 })
  return store
}

/** The calling server already has the lock, so the folder is opened without locking. */
async function openFolder(folder: string): Promise<Store> {
  const client = await openReopeningClient(path.join(folder, postgresFolder), () =>
    Promise.resolve(),
  )
  await migrate(client)
  return embeddedStoreOn(client)
}

const nextOnServer = ({ BOZZETTO_DATA: folder, S3_BUCKET: bucket }: BlobSettings): string => {
  const files = bucket === undefined ? `in ${folder}` : `in ${folder} and the bucket ${bucket}`
  return `Start the server with DATABASE_URL set to that address, and BOZZETTO_SECRET to what is in ${path.join(folder, 'secret')}. The files are ${files}. The former database is in ${path.join(folder, postgresFolder)}: delete it once everything works.`
}
const nextInFolder = ({ BOZZETTO_DATA: folder }: BlobSettings): string =>
  `Start the server without DATABASE_URL and S3_BUCKET. Keep BOZZETTO_SECRET and the master key as they are (or write the secret into ${path.join(folder, 'secret')}), because they decrypt API keys and second factors. The database server and the bucket keep what they have: delete it there once everything works.`
