import { BlobMissingError, type BlobStore } from '../../../files/blobs/blob-store.ts'
import type { FileService } from '../../../files/file-service.ts'

/** Maximum width and height of a picture in pixels. Services shrink or refuse larger pictures. */
const sidePxMax = 2048

/**
 * Creates a function that returns stored pictures as `data:` URLs of at most 2048 × 2048 pixels.
 */
export const createPictureReader =
  ({ files, blobs }: { files: Pick<FileService, 'find'>; blobs: BlobStore }) =>
  async (fileId: string): Promise<string | undefined> => {
    const stored = await files.find(fileId)
    if (!stored) return undefined
    const { file, blobKey } = stored
    const bytes = await readOrNothing(blobs, blobKey)
    if (!bytes) return undefined
    if (Math.max(file.widthPx, file.heightPx) <= sidePxMax) return toUrl(file.mimeType, bytes)
    const { default: sharp } = await import('sharp')
    const smaller = sharp(bytes).resize({ width: sidePxMax, height: sidePxMax, fit: 'inside' })
    return file.hasAlpha
      ? toUrl('image/png', await smaller.png().toBuffer())
      : toUrl('image/jpeg', await smaller.jpeg({ quality: 88 }).toBuffer())
  }

async function readOrNothing(blobs: BlobStore, key: string): Promise<Uint8Array | undefined> {
  try {
    return await blobs.read(key)
  } catch (error) {
    if (error instanceof BlobMissingError) return undefined
    throw error
  }
}

const toUrl = (mimeType: string, bytes: Uint8Array) =>
  `data:${mimeType};base64,${Buffer.from(bytes).toString('base64')}`
