import { desc, eq, sql } from 'drizzle-orm'
import { pictureFileSchema, type PictureFile } from '#contract/files.ts'
import { newId } from '#lib/id.ts'
import { getSha256 } from '../process/sha256.ts'
import { HttpError } from '../errors/http-error.ts'
import { files, tasks } from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Store } from '../store/store.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { createGate, type Gate } from '../process/gate.ts'
import { deletePictureRow } from './delete-one.ts'
import { uncounted, type KeptBytes } from '../spending/kept-bytes.ts'
import { normalizePicture } from './pictures/normalize-picture.ts'

/** A picture's public properties, and the key of its file in the blob store. */
export type StoredPicture = { file: PictureFile; blobKey: string }

/** Stores uploaded pictures upright and without metadata. Equal contents are stored once. */
export type FileService = {
  /**
   * Checks and stores a picture. The same bytes again return the same file.
   * @throws {HttpError} `bad_picture`, `too_large`, `rate_limited`, `over_quota` or `storage_full`,
   * without storing anything.
   */
  upload: (
    bytes: Uint8Array,
    name: string,
    /**
     * `keyId` is the API key that uploads, whose total bytes are limited. `NormalizePicture`
     * explains `isResized`.
     */
    options?: { keyId?: string | undefined; isResized?: boolean },
  ) => Promise<PictureFile>
  /**
   * Delays a function that calls `upload` until few others run. Read the request body first, so
   * that a slow client does not delay others.
   * @throws {HttpError} `rate_limited` when hundreds wait.
   */
  whenRoom: Gate
  find: (id: string) => Promise<StoredPicture | undefined>
  remove: (id: string) => Promise<boolean>
  recent: (limit: number, nameStart?: string) => Promise<PictureFile[]>
}

export const toPictureUrl = (fileId: string): string => `/api/files/${fileId}/content`

/** Maximum number of pictures that are decoded at the same time. Each may take 150 MB of memory. */
const decodingMax = 2
/** Maximum number of waiting uploads, which are in memory. */
const waitingMax = 16
/**
 * Number of uploads that `whenRoom` admits: as many as decoding accepts, so that no admitted upload
 * is refused.
 */
const receivingMax = decodingMax + waitingMax
const sendersMax = 1_000
const smallBytesMax = 1024 * 1024
const pictureLimits = { smallBytesMax, what: 'picture' } as const
/** One picture more than the limit, because `whenRoom` admits one additional small picture. */
const decodingLimits = { ...pictureLimits, runningMax: decodingMax, waitingMax: waitingMax + 1 }
const receivingLimits = { ...pictureLimits, runningMax: receivingMax, waitingMax: sendersMax }
/**
 * Minimum age in milliseconds at which a repeated upload refreshes a picture's timestamp, so that
 * the picture does not count as unused.
 */
const dayMs = 24 * 3_600_000
/** Maximum total size of the pictures that one API key has uploaded, in bytes. */
const keyBytesMaxDefault = 2e9

/**
 * Updates a picture that is uploaded again: sets its name, and after a day its timestamp.
 * @returns `undefined` if the picture was deleted in the meantime.
 */
async function refreshKnown(
  { db }: Store,
  known: typeof files.$inferSelect,
  name: string,
): Promise<PictureFile | undefined> {
  const latest = getName(name, toPictureFile(known).mimeType)
  const isOld = Date.now() - known.createdAt.getTime() > dayMs
  if (latest === known.name && !isOld) return toPictureFile(known)
  const [row] = await db
    .update(files)
    .set({ name: latest, ...(isOld && { createdAt: new Date() }) })
    .where(eq(files.id, known.id))
    .returning()
  return row && toPictureFile(row)
}

export function createFileService({
  store,
  blobs,
  keyBytesMax = keyBytesMaxDefault,
  keptBytes = uncounted,
}: {
  store: Store
  blobs: BlobStore
  keptBytes?: KeptBytes
  keyBytesMax?: number
}): FileService {
  const gate = createGate(decodingLimits)
  const whenRoom = createGate(receivingLimits)
  const findBySha256 = async (sha256: string) => {
    const [row] = await store.db.select().from(files).where(eq(files.sha256, sha256))
    return row
  }

  return {
    whenRoom,
    upload: async (bytes, name, { keyId, isResized } = {}) => {
      const sha256 = await getSha256(bytes)
      const known = await findBySha256(sha256)
      const again =
        known && (await blobs.sizeOf(known.blobKey)) !== undefined
          ? await refreshKnown(store, known, name)
          : undefined
      if (again) return again
      const picture = await gate(() => normalizePicture(bytes, { isResized }), {
        bytes: bytes.byteLength,
      })
      if (keyId !== undefined) {
        await refuseBeyond(store, { id: keyId, bytesMax: keyBytesMax }, picture.bytes.byteLength)
      }
      const blobKey = await keptBytes.keep(picture.bytes.byteLength, () => blobs.put(picture.bytes))
      const content = {
        mimeType: picture.mimeType,
        sizeBytes: picture.bytes.byteLength,
        widthPx: picture.widthPx,
        heightPx: picture.heightPx,
        hasAlpha: picture.hasAlpha,
        blobKey,
      }
      // An existing row is updated, because the same picture may have been uploaded concurrently.
      const [row] = await store.db
        .insert(files)
        .values({
          id: newId(),
          sha256,
          name: getName(name, picture.mimeType),
          keyId: keyId ?? null,
          ...content,
        })
        .onConflictDoUpdate({ target: [files.ownerId, files.sha256], set: content })
        .returning()
      if (!row) throw new Error('The row of an uploaded file did not come back.')
      return toPictureFile(row)
    },
    find: async (id) => {
      const [row] = await store.db.select().from(files).where(eq(files.id, id))
      return row && { file: toPictureFile(row), blobKey: row.blobKey }
    },
    remove: (id) => deletePictureRow(store, id),
    recent: async (limit, nameStart) => {
      const usedAt = sql`greatest(${files.createdAt}, max(${tasks.createdAt}))`
      const rows = await store.db
        .select({ file: files })
        .from(files)
        .leftJoin(tasks, eq(tasks.pictureFileId, files.id))
        .where(nameStart === undefined ? undefined : sql`starts_with(${files.name}, ${nameStart})`)
        .groupBy(files.id)
        .orderBy(desc(usedAt), desc(files.id))
        .limit(limit)
      return rows.map(({ file }) => toPictureFile(file))
    },
  }
}

const toPictureFile = (file: typeof files.$inferSelect): PictureFile =>
  pictureFileSchema.parse({ ...file, url: toPictureUrl(file.id) })

const nameLengthMax = 200

function getName(name: string, mimeType: PictureFile['mimeType']): string {
  const base = storable(name.split(/[/\\]/).at(-1) ?? '')
  const visible = base.replaceAll(/\p{C}/gu, '').trim()
  return Array.from(visible).slice(0, nameLengthMax).join('') || `picture.${mimeType.slice(6)}`
}

async function refuseBeyond(
  store: Store,
  key: { id: string; bytesMax: number },
  bytes: number,
): Promise<void> {
  const [row] = await store.db
    .select({ sum: sql<string>`coalesce(sum(${files.sizeBytes}), 0)` })
    .from(files)
    .where(eq(files.keyId, key.id))
  if (Number(row?.sum ?? 0) + bytes <= key.bytesMax) return
  throw new HttpError(
    'storage_full',
    `This key has reached its upload limit of ${key.bytesMax / 1e9} GB. Use another key.`,
  )
}
