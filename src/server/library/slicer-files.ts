import { randomBytes } from 'node:crypto'
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { hashSecret } from '../access/digest.ts'
import { isIssuedByActive } from '../access/people/issuers.ts'
import { HttpError } from '../errors/http-error.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { asServer } from '../store/owner-scope.ts'
import { slicerFiles } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/**
 * Time in milliseconds in which a slicer may download a file. Slicers may first ask for an update
 * or a sign-in.
 */
const validMs = 10 * 60_000
const countedMs = 60 * 60_000
/** Maximum number of bytes that one person provides within an hour. */
const bytesPerHourMax = 1024 ** 3
const tokenBytes = 32

type SlicerFileRow = typeof slicerFiles.$inferSelect

/** Files that a slicer downloads without a session, once and within ten minutes. */
export type SlicerFiles = {
  create: (name: string, bytes: Uint8Array) => Promise<{ token: string; row: SlicerFileRow }>
  /** Returns a file that was not downloaded yet, without using up its only download. */
  find: (token: string) => Promise<SlicerFileRow | undefined>
  take: (token: string) => Promise<SlicerFileRow | undefined>
  deleteExpired: () => Promise<void>
}

type SlicerFilesOptions = { store: Store; blobs: BlobStore; now?: () => number }

export function createSlicerFiles({
  store,
  blobs,
  now = Date.now,
}: SlicerFilesOptions): SlicerFiles {
  const { db } = store
  const isAvailable = (token: string) =>
    and(
      eq(slicerFiles.digest, hashSecret(token)),
      isNull(slicerFiles.usedAt),
      gt(slicerFiles.expiresAt, new Date(now())),
      isIssuedByActive(slicerFiles.ownerId),
    )
  const deleteExpired = async () => {
    await asServer(() =>
      db.delete(slicerFiles).where(lt(slicerFiles.createdAt, new Date(now() - countedMs))),
    )
  }
  return {
    deleteExpired,
    create: async (name, bytes) => {
      assertIsModel(name, bytes)
      await deleteExpired()
      const [counted] = await db
        .select({ bytes: sql<string>`coalesce(sum(${slicerFiles.sizeBytes}::bigint), 0)` })
        .from(slicerFiles)
      if (Number(counted?.bytes ?? 0) + bytes.byteLength > bytesPerHourMax) {
        throw new HttpError(
          'rate_limited',
          'You sent more than 1 GB to slicers within an hour. Save the file and open it in the slicer.',
        )
      }
      const token = randomBytes(tokenBytes).toString('base64url')
      const blobKey = await blobs.put(bytes)
      const [row] = await db
        .insert(slicerFiles)
        .values({
          digest: hashSecret(token),
          name,
          blobKey,
          sizeBytes: bytes.byteLength,
          createdAt: new Date(now()),
          expiresAt: new Date(now() + validMs),
        })
        .returning()
      if (!row) throw new Error('The inserted row was not returned.')
      return { token, row }
    },
    find: async (token) => {
      const [row] = await asServer(() =>
        db.select().from(slicerFiles).where(isAvailable(token)).limit(1),
      )
      return row
    },
    take: async (token) => {
      // One statement, so that only one of two concurrent downloads gets the file.
      const [row] = await asServer(() =>
        db
          .update(slicerFiles)
          .set({ usedAt: new Date(now()) })
          .where(isAvailable(token))
          .returning(),
      )
      return row
    },
  }
}

const zipStart = [0x50, 0x4b, 0x03, 0x04]

function assertIsModel(name: string, bytes: Uint8Array): void {
  if (name.endsWith('.3mf') && !zipStart.every((byte, at) => bytes[at] === byte)) {
    throw new HttpError('bad_request', 'This is not a 3MF file.')
  }
  if (bytes.byteLength === 0) throw new HttpError('bad_request', 'The file is empty.')
}
