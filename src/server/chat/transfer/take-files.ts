import { HttpError } from '../../errors/http-error.ts'
import type { DocumentService } from '../../documents/document-service.ts'
import type { FileService } from '../../files/file-service.ts'
import type {
  ForeignConversation,
  ForeignFile,
  ForeignMessage,
} from '../../reading/chats/foreign-conversation.ts'
import type { ArchiveFiles } from './archive-files.ts'
import { kindByName, kindOfFile } from './file-kind.ts'

export type FileTarget = {
  files: Pick<FileService, 'upload'>
  documents: Pick<DocumentService, 'upload'>
  archive?: ArchiveFiles | undefined
}

/** Names of the files that were not stored, and the reasons. */
export type LostFiles = { missing: string[]; gaps: string[] }

type TakenFile = NonNullable<ForeignMessage['attachments']>[number]

const filesPerMessageMax = 100

/**
 * Stores the files of a conversation and attaches them to its messages. If a file cannot be stored,
 * its name is added to the text of the message.
 */
export async function takeFiles(
  to: FileTarget,
  { messages }: ForeignConversation,
): Promise<LostFiles> {
  const lost: LostFiles = { missing: [], gaps: [] }
  for (const message of messages) {
    const { files = [] } = message
    const attachments = [...(message.attachments ?? [])]
    const named: string[] = []
    for (const [index, file] of files.entries()) {
      const taken =
        index < filesPerMessageMax
          ? await takeFile(to, file)
          : { why: `A message has more than ${filesPerMessageMax} files.` }
      if (!('why' in taken)) {
        if (!attachments.some(({ id }) => id === taken.id)) attachments.push(taken)
        showWithCall(message, file, taken)
        continue
      }
      // A recording is not reported as missing if the message contains its transcription.
      const isSpoken = kindByName(file.name, file.mimeType) !== undefined && message.text !== ''
      if (!isSpoken) named.push(file.name)
      if (taken.why === undefined) lost.missing.push(file.name)
      else lost.gaps.push(`${file.name}: ${taken.why}`)
    }
    message.attachments = attachments
    message.files = []
    if (named.length > 0) message.text = nameFiles(message, named)
  }
  return lost
}

function nameFiles({ role, text }: ForeignMessage, names: readonly string[]): string {
  const shown = names.map((name) => `[${name.replaceAll(/[[\]*\n\\]/g, ' ')}]`)
  // Answers are rendered as Markdown, but questions are not.
  const lines = role === 'user' ? shown : shown.map((name) => `*${name}*`)
  return [text, ...lines].filter(Boolean).join('\n\n')
}

function showWithCall(
  { toolCalls }: ForeignMessage,
  { call }: ForeignFile,
  taken: TakenFile,
): void {
  const made = call === undefined ? undefined : toolCalls?.[call]
  if (made && taken.kind === 'picture') made.pictureIds = [...(made.pictureIds ?? []), taken.id]
}

/**
 * Stores a file of another program's export.
 * @returns the stored file, or why it was not stored. `why` is undefined for a missing file.
 */
export async function takeFile(
  { files, documents, archive }: FileTarget,
  file: ForeignFile,
): Promise<TakenFile | { why: string | undefined }> {
  const { name, mimeType, text } = file
  try {
    const entry = archive?.find(file)
    const kindNamed = kindByName(entry ?? name, mimeType)
    if (kindNamed && !text) return { why: noPlaceFor(kindNamed) }
    const bytes = file.bytes ?? (entry === undefined ? undefined : await archive?.read(entry))
    if (!bytes) {
      if (text) return toTaken(await documents.upload(Buffer.from(text), name))
      return { why: undefined }
    }
    const kind = kindOfFile(bytes, mimeType)
    if (kind === 'picture') {
      const { id, mimeType: stored } = await files.upload(bytes, name)
      return { kind, id, name, mimeType: stored }
    }
    if (kind !== 'document') return { why: noPlaceFor(kind) }
    return toTaken(await uploadDocument(documents, { bytes, name, text }))
  } catch (error) {
    if (error instanceof HttpError) return { why: error.message }
    console.error('A file of an import could not be stored.', error)
    return { why: 'It could not be stored.' }
  }
}

async function uploadDocument(
  documents: FileTarget['documents'],
  { bytes, name, text }: { bytes: Uint8Array; name: string; text: string | undefined },
) {
  try {
    return await documents.upload(bytes, name)
  } catch (error) {
    if (!text || !(error instanceof HttpError) || error.code !== 'bad_document') throw error
    return documents.upload(Buffer.from(text), name)
  }
}

const toTaken = ({ id, name, mimeType }: Awaited<ReturnType<DocumentService['upload']>>) => ({
  kind: 'document' as const,
  id,
  name,
  mimeType,
})

const noPlaceFor = (kind: 'recording' | 'video'): string =>
  kind === 'recording' ? 'Recordings cannot be stored here.' : 'Videos cannot be stored here.'
