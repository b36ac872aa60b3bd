import { Reader, ZipReader, type FileEntry } from '@zip.js/zip.js'
import type { FileHandle } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { ImportedArchive } from '#contract/assets.ts'
import { HttpError, isDiskFull, isStorageRefused } from '../errors.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { FileService } from '../files/file-service.ts'
import { checkResult, resultBytesMax } from '../generation/check-result.ts'
import { sha256Of } from '../sha256.ts'
import { readFile } from '../reading/read-file.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import {
  manifestName,
  modelNameOf,
  pictureNameOf,
  previewNameOf,
  type ArchivedAsset,
} from './archive-format.ts'
import { createYield } from '../yield-loop.ts'
import { notOurs } from './read-manifest.ts'
import '../files/zip-settings.ts'

/** A manifest of 10,000 models has some 20 MB. */
const manifestBytesMax = 64 * 1024 * 1024
const previewBytesMax = 4 * 1024 * 1024
const pictureBytesMax = 20 * 1024 * 1024
const entriesMax = 200_000

/**
 * Takes the models of an exported library in. One that is there already, by its id, stays as it is,
 * so that the same archive may be read again.
 *
 * @param archive an open file; it is read in pieces.
 * @throws {HttpError} `bad_request` when it is no such archive.
 */
export async function importArchive(
  { store, blobs, files }: { store: Store; blobs: BlobStore; files: FileService },
  archive: FileHandle,
): Promise<ImportedArchive> {
  const zip = new ZipReader(new HandleReader(archive))
  const entries = new Map<string, FileEntry>()
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (entries.size >= entriesMax) throw notOurs('it holds too many files')
      if (!entry.directory) entries.set(entry.filename, entry)
    }
    const read = (name: string, bytesMax: number) => readEntry(entries.get(name), name, bytesMax)
    const manifest = await read(manifestName, manifestBytesMax)

    const result: ImportedArchive = { added: 0, known: 0, broken: 0 }
    const yieldLoop = createYield()
    for await (const asset of assetsIn(manifest)) {
      // The embedded database answers at once, so that waiting for it lets nobody else run.
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
        // A disk that takes nothing takes none of the others either.
        if (isDiskFull(error) || isStorageRefused(error)) throw error
        console.warn(`The model ${asset.id} of an archive is not taken.`, error)
        result.broken++
      }
    }
    return result

    async function take(asset: ArchivedAsset): Promise<typeof assets.$inferInsert> {
      const bytes = await read(modelNameOf(asset), resultBytesMax)
      checkResult(bytes, asset.mimeType)
      if ((await sha256Of(bytes)) !== asset.sha256) {
        throw notOurs(`the model “${asset.name}” was changed`)
      }
      const blobKey = await blobs.put(bytes)
      const preview = asset.hasPreview
        ? await blobs.put(await read(previewNameOf(asset.id), previewBytesMax))
        : null
      const { picture } = asset
      const file =
        picture &&
        (await files.upload(
          await read(pictureNameOf(picture.sha256), pictureBytesMax),
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
        createdAt: new Date(asset.createdAt),
      }
    }
  } catch (error) {
    // What the reader of ZIPs throws says that it is none, or a broken one.
    if (error instanceof HttpError || isDiskFull(error) || isStorageRefused(error)) throw error
    throw notOurs('it cannot be read', error)
  } finally {
    await zip.close()
  }
}

async function readEntry(
  entry: FileEntry | undefined,
  name: string,
  bytesMax: number,
): Promise<Uint8Array> {
  if (!entry) throw notOurs(`${name} is missing in it`)
  if (entry.uncompressedSize > bytesMax) throw notOurs(`${name} is too large`)
  const chunks: Uint8Array[] = []
  let length = 0
  // Counted while it is unpacked: what an entry says of its own size need not be true.
  const sink = new WritableStream<Uint8Array>({
    write: (chunk) => {
      length += chunk.byteLength
      if (length > bytesMax) throw notOurs(`${name} is too large`)
      chunks.push(chunk)
    },
  })
  await entry.getData(sink, { checkSignature: true })
  return Buffer.concat(chunks, length)
}

async function* assetsIn(manifest: Uint8Array): AsyncGenerator<ArchivedAsset> {
  for await (const part of readFile('library', manifest)) yield* part
}

/** Reads a ZIP from a file without holding it in memory. */
export class HandleReader extends Reader<FileHandle> {
  readonly #handle: FileHandle

  constructor(handle: FileHandle) {
    super(handle)
    this.#handle = handle
  }

  override async init(): Promise<void> {
    this.size = (await this.#handle.stat()).size
    await super.init?.()
  }

  override async readUint8Array(offset: number, length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - offset)))
    let done = 0
    while (done < bytes.length) {
      const { bytesRead } = await this.#handle.read(bytes, done, bytes.length - done, offset + done)
      if (bytesRead === 0) break
      done += bytesRead
    }
    return bytes.subarray(0, done)
  }
}
