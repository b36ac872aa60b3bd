import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { HttpError } from '../errors/http-error.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { isMissing } from '../disk/missing.ts'
import { backupToSendName, snapshotsName } from '../disk/folder-names.ts'

/**
 * Time for which the measured size of the folder is used, in milliseconds. Bytes stored since the
 * measurement are added.
 */
const measuredMs = 30_000
const megabyte = 1_000_000

export const freeBytesMinDefault = 500 * megabyte

export type DiskBudget = {
  /**
   * Reserves space for `bytes` more.
   * @throws {HttpError} `storage_full`.
   */
  admit: (bytes: number) => Promise<void>
  look: (bytes: number) => Promise<void>
}

type DiskBudgetOptions = {
  folder: string
  quotaBytes?: number | undefined
  freeBytesMin: number
  clock?: () => number
}

/** Limits stored bytes by a quota and by the free disk space. */
export function createDiskBudget(options: DiskBudgetOptions): DiskBudget {
  const { folder, clock = Date.now } = options
  let measuring: Promise<number> | undefined
  let measuredAt = 0
  let admittedBytes = 0

  const usedBytes = (): Promise<number> => {
    if (!measuring || Math.abs(clock() - measuredAt) >= measuredMs) {
      measuredAt = clock()
      admittedBytes = 0
      measuring = getSize(folder)
    }
    return measuring
  }

  async function check(bytes: number, isCounted: boolean): Promise<void> {
    const { quotaBytes, freeBytesMin } = options
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize - bytes < freeBytesMin) {
      throw full(
        `The disk has less than ${Math.ceil((freeBytesMin + bytes) / megabyte)} MB left. Free some space and try again.`,
      )
    }
    if (quotaBytes === undefined) return
    const measured = await usedBytes()
    // No `await` may follow, so that concurrent uploads count each other.
    const used = measured + admittedBytes
    if (used + bytes > quotaBytes) {
      throw full(
        `The data folder is full: it uses ${Math.round(used / megabyte)} of the ${Math.round(quotaBytes / megabyte)} MB that the quota (BOZZETTO_DISK_QUOTA) allows. Delete what you do not need, or raise the quota.`,
      )
    }
    if (isCounted) admittedBytes += bytes
  }

  return { admit: (bytes) => check(bytes, true), look: (bytes) => check(bytes, false) }
}

const full = (message: string) => new HttpError('storage_full', message)

/**
 * Wraps a blob store so that `put` first checks for space. Paid results bypass the wrapper, because
 * they are stored regardless of the quota.
 */
export const withinBudget = (blobs: BlobStore, budget: DiskBudget): BlobStore => ({
  ...blobs,
  put: async (bytes) => {
    await budget.admit(bytes.byteLength)
    return blobs.put(bytes)
  },
})

/**
 * Sums up the bytes of all files below a folder, except snapshots of updates and backups to be
 * sent, whose files are mostly linked.
 */
async function getSize(folder: string): Promise<number> {
  let sum = 0
  try {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (entry.name === snapshotsName || entry.name === backupToSendName) continue
      const entryPath = path.join(folder, entry.name)
      if (entry.isDirectory()) sum += await getSize(entryPath)
      else if (entry.isFile()) sum += await sizeOfFile(entryPath)
    }
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return sum
}

async function sizeOfFile(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch (error) {
    if (isMissing(error)) return 0
    throw error
  }
}
