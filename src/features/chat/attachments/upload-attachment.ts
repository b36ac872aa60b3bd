import { uploadDocument } from '#api/documents.ts'
import { uploadPicture } from '#api/files.ts'
import type { Attachment } from '#contract/chat/chat.ts'
import { fitPicture } from './fit-picture.ts'

/**
 * Uploads a file for a message. Converts files other than pictures to text.
 * @throws the errors of `fitPicture`, `uploadPicture` and `uploadDocument`.
 */
export async function uploadAttachment(
  file: File,
  options: { signal: AbortSignal; onProgress: (fraction: number) => void },
): Promise<Attachment> {
  const fitting = await fitPicture(file)
  if (fitting) {
    const picture = await uploadPicture(fitting.picture, { name: fitting.name, ...options })
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
