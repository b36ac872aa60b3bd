import { asc, eq, gt, isNull, and } from 'drizzle-orm'
import { BlobMissingError, type BlobStore } from '../files/blob-store.ts'
import { assets, files } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import {
  archiveFormat,
  manifestName,
  modelNameOf,
  pictureNameOf,
  previewNameOf,
  type ArchivedAsset,
} from '../reading/archive-format.ts'
import { toAsset } from './asset-rows.ts'
import { closeZip, createZip } from '../files/write-zip.ts'

const rowsAtOnce = 100

/**
 * The whole library without its trash, as one ZIP that is made while it is read: memory does not grow
 * with it. Models whose bytes are gone are left out.
 */
export function exportArchive(store: Store, blobs: BlobStore): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  void write(store, blobs, writable).catch(async (error: unknown) => {
    // Who reads has gone away, or finds the archive cut: without its end it cannot be opened.
    console.warn('The export of the library ended early.', error)
    await writable.abort(error).catch(() => {})
  })
  return readable
}

async function write(
  store: Store,
  blobs: BlobStore,
  writable: WritableStream<Uint8Array>,
): Promise<void> {
  // Models and pictures are compressed already.
  const zip = await createZip(writable, { level: 0 })
  const written = new Set<string>()
  const add = async (name: string, key: string) => {
    if (written.has(name)) return
    await zip.add(name, await blobs.open(key))
    written.add(name)
  }

  const archived: ArchivedAsset[] = []
  for await (const { asset, picture } of everything(store)) {
    try {
      await add(modelNameOf(asset), asset.blobKey)
      if (asset.thumbnailKey !== null) await add(previewNameOf(asset.id), asset.thumbnailKey)
      if (picture) await add(pictureNameOf(picture.blobKey), picture.blobKey)
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error
      console.warn(`The model ${asset.id} is not in the export.`, error)
      continue
    }
    const { stats, recipe } = toAsset(asset)
    archived.push({
      id: asset.id,
      name: asset.name,
      createdAt: asset.createdAt.toISOString(),
      sha256: asset.sha256,
      mimeType: asset.mimeType,
      hasPreview: asset.thumbnailKey !== null,
      ...(stats && { stats }),
      ...(recipe && { recipe }),
      ...(picture && { picture: { sha256: picture.blobKey, name: picture.name } }),
      isStarred: asset.isStarred,
      tags: asset.tags,
      ...(asset.folder !== null && { folder: asset.folder }),
    })
  }
  const manifest = JSON.stringify({ format: archiveFormat, assets: archived }, undefined, 2)
  await zip.add(manifestName, new Blob([manifest]).stream())
  await closeZip(zip)
}

/** All that is not in the trash, oldest first, some rows at a time. */
async function* everything({ db }: Store) {
  let after = ''
  for (;;) {
    const rows = await db
      .select({ asset: assets, picture: { blobKey: files.blobKey, name: files.name } })
      .from(assets)
      .leftJoin(files, eq(files.id, assets.pictureFileId))
      .where(and(isNull(assets.deletedAt), gt(assets.id, after)))
      .orderBy(asc(assets.id))
      .limit(rowsAtOnce)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) return
    after = last.asset.id
  }
}
