import { and, inArray, isNull } from 'drizzle-orm'
import { endingOfModel } from '#lib/model-kinds.ts'
import { BlobMissingError, type BlobStore } from '../files/blob-store.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { closeZip, createZip } from '../files/write-zip.ts'

/**
 * Models as files named after them, in one ZIP that is made while it is read. Those that are in the trash,
 * or whose bytes are gone, are left out.
 */
export function zipModels(
  { store, blobs }: { store: Store; blobs: BlobStore },
  ids: readonly string[],
): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  void write({ store, blobs }, ids, writable).catch(async (error: unknown) => {
    // Who reads has gone away, or finds the archive cut: without its end it cannot be opened.
    console.warn('The download of several models ended early.', error)
    await writable.abort(error).catch(() => {})
  })
  return readable
}

async function write(
  { store, blobs }: { store: Store; blobs: BlobStore },
  ids: readonly string[],
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  const rows = await store.db
    .select({ name: assets.name, mimeType: assets.mimeType, blobKey: assets.blobKey })
    .from(assets)
    .where(and(inArray(assets.id, [...ids]), isNull(assets.deletedAt)))
  // Models are compressed already.
  const zip = await createZip(writable, { level: 0 })
  const taken = new Set<string>()
  for (const { name, mimeType, blobKey } of rows) {
    const ending = endingOfModel(mimeType)
    try {
      const content = await blobs.open(blobKey)
      await zip.add(freeName(plain(name), ending, taken), content)
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error
      console.warn(`The model ${name} is not in the download.`, error)
    }
  }
  await closeZip(zip)
}

/** Without what systems do not allow in names of files. */
const plain = (name: string): string =>
  // oxlint-disable-next-line no-control-regex -- control characters are among what is not allowed.
  name.replaceAll(/[\u0000-\u001f<>:"/\\|?*]+/g, '-').slice(0, 120) || 'Model'

function freeName(name: string, ending: string, taken: Set<string>): string {
  let free = `${name}.${ending}`
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} (${n}).${ending}`
  taken.add(free.toLowerCase())
  return free
}
