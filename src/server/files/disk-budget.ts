import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { HttpError } from '../errors/http-error.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { isMissing } from '../disk/missing.ts'

/** How long a look at the whole folder counts; what is stored meanwhile is added to it. */
const measuredMs = 30_000
const megabyte = 1_000_000

/** What stays free on the disk unless told otherwise. */
export const freeBytesMinDefault = 500 * megabyte

export type DiskBudget = {
  /**
   * Makes sure that `bytes` more find room.
   *
   * @throws {HttpError} `storage_full`, saying what is full and what to do.
   */
  admit: (bytes: number) => Promise<void>
  /** The same without counting them. */
  look: (bytes: number) => Promise<void>
}

type DiskBudgetOptions = {
  folder: string
  /** Most that the folder may hold; absent: as much as the disk. */
  quotaBytes?: number | undefined
  /** What stays free on the disk. */
  freeBytesMin: number
  /** Milliseconds, for tests. */
  clock?: () => number
}

/** Bounds what is stored, by a quota and by what the disk has left. */
export function createDiskBudget(options: DiskBudgetOptions): DiskBudget {
  const { folder, quotaBytes, freeBytesMin, clock = Date.now } = options
  let measuring: Promise<number> | undefined
  let measuredAt = 0
  /** Admitted since the folder was looked at. */
  let admittedBytes = 0

  const usedBytes = (): Promise<number> => {
    if (!measuring || Math.abs(clock() - measuredAt) >= measuredMs) {
      measuredAt = clock()
      admittedBytes = 0
      measuring = sizeOf(folder)
    }
    return measuring
  }

  async function check(bytes: number, isCounted: boolean): Promise<void> {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize - bytes < freeBytesMin) {
      throw full(
        `The disk has less than ${Math.ceil((freeBytesMin + bytes) / megabyte)} MB left. Free some space and try again.`,
      )
    }
    if (quotaBytes === undefined) return
    const measured = await usedBytes()
    // From here on in one turn: those that come at once count each other.
    const used = measured + admittedBytes
    if (used + bytes > quotaBytes) {
      throw full(
        `The data folder is full: it uses ${Math.round(used / megabyte)} of the ${Math.round(quotaBytes / megabyte)} MB that BOZZETTO_DISK_QUOTA allows. Delete what you do not need, or raise the quota.`,
      )
    }
    if (isCounted) admittedBytes += bytes
  }

  return { admit: (bytes) => check(bytes, true), look: (bytes) => check(bytes, false) }
}

const full = (message: string) => new HttpError('storage_full', message)

/** The same blobs; what is put has to find room. What was bought goes to `blobs` itself: it is kept whatever it takes. */
export const withinBudget = (blobs: BlobStore, budget: DiskBudget): BlobStore => ({
  ...blobs,
  put: async (bytes) => {
    await budget.admit(bytes.byteLength)
    return blobs.put(bytes)
  },
})

/** Bytes of all files below a folder; what goes away meanwhile does not count. */
async function sizeOf(folder: string): Promise<number> {
  let sum = 0
  try {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      const entryPath = path.join(folder, entry.name)
      if (entry.isDirectory()) sum += await sizeOf(entryPath)
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
