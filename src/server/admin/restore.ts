import { constants } from 'node:fs'
import { access, copyFile, mkdir, rename, rm, rmdir } from 'node:fs/promises'
import path from 'node:path'
import { copyTree } from '../disk/copy-tree.ts'
import { isMissing, listFolder } from '../disk/missing.ts'
import { syncTree } from '../disk/synced.ts'
import { lockFolder } from '../store/embedded/lock.ts'
import { getRestoringFolder, finishRestore, markReady } from '../store/embedded/pending-restore.ts'
import { backupNoteFile, readBackupNote, type BackupNote } from '../store/backup-note.ts'
import { openStore } from '../store/store.ts'
import { masterKeyFile } from '../vault/master-key.ts'
import { AdminError } from './admin-error.ts'
import { readFormerData } from './former-data.ts'
import { keepAudit } from './keep-audit.ts'
import { keepOrders, type KeptOrders } from './keep-orders.ts'
import { settleAccess, type SettledAccess } from './settle-access.ts'
import { settleWork, type SettledWork } from './settle-work.ts'

type Settled = SettledAccess & SettledWork & KeptOrders

export type Restored = Settled & {
  madeAt: string
  /** New path of the data folder that was replaced. Absent if there was no data folder. */
  former: string | undefined
}

/**
 * Replaces a data folder with a backup. The existing folder is renamed, never deleted. Revoked
 * access stays revoked, nothing is paid for twice, and no audit event is lost.
 * @param options.replaces whether a non-empty data folder may be renamed.
 * @param options.trustsBackup keeps keys and links whose revocation is unknown.
 * @param options.isTemporary moves the backup instead of copying it. It must be beside `data`.
 * @throws {AdminError} if `from` is no complete backup, or existing data may not be renamed.
 * @throws {FolderInUseError} while a server runs on the data folder.
 * @throws {NewerDataError} when a newer version made the backup.
 */
export async function restore(options: {
  from: string
  data: string
  replaces: boolean
  trustsBackup: boolean
  isTemporary?: boolean
}): Promise<Restored> {
  const { from, data, replaces, trustsBackup, isTemporary = false } = options
  const { madeAt } = await readCompleteBackup(from)
  const isThere = (await listFolder(data)).length > 0
  const unlock = await lockForRestore(data, replaces)
  try {
    const settled = await prepare({ from, data, madeAt, trustsBackup, isTemporary })
    await syncTree(getRestoringFolder(data))
    await markReady(data)
    const former = isThere ? await findUnusedFolder(data) : undefined
    // Windows cannot rename a folder with an open file.
    if (process.platform === 'win32') await unlock()
    await putInPlace(data, former)
    return { madeAt, former, ...settled }
  } finally {
    await unlock()
  }
}

/**
 * Locks the data folder, if it has data, and checks that a restore may replace it.
 * @returns a function that releases the lock.
 * @throws {AdminError} if existing data may not be renamed, or nothing can be written beside it.
 * @throws {FolderInUseError} while a server runs on the data folder.
 */
export async function lockForRestore(
  data: string,
  replaces: boolean,
): Promise<() => Promise<void>> {
  const isThere = (await listFolder(data)).length > 0
  if (isThere && !replaces) {
    throw new AdminError(
      `${data} already has data. Add --replace to move it aside (it is not deleted), or set BOZZETTO_DATA to another folder.`,
    )
  }
  const unlock = isThere ? await lockFolder(data) : () => Promise.resolve()
  try {
    const coming = getRestoringFolder(data)
    await mkdir(coming, { recursive: true, mode: 0o700 })
    // Fails if an interrupted restore left files, which the restore deletes.
    await rmdir(coming).catch(() => undefined)
    return unlock
  } catch (cause) {
    await unlock()
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    throw ['EROFS', 'EACCES', 'EPERM'].includes(code) ? rootOfVolume(data, cause) : cause
  }
}

const rootOfVolume = (data: string, cause: unknown) =>
  new AdminError(
    `${data} cannot be replaced because it is the root of a volume, or the folder around it is read-only. Restore to a folder inside it, and set BOZZETTO_DATA to that folder.`,
    { cause },
  )

async function prepare({
  from,
  data,
  madeAt,
  trustsBackup,
  isTemporary,
}: {
  from: string
  data: string
  madeAt: string
  trustsBackup: boolean
  isTemporary: boolean
}): Promise<Settled> {
  const coming = getRestoringFolder(data)
  try {
    await rm(coming, { recursive: true, force: true })
    await (isTemporary ? rename(from, coming) : copyTree(from, coming))
    await rm(path.join(coming, backupNoteFile))
    await keepMasterKey(data, coming)
    const former = await readFormerData(data)
    const store = await openStore(coming)
    try {
      const settled = {
        ...(await settleAccess(store, { former, trustsBackup })),
        ...(await settleWork(store, former)),
        ...(await keepOrders(store, former)),
      }
      await keepAudit(store, { former, madeAt })
      return settled
    } finally {
      await store.close()
    }
  } catch (error) {
    await rm(coming, { recursive: true, force: true })
    throw error
  }
}

/** Copies the master key of the replaced folder, because a backup rarely contains the key. */
async function keepMasterKey(data: string, coming: string): Promise<void> {
  const file = path.join(coming, masterKeyFile)
  try {
    await copyFile(path.join(data, masterKeyFile), file, constants.COPYFILE_EXCL)
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (!isThere && !isMissing(error)) throw error
  }
}

/**
 * Renames the data folder, and renames the prepared folder to the path of the data folder.
 * @param former new path of the data folder. Absent if there is none.
 * @throws {AdminError} when a folder cannot be renamed.
 */
export async function putInPlace(data: string, former: string | undefined): Promise<void> {
  if (former === undefined) {
    await finishRestore(data).catch(refuse)
  } else {
    await rename(data, former).catch(refuse)
    await finishRestore(data)
  }

  async function refuse(cause: unknown): Promise<never> {
    const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
    if (code !== 'EBUSY' && code !== 'EXDEV') throw cause
    await rm(getRestoringFolder(data), { recursive: true, force: true })
    throw rootOfVolume(data, cause)
  }
}

/** @throws {AdminError} if `from` is no complete backup. */
export async function readCompleteBackup(from: string): Promise<BackupNote> {
  try {
    return await readBackupNote(from)
  } catch (cause) {
    throw new AdminError(`${from} is not a backup, or the backup was not finished.`, { cause })
  }
}

async function findUnusedFolder(data: string): Promise<string> {
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const name = `${data}.before-${stamp}`
  const isTaken = await access(name).then(
    () => true,
    () => false,
  )
  if (isTaken) throw new AdminError(`${name} exists already. Try again in a moment.`)
  return name
}
