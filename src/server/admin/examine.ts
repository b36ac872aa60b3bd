import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { Store } from '../store/store.ts'

type NamedBlob = {
  key: string
  part: 'model' | 'thumbnail' | 'turntable' | 'picture' | 'document'
  id: string
  name: string
}

export type BlobFault = NamedBlob & { fault: 'missing' | 'damaged' }

export type Findings = {
  faults: BlobFault[]
  rows: number
  blobs: number
}

export type ReadableBlobs = Pick<BlobStore, 'sizeOf' | 'open'>

/** Reads every stored file that a row refers to and compares the file with its SHA-256. */
export async function examine(store: Store, blobs: ReadableBlobs): Promise<Findings> {
  const { rows } = await store.db.execute<NamedBlob>(sql`
    select blob_key as key, 'model' as part, id, name from assets
    union all
    select thumbnail_key, 'thumbnail', id, name from assets where thumbnail_key is not null
    union all
    select turntable_key, 'turntable', id, name from assets where turntable_key is not null
    union all
    select blob_key, 'picture', id, name from files
    union all
    select blob_key, 'document', id, name from documents where blob_key is not null`)
  const faultByKey = new Map<string, BlobFault['fault'] | undefined>()
  for (const { key } of rows) {
    if (!faultByKey.has(key)) faultByKey.set(key, await lookAt(blobs, key))
  }
  const faults = rows.flatMap((row) => {
    const fault = faultByKey.get(row.key)
    return fault ? [{ ...row, fault }] : []
  })
  return {
    faults,
    rows: rows.length,
    blobs: faultByKey.size,
  }
}

async function lookAt(blobs: ReadableBlobs, key: string): Promise<BlobFault['fault'] | undefined> {
  if ((await blobs.sizeOf(key)) === undefined) return 'missing'
  const hash = createHash('sha256')
  for await (const piece of await blobs.open(key)) hash.update(piece)
  return hash.digest('hex') === key ? undefined : 'damaged'
}
