import { uploadDocument } from '#api/documents.ts'
import { uploadPicture } from '#api/files.ts'
import type { Attachment } from '#contract/chat/chat.ts'
import { pictureLimits } from '#contract/files.ts'

const isPicture = ({ type }: File) =>
  pictureLimits.mimeTypes.some((mimeType) => mimeType === type) || type.startsWith('image/')

/**
 * Stores a file for a message: pictures for models that see, everything else as the text in it.
 * Throws as `uploadPicture` and `uploadDocument` do.
 */
export async function uploadAttachment(
  file: File,
  options: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Attachment> {
  // A drawing is text to a model, as no server turns it into pixels.
  if (isPicture(file) && file.type !== 'image/svg+xml') {
    const picture = await uploadPicture(file, { name: file.name, ...options })
    return {
      kind: 'picture',
      id: picture.id,
      name: picture.name,
      mimeType: picture.mimeType,
      sizeBytes: picture.sizeBytes,
      widthPx: picture.widthPx,
      heightPx: picture.heightPx,
      url: picture.url,
    }
  }
  const { name } = file
  return { kind: 'document', ...(await uploadDocument(file, name, options.signal)) }
}
