import { asc, eq, gt, isNull, and } from 'drizzle-orm'
import { BlobMissingError, type BlobStore } from '../files/blobs/blob-store.ts'
import { toStream } from '../http/to-stream.ts'
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
 * missing are left out, and also missing previews and pictures.
 */
export const exportArchive = (store: Store, blobs: BlobStore): ReadableStream<Uint8Array> =>
  zipStream('the export of the library', (zip) => addLibrary(zip, { store, blobs }))

/** Adds the library to an archive, in the format that `importLibraryArchive` reads. */
export async function addLibrary(
  zip: Zip,
  { store, blobs }: { store: Store; blobs: BlobStore },
): Promise<void> {
  const missing = new Set<string>()
  const written = new Set<string>()
  const add = async (name: string, key: string) => {
    if (written.has(name) || missing.has(name)) return
    try {
      await zip.add(name, await blobs.open(key), asItIs)
      written.add(name)
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error
      missing.add(name)
      console.warn(`The file ${name} is not in the export.`, error)
    }
  }

  for await (const { asset, picture } of everything(store)) {
    await add(getArchivedModelName(asset), asset.blobKey)
    if (asset.thumbnailKey !== null) await add(getArchivedPreviewName(asset.id), asset.thumbnailKey)
    if (picture) await add(getArchivedPictureName(picture.blobKey), picture.blobKey)
  }
  await zip.add(manifestName, toStream(writeManifest(store, written)))
}

/** Yields the list of the models. Reads them again, because all together may not fit into memory. */
async function* writeManifest(store: Store, written: Set<string>): AsyncGenerator<string> {
  yield `{"format":${JSON.stringify(archiveFormat)},"assets":[`
  let separator = '\n'
  for await (const { asset, picture } of everything(store)) {
    if (!written.has(getArchivedModelName(asset))) continue
    const { stats, recipe, notes } = toAsset(asset)
    const hasPicture = picture !== null && written.has(getArchivedPictureName(picture.blobKey))
    const archived: ArchivedAsset = {
      id: asset.id,
      name: asset.name,
      createdAt: asset.createdAt.toISOString(),
      sha256: asset.sha256,
      mimeType: asset.mimeType,
      hasPreview: written.has(getArchivedPreviewName(asset.id)),
      ...(stats && { stats }),
      ...(recipe && { recipe }),
      ...(notes && { notes }),
      ...(hasPicture && { picture: { sha256: picture.blobKey, name: picture.name } }),
      isStarred: asset.isStarred,
      tags: asset.tags,
      ...(asset.folder !== null && { folder: asset.folder }),
    }
    yield `${separator}${JSON.stringify(archived)}`
    separator = ',\n'
  }
  yield '\n]}\n'
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
