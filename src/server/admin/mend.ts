import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import type { BlobFault } from './examine.ts'

/**
 * Mends what can be: bytes come back from a backup, where one is given; a turntable is drawn again
 * when it is next looked at, a thumbnail is left out. Nothing that a person made is deleted.
 *
 * @param backup folder of a backup; its bytes are taken only where their checksum is right.
 * @returns what could not be mended.
 */
export async function mend(
  store: Store,
  blobs: BlobStore,
  { faults, backup }: { faults: readonly BlobFault[]; backup: string | undefined },
): Promise<BlobFault[]> {
  const left: BlobFault[] = []
  for (const fault of faults) {
    const bytes = backup === undefined ? undefined : await fromBackup(backup, fault.key)
    if (bytes) {
      // What is damaged has the right size at times, and would be taken for the whole.
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
