import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { AdminError } from './admin-error.ts'
import { isBucketAddress } from './bucket/bucket-place.ts'
import type { BlobFault, Findings } from './examine.ts'
import { readCompleteBackup } from './restore.ts'

/**
 * Throws if no file of the findings exists, because the storage is then probably wrong: an
 * unmounted folder or another bucket.
 * @throws {AdminError}
 */
export function assertSomeFilesFound({ faults, blobs }: Findings): void {
  const missing = new Set(faults.filter(({ fault }) => fault === 'missing').map(({ key }) => key))
  if (missing.size === 0 || missing.size < blobs) return
  throw new AdminError(
    `None of the ${blobs} stored files was found, so this is probably the wrong bucket or folder. Nothing was changed. Check S3_BUCKET or BOZZETTO_DATA; if the files are really lost, use --from with a backup’s folder.`,
  )
}

/**
 * Returns the folder of the backup that `--from` names.
 * @throws {AdminError} if the folder is no complete backup, or neither the storage nor the backup
 * has any of the files.
 */
export async function openMendSource(
  findings: Findings,
  from: string | undefined,
): Promise<string | undefined> {
  if (from !== undefined && isBucketAddress(from)) {
    throw new AdminError('--from needs the folder of a backup. A bucket cannot be used here.')
  }
  const backup = from === undefined ? undefined : path.resolve(from)
  if (backup !== undefined) {
    await readCompleteBackup(backup)
    for (const { key } of findings.faults) if (await fromBackup(backup, key)) return backup
  }
  assertSomeFilesFound(findings)
  return backup
}

/**
 * Copies missing and damaged files from the backup, if there is a backup. A missing turntable is
 * rendered again later, and a missing thumbnail is removed.
 * @param backup folder of a backup. Its files are used only if their checksum matches.
 * @returns the faults that remain.
 * @throws {BucketUnreachableError} before any change, if the bucket cannot be verified.
 */
export async function mend(
  store: Store,
  blobs: BlobStore,
  { faults, backup }: { faults: readonly BlobFault[]; backup: string | undefined },
): Promise<BlobFault[]> {
  await blobs.check()
  const left: BlobFault[] = []
  for (const fault of faults) {
    const bytes = backup === undefined ? undefined : await fromBackup(backup, fault.key)
    if (bytes) {
      // The damaged file is deleted first, because `put` skips an existing file of the right size.
      await blobs.delete(fault.key)
      await blobs.put(bytes)
    } else if (fault.part === 'turntable') {
      await store.db.update(assets).set({ turntableKey: null }).where(eq(assets.id, fault.id))
    } else if (fault.part === 'thumbnail') {
      await store.db.update(assets).set({ thumbnailKey: null }).where(eq(assets.id, fault.id))
    } else {
      left.push(fault)
    }
  }
  return left
}

async function fromBackup(backup: string, key: string): Promise<Uint8Array | undefined> {
  const bytes = await readFile(path.join(backup, 'blobs', key.slice(0, 2), key)).catch(
    () => undefined,
  )
  if (!bytes || createHash('sha256').update(bytes).digest('hex') !== key) return undefined
  return bytes
}
