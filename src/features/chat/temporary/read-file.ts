import { pictureUrlLengthMax } from '#contract/chat/temporary-chat.ts'
import { isReadableText } from '#lib/encodings/is-readable-text.ts'
import { newId } from '#lib/id.ts'
import { t } from '#languages/app.ts'
import { fitPicture } from '../attachments/fit-picture.ts'

export type TemporaryFile = { id: string; name: string } & (
  | { kind: 'picture'; url: string }
  | { kind: 'text'; text: string }
)

/**
 * Thrown if a file is neither a picture nor text, or is too large. The message explains what to do.
 */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

/** Longest side of a picture, in pixels. Larger pictures do not help models. */
const sideMaxPx = 1_280
const qualities = [0.85, 0.7, 0.5]
const textBytesMax = 200_000

/**
 * Reads a file in the browser without an upload. Scales pictures down.
 * @throws {UnreadableFileError} if the file is neither a picture nor text, or is too large.
 * @throws the errors of `fitPicture`.
 */
export async function readTemporaryFile(file: File): Promise<TemporaryFile> {
  const { name } = file
  const fitting = await fitPicture(file)
  if (fitting) {
    const { picture } = fitting
    return {
      id: newId(),
      name: fitting.name,
      kind: 'picture',
      url: await readPicture(picture, name),
    }
  }
  if (file.size > textBytesMax) {
    throw new UnreadableFileError(
      t('{name} is too large. Text files can be at most {textBytesMax} KB here.', {
        name,
        textBytesMax: textBytesMax / 1000,
      }),
    )
  }
  const { decodeText } = await import('#lib/encodings/decode-text.ts')
  const { text } = decodeText(new Uint8Array(await file.arrayBuffer()))
  if (!isReadableText(text)) {
    throw new UnreadableFileError(
      t('{name} cannot be read here: temporary chats take pictures and plain text.', { name }),
    )
  }
  return { id: newId(), name, kind: 'text', text }
}

async function readPicture(picture: Blob, name: string): Promise<string> {
  const bitmap = await createImageBitmap(picture).catch((cause: unknown) => {
    throw new UnreadableFileError(
      t('{name} cannot be read. Save it as PNG, JPEG or WebP first.', { name }),
      {
        cause,
      },
    )
  })
  const scale = Math.min(1, sideMaxPx / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context) {
    // Otherwise transparent pixels would become black in the JPEG.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  }
  bitmap.close()
  for (const quality of qualities) {
    const url = canvas.toDataURL('image/jpeg', quality)
    if (url.length <= pictureUrlLengthMax) return url
  }
  throw new UnreadableFileError(
    t('{name} has too much detail. Make it smaller, or crop it.', { name }),
  )
}

/** Combines text files with a message. The question comes last. */
export function wordsWithTexts(text: string, files: readonly TemporaryFile[]): string {
  const texts = files.flatMap((file) =>
    file.kind === 'text'
      ? `<document name="${file.name.replaceAll(/[<>"\n]/g, ' ')}">\n${file.text}\n</document>`
      : [],
  )
  return [...texts, text].filter(Boolean).join('\n\n')
}
