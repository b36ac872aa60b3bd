import { asc, eq, gt, isNull, and } from 'drizzle-orm'
import { BlobMissingError, type BlobStore } from '../files/blobs/blob-store.ts'
import { assets, files } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import {
  archiveFormat,
  manifestName,
  getArchivedModelName,
  getArchivedPictureName,
  getArchivedPreviewName,
  type ArchivedAsset,
} from '../reading/archive-format.ts'
import { toAsset } from './asset-rows.ts'
import { asItIs, zipStream, type Zip } from '../files/write-zip.ts'

const rowsAtOnce = 100

/**
 * Streams the library without its trash as one ZIP, with bounded memory. Models whose file is
 * missing are left out.
 */
export const exportArchive = (store: Store, blobs: BlobStore): ReadableStream<Uint8Array> =>
  zipStream('the export of the library', (zip) => addLibrary(zip, { store, blobs }))

/** Adds the library to an archive, in the format that `importLibraryArchive` reads. */
export async function addLibrary(
  zip: Zip,
  { store, blobs }: { store: Store; blobs: BlobStore },
): Promise<void> {
  const written = new Set<string>()
  const add = async (name: string, key: string) => {
    if (written.has(name)) return
    await zip.add(name, await blobs.open(key), asItIs)
    written.add(name)
  }

  const archived: ArchivedAsset[] = []
  for await (const { asset, picture } of everything(store)) {
    try {
      await add(getArchivedModelName(asset), asset.blobKey)
      if (asset.thumbnailKey !== null)
        await add(getArchivedPreviewName(asset.id), asset.thumbnailKey)
      if (picture) await add(getArchivedPictureName(picture.blobKey), picture.blobKey)
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error
      console.warn(`The model ${asset.id} is not in the export.`, error)
      continue
    }
    const { stats, recipe, notes } = toAsset(asset)
    archived.push({
      id: asset.id,
      name: asset.name,
      createdAt: asset.createdAt.toISOString(),
      sha256: asset.sha256,
      mimeType: asset.mimeType,
      hasPreview: asset.thumbnailKey !== null,
      ...(stats && { stats }),
      ...(recipe && { recipe }),
      ...(notes && { notes }),
      ...(picture && { picture: { sha256: picture.blobKey, name: picture.name } }),
      isStarred: asset.isStarred,
      tags: asset.tags,
      ...(asset.folder !== null && { folder: asset.folder }),
    })
  }
  const manifest = JSON.stringify({ format: archiveFormat, assets: archived }, undefined, 2)
  await zip.add(manifestName, new Blob([manifest]).stream())
}

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
