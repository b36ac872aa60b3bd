import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import { backupToSendName } from '../../disk/folder-names.ts'
import { isInside } from '../../disk/is-inside.ts'
import { openBucketObjects, saveChecked } from '../../files/blobs/bucket-objects.ts'
import { BucketUnreachableError } from '../../files/blobs/bucket-unreachable.ts'
import { noteBackup } from '../../status/last-backup.ts'
import { backupNoteFile, readBackupNote, writeBackupNote } from '../../store/backup-note.ts'
import type { Embedded } from '../../store/store.ts'
import { AdminError } from '../admin-error.ts'
import { copyData } from '../back-up.ts'
import type { BucketPlace } from './bucket-place.ts'

/** Maximum number of files that are transferred at the same time. */
const transfersMax = 6
/**
 * Minimum age in milliseconds of objects that are deleted, because a running backup may use younger
 * objects.
 */
const youngMs = 24 * 60 * 60_000

/**
 * Prefix of files in the bucket, which are named by their SHA-256. All backups share these files.
 */
const filesPrefix = 'files/'
const backupsPrefix = 'backups/'
const getBackupKey = (name: string) => `${backupsPrefix}${name}.json`

const contentsSchema = z.object({
  madeAt: z.iso.datetime(),
  blobs: z.number().int(),
  version: z.string().optional(),
  /**
   * All folders of the data folder, because Postgres does not start if an empty folder is missing.
   */
  folders: z.array(z.string()),
  files: z.array(
    z.object({ path: z.string(), sha256: z.string().length(64), sizeBytes: z.number().int() }),
  ),
})
/** Object that describes a backup. It is stored last, so a backup with this object is complete. */
type Contents = z.infer<typeof contentsSchema>
type StoredFile = Contents['files'][number]

/** Lists the complete backups, oldest first. */
export async function listBucketBackups(place: BucketPlace): Promise<string[]> {
  const names: string[] = []
  for await (const { key } of openBucketObjects(place.settings, place.prefix).list(backupsPrefix)) {
    const [, name] = /^backups\/([\w.-]+)\.json$/.exec(key) ?? []
    if (name !== undefined) names.push(name)
  }
  return names.toSorted()
}

