import { and, inArray, isNull } from 'drizzle-orm'
import { endingOfModel } from '#lib/model-kinds.ts'
import { BlobMissingError, type BlobStore } from '../files/blobs/blob-store.ts'
import { assets } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { freeName } from '../files/free-name.ts'
import { asItIs, zipStream } from '../files/write-zip.ts'

/**
 * Streams models as one ZIP of files that have the names of the models. Models in the trash and
 * models whose file is missing are left out.
 */
export const zipModels = (
  { store, blobs }: { store: Store; blobs: BlobStore },
  ids: readonly string[],
): ReadableStream<Uint8Array> =>
  zipStream('the download of several models', async (zip) => {
    const rows = await store.db
      .select({ name: assets.name, mimeType: assets.mimeType, blobKey: assets.blobKey })
      .from(assets)
      .where(and(inArray(assets.id, [...ids]), isNull(assets.deletedAt)))
    const taken = new Set<string>()
    for (const { name, mimeType, blobKey } of rows) {
      try {
        const content = await blobs.open(blobKey)
        await zip.add(freeName(name, endingOfModel(mimeType), taken), content, asItIs)
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error
        console.warn(`The model ${name} is not in the download.`, error)
      }
    }
  })
