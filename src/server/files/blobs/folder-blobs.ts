import { randomUUID } from 'node:crypto'
import { createReadStream, rmSync } from 'node:fs'
import { access, mkdir, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { getSha256 } from '../../process/sha256.ts'
import { blobKeyPattern as keyPattern, BlobMissingError, type BlobStore } from './blob-store.ts'
import { createPutTimes } from '../put-times.ts'
import { isMissing } from '../../disk/missing.ts'
import { makeFolder, syncPath } from '../../disk/synced.ts'
import { writeSynced } from '../../disk/write-whole.ts'

const unfinishedName = 'unfinished'

/**
 * Opens a store with blobs as files `folder/ab/<sha256>`, and deletes temporary files of an earlier
 * process. Only one process may use the folder.
 * @param folder created if it does not exist.
 * @param clock returns milliseconds that never decrease. Tests replace it.
 */
export async function openFolderBlobs(
  folder: string,
  clock: () => number = () => performance.now(),
): Promise<BlobStore> {
  const unfinished = path.join(folder, unfinishedName)
  await makeFolder(unfinished)
  for (const name of await readdir(unfinished)) await rm(path.join(unfinished, name))

  const getSize = async (key: string): Promise<number | undefined> => {
    try {
      return (await stat(getFile(folder, key))).size
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  const readyShard = createShards(folder)
  const putTimes = createPutTimes(clock)

  return {
    check: () => access(folder),
    sizeOf: getSize,
    put: async (bytes) => {
      const key = await getSha256(bytes)
      putTimes.note(key)
      if ((await getSize(key)) === bytes.byteLength) {
        // Refreshes the file's time, because the cleanup of unused files deletes old blobs that no
        // row refers to yet.
        const now = new Date()
        await utimes(getFile(folder, key), now, now)
        // The process that stored the blob may have crashed before the folder was synced.
        await readyShard(path.dirname(getFile(folder, key)))
        await syncPath(path.dirname(getFile(folder, key)))
        return key
      }
      const file = getFile(folder, key)
      const temporary = path.join(unfinished, randomUUID())
      try {
        await writeSynced(temporary, bytes)
        await readyShard(path.dirname(file))
        await rename(temporary, file)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      await syncPath(path.dirname(file))
      return key
    },
    read: async (key) => {
      try {
        return await readFile(getFile(folder, key))
      } catch (error) {
        throw isMissing(error) ? missing(key, error) : error
      }
    },
    open: async (key, range) => {
      if ((await getSize(key)) === undefined) throw missing(key)
      return Readable.toWeb(createReadStream(getFile(folder, key), range))
    },
    list: async function* () {
      for (const shard of await readdir(folder)) {
        if (shard === unfinishedName) continue
        for (const key of await readdir(path.join(folder, shard))) {
          const found = await stat(path.join(folder, shard, key)).catch(() => undefined)
          if (!found?.isFile() || !keyPattern.test(key)) continue
          const putAgoMs = putTimes.agoMs(key)
          yield { key, modifiedMs: found.mtimeMs, ...(putAgoMs !== undefined && { putAgoMs }) }
        }
      }
    },
    delete: async (key) => {
      putTimes.forget(key)
      await rm(getFile(folder, key), { force: true })
    },
    // The check and the deletion are synchronous, so that no `put` starts between them.
    deleteUnlessPut: (key, graceMs) => {
      const putAgoMs = putTimes.agoMs(key)
      if (putAgoMs !== undefined && putAgoMs <= graceMs) return false
      putTimes.forget(key)
      rmSync(getFile(folder, key), { force: true })
      return true
    },
  }
}

function createShards(folder: string): (shard: string) => Promise<void> {
  const shards = new Map<string, Promise<void>>()

  async function make(shard: string): Promise<void> {
    await mkdir(shard, { recursive: true, mode: 0o700 })
    // An existing folder is synced too, because an earlier process may have crashed before the
    // sync.
    await syncPath(folder)
  }

  return async (shard) => {
    const ready = shards.get(shard) ?? make(shard)
    shards.set(shard, ready)
    try {
      await ready
    } catch (error) {
      shards.delete(shard)
      throw error
    }
  }
}

/** @throws {TypeError} for an invalid key, so that no path can leave the folder. */
function getFile(folder: string, key: string): string {
  if (!keyPattern.test(key)) throw new TypeError('This is not the key of a blob.')
  return path.join(folder, key.slice(0, 2), key)
}

const missing = (key: string, cause?: unknown): BlobMissingError =>
  new BlobMissingError(`The stored file ${key} is gone.`, { cause })