/** Makes a backup in a bucket. Only files that the bucket lacks are sent. */
export async function backUpToBucket(
  store: Embedded,
  options: {
    data: string
    place: BucketPlace
    name: string
    withKeys?: boolean
    signal?: AbortSignal | undefined
  },
) {
  const { data, place, name, withKeys = false, signal } = options
  const objects = openBucketObjects(place.settings, place.prefix)
  // Inside the data folder, because the folder around a volume may be on another disk or read-only.
  const home = path.join(data, backupToSendName)
  const staging = path.join(home, 'copy')
  await rm(home, { recursive: true, force: true })
  try {
    // Stored files are linked, so the snapshot only takes the space of the database.
    const done = await copyData(store, { data, to: staging, withKeys, linkTo: data, signal })
    const note = await readBackupNote(staging)
    const sizes = new Map<string, number>()
    for await (const one of objects.list(filesPrefix)) sizes.set(one.key, one.sizeBytes)
    const { folders, files } = await listTree(staging, {
      sizeOf: (sha256) => sizes.get(filesPrefix + sha256),
      signal,
    })
    let sentBytes = 0
    const send = async ({ path: file, sha256, sizeBytes }: StoredFile, either: AbortSignal) => {
      const key = filesPrefix + sha256
      if (sizes.get(key) === sizeBytes) return
      sizes.set(key, sizeBytes)
      await objects.putFile(key, path.join(staging, file), { sha256, signal: either })
      sentBytes += sizeBytes
    }
    await transferAll(files, send, signal)
    await objects.putText(getBackupKey(name), JSON.stringify({ ...note, folders, files }))
    await noteBackup(data, note.madeAt)
    return { ...done, sentBytes }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

/**
 * Transfers files at the same time. Returns or throws only once no transfer runs, because the
 * caller then deletes the folder.
 */
async function transferAll(
  files: readonly StoredFile[],
  transfer: (file: StoredFile, signal: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const failed = new AbortController()
  const either = signal ? AbortSignal.any([signal, failed.signal]) : failed.signal
  const limit = pLimit(transfersMax)
  const all = files.map((file) =>
    limit(async () => {
      either.throwIfAborted()
      await transfer(file, either)
    }),
  )
  try {
    await Promise.all(all)
  } catch (error) {
    failed.abort()
    await Promise.allSettled(all)
    throw error
  }
}

/**
 * Deletes the oldest of these backups, and then the files that no backup uses.
 * @param options.newest name of the backup that was just made, which a wrong clock may sort first.
 * @throws {AdminError} if a description is damaged, so that its files are unknown and no file is
 * deleted.
 */
export async function rotateBucketBackups(
  place: BucketPlace,
  options: { isOwn: (name: string) => boolean; keepCount: number; newest: string },
): Promise<void> {
  const { isOwn, keepCount, newest } = options
  const objects = openBucketObjects(place.settings, place.prefix)
  const names = await listBucketBackups(place)
  const older = names.filter((name) => isOwn(name) && name !== newest)
  const gone = older.slice(0, Math.max(0, older.length + 1 - keepCount))
  for (const name of gone) await objects.delete(getBackupKey(name))
  if (gone.length === 0) return
  const used = new Set<string>()
  for (const name of names.filter((one) => !gone.includes(one))) {
    for (const { sha256 } of (await readContents(place, name)).files) used.add(sha256)
  }
  for await (const { key, modifiedMs } of objects.list(filesPrefix)) {
    const isYoung = Date.now() - modifiedMs < youngMs
    if (!used.has(key.slice(filesPrefix.length)) && !isYoung) await objects.delete(key)
  }
}

/**
 * Downloads a backup to a folder that does not exist yet.
 * @param isWanted returns whether to download a file. Default: all files.
 * @throws {AdminError} if the backup is incomplete or damaged.
 */
export async function downloadBackup(
  place: BucketPlace,
  { name, to, isWanted = () => true }: DownloadOptions,
): Promise<void> {
  const objects = openBucketObjects(place.settings, place.prefix)
  const { folders, files, ...note } = await readContents(place, name)
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const folder of folders) await mkdir(toInside(to, folder), { recursive: true, mode: 0o700 })
  await transferAll(files.filter(isWanted), async (file, signal) => {
    const target = toInside(to, file.path)
    const stream = await objects.open(filesPrefix + file.sha256, signal)
    if (!stream) throw new AdminError(`The bucket has lost ${file.path} of this backup.`)
    try {
      await saveChecked(stream, target, file.sha256)
    } catch (cause) {
      if (cause instanceof BucketUnreachableError) throw cause
      throw new AdminError(`${file.path} of this backup could not be downloaded whole.`, { cause })
    }
  })
  await writeBackupNote(to, note)
}

type DownloadOptions = { name: string; to: string; isWanted?: (file: StoredFile) => boolean }

/** Reads the files of a backup in the bucket by their SHA-256. */
export function readBucketFiles(place: BucketPlace) {
  const objects = openBucketObjects(place.settings, place.prefix)
  return {
    sizeOf: async (key: string) => {
      for await (const one of objects.list(filesPrefix + key)) return one.sizeBytes
      return undefined
    },
    open: async (key: string) => {
      const stream = await objects.open(filesPrefix + key)
      if (stream) return stream
      throw new AdminError(`The bucket has lost the file ${key} of this backup.`)
    },
  }
}

async function readContents(place: BucketPlace, name: string): Promise<Contents> {
  const text = await openBucketObjects(place.settings, place.prefix).readText(getBackupKey(name))
  if (text === undefined) {
    throw new AdminError(`The bucket has no backup “${name}”, or it was not finished.`)
  }
  try {
    return contentsSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new AdminError(`The description of the backup “${name}” in the bucket is damaged.`, {
      cause,
    })
  }
}

/** @throws {AdminError} for a path that leaves the folder. */
function toInside(folder: string, relative: string): string {
  const place = path.join(folder, relative)
  if (path.isAbsolute(relative) || !isInside(place, folder)) {
    throw new AdminError(`The backup contains the path ${relative}, which is outside its folder.`)
  }
  return place
}

type SizeOf = (sha256: string) => number | undefined

async function listTree(
  folder: string,
  { sizeOf, signal }: { sizeOf: SizeOf; signal: AbortSignal | undefined },
): Promise<Pick<Contents, 'folders' | 'files'>> {
  const folders: string[] = []
  const files: StoredFile[] = []
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    signal?.throwIfAborted()
    const place = path.join(entry.parentPath, entry.name)
    const relative = path.relative(folder, place).split(path.sep).join('/')
    if (entry.isDirectory()) folders.push(relative)
    else if (entry.isFile() && relative !== backupNoteFile) {
      const { size: sizeBytes } = await stat(place)
      // Stored files are named by their hash, so the bucket's file with this name and size has the
      // same content.
      const isSent = relative.startsWith('blobs/') && sizeOf(entry.name) === sizeBytes
      const sha256 = isSent ? entry.name : await hashFile(place)
      files.push({ path: relative, sha256, sizeBytes })
    }
  }
  return { folders, files }
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  const pieces: AsyncIterable<Buffer> = createReadStream(file)
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}
