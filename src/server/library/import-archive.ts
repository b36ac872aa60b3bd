import type { FileHandle } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { ImportedArchive } from '#contract/assets.ts'
import { HttpError, isStoreAway } from '../errors/http-error.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { FileService } from '../files/file-service.ts'
import { ZipError } from '../files/zip-error.ts'
import { checkResult, resultBytesMax } from '../ports/check-result.ts'
import { getSha256 } from '../process/sha256.ts'
import { readFile } from '../reading/read-file.ts'
import { uncounted, type KeptBytes } from '../spending/kept-bytes.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import {
  manifestName,
  getArchivedModelName,
  getArchivedPictureName,
  getArchivedPreviewName,
  type ArchivedAsset,
} from '../reading/archive-format.ts'
import { createYield } from '../process/yield-loop.ts'
import { notOurs } from '../reading/read-manifest.ts'

/**
 * Maximum size of the manifest, the list of models in an archive, in bytes. A manifest of 10,000
 * models has about 20 MB.
 */
const manifestBytesMax = 64 * 1024 * 1024
const previewBytesMax = 4 * 1024 * 1024
const pictureBytesMax = 20 * 1024 * 1024

/**
 * Imports the models of an exported library. Existing models with the same id stay unchanged, so
 * that an import can be repeated.
 * @param archive an open file, which is read in pieces.
 * @throws {HttpError} `bad_request` for another file, `over_quota` at the limit of bytes.
 */
export async function importLibraryArchive(
  {
    store,
    blobs,
    files,
    keptBytes = uncounted,
  }: { store: Store; blobs: BlobStore; files: FileService; keptBytes?: KeptBytes },
  archive: FileHandle,
): Promise<ImportedArchive> {
  try {
    const { openZipFiles } = await import('../files/zip-files.ts')
    const { read } = await openZipFiles(archive)
    const manifest = await read(manifestName, manifestBytesMax)

    const result: ImportedArchive = { added: 0, known: 0, broken: 0 }
    const yieldLoop = createYield()
    for await (const asset of assetsIn(manifest)) {
      // Yields explicitly, because awaiting the embedded database does not let other requests run.
      await yieldLoop()
      const [known] = await store.db
        .select({ id: assets.id })
        .from(assets)
        .where(eq(assets.id, asset.id))
      if (known) {
        result.known++
        continue
      }
      try {
        await store.db.insert(assets).values(await take(asset))
        result.added++
      } catch (error) {
        // The import ends, because all other models would fail as well.
        if (isStoreAway(error) || isOverQuota(error)) throw error
        console.warn(`The model ${asset.id} of an archive was not imported.`, error)
        result.broken++
      }
    }
    return result

    async function take(asset: ArchivedAsset): Promise<typeof assets.$inferInsert> {
      const bytes = await read(getArchivedModelName(asset), resultBytesMax)
      checkResult(bytes, asset.mimeType)
      if ((await getSha256(bytes)) !== asset.sha256) {
        throw notOurs(`its model “${asset.name}” was modified`)
      }
      const blobKey = await keptBytes.keep(bytes.byteLength, () => blobs.put(bytes))
      const preview = asset.hasPreview
        ? await blobs.put(await read(getArchivedPreviewName(asset.id), previewBytesMax))
        : null
      const { picture } = asset
      const file =
        picture &&
        (await files.upload(
          await read(getArchivedPictureName(picture.sha256), pictureBytesMax),
          picture.name,
        ))
      return {
        id: asset.id,
        name: asset.name,
        mimeType: asset.mimeType,
        sizeBytes: bytes.byteLength,
        sha256: asset.sha256,
        blobKey,
        thumbnailKey: preview,
        stats: asset.stats ?? null,
        recipe: asset.recipe ?? null,
        pictureFileId: file?.id ?? null,
        isStarred: asset.isStarred,
        tags: asset.tags,
        folder: asset.folder ?? null,
        notes: asset.notes ?? null,
        createdAt: new Date(asset.createdAt),
      }
    }
  } catch (error) {
    throw error instanceof ZipError ? notOurs(error.message, error) : error
  }
}

const isOverQuota = (error: unknown): boolean =>
  error instanceof HttpError && error.code === 'over_quota'

async function* assetsIn(manifest: Uint8Array): AsyncGenerator<ArchivedAsset> {
  for await (const part of readFile('library', manifest)) yield* part
}
