import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { copyTree } from '../disk/copy-tree.ts'
import { isMissing } from '../disk/missing.ts'
import { DatabaseUnusableError } from '../store/server/unreachable.ts'
import { openStore, postgresFolder } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { readCompleteBackup } from './restore.ts'
import { examine, type Findings, type ReadableBlobs } from './examine.ts'

/**
 * Opens a copy of the backup's database, as a restore would, and reads every file of the backup.
 * Changes nothing in the backup.
 * @param blobs reads the backup's files. Default: from the folder.
 * @throws {AdminError} if `from` is not a complete backup, or if its database is damaged.
 */
export async function verifyBackup(
  from: string,
  blobs: ReadableBlobs = readBlobs(path.join(from, 'blobs')),
): Promise<Findings & { madeAt: string }> {
  const { madeAt } = await readCompleteBackup(from)
  const copy = await mkdtemp(path.join(tmpdir(), 'bozzetto-verify-'))
  try {
    await copyTree(path.join(from, postgresFolder), path.join(copy, postgresFolder))
    const store = await openStore(copy).catch(refuseDamaged)
    try {
      return { ...(await examine(store, blobs)), madeAt }
    } finally {
      await store.close()
    }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Replaces the advice to restore a backup, which does not fit a backup. */
function refuseDamaged(error: unknown): never {
  if (!(error instanceof DatabaseUnusableError)) throw error
  throw new AdminError(
    'The database of this backup is damaged, so this backup cannot be restored. Make a new backup, and verify older ones.',
    { cause: error },
  )
}

/**
 * Returns a reader of the backup's files that writes nothing, because the folder may be on a
 * read-only disk.
 */
function readBlobs(folder: string): ReadableBlobs {
  const getFile = (key: string) => path.join(folder, key.slice(0, 2), key)
  return {
    open: (key) => Promise.resolve(Readable.toWeb(createReadStream(getFile(key)))),
    sizeOf: (key) =>
      stat(getFile(key)).then(
        ({ size }) => size,
        (error: unknown) => {
          if (!isMissing(error)) throw error
          return undefined
        },
      ),
  }
}
