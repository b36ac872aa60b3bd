import { getDocumentFile } from '#api/documents.ts'
import type { Attachment } from '#contract/chat/chat.ts'
import { t } from '#languages/app.ts'
import type { PythonFile } from './run-python.ts'

const filesMax = 20
/** Maximum total size of the files, in bytes. */
const bytesMax = 50 * 1024 * 1024

/** Loads the newest attachments as files for Python. Skips files that cannot be loaded. */
export async function loadChatFiles(
  attachments: readonly Attachment[],
  signal: AbortSignal,
): Promise<PythonFile[]> {
  const byName = new Map(attachments.map((one) => [toFileName(one.name), one]))
  let bytesLeft = bytesMax
  const chosen = [...byName]
    .toReversed()
    .filter(([, { sizeBytes }]) => sizeBytes <= bytesLeft && (bytesLeft -= sizeBytes) >= 0)
    .slice(0, filesMax)
  const loaded = await Promise.all(
    chosen.map(async ([name, attachment]) => {
      const bytes = await loadBytes(attachment, signal).catch(() => undefined)
      return bytes && { name, bytes }
    }),
  )
  return loaded.flatMap((file) => file ?? [])
}

async function loadBytes(attachment: Attachment, signal: AbortSignal): Promise<ArrayBuffer> {
  if (attachment.kind === 'document') return getDocumentFile(attachment.id, signal)
  const response = await fetch(attachment.url, { signal })
  if (!response.ok)
    throw new Error(t('The picture was answered with {status}.', { status: response.status }))
  return response.arrayBuffer()
}

const toFileName = (name: string): string => name.replaceAll(/[/\\\p{Cc}]/gu, '-') || 'file'
