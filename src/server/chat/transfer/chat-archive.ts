import { z } from 'zod'
import type { Attachment } from '#contract/chat/chat.ts'

/** Returns the name of a conversation's file in a ZIP. */
export const toConversationName = (id: string): string => `conversations/${id}.json`
/**
 * Matches a conversation's file name. The file may be in a nested folder, because a person may have
 * packed the unpacked export again.
 */
export const conversationName = /(?:^|\/)conversations\/[^/]+\.json$/

export const toFolderName = (id: string): string => `folders/${id}.json`
export const folderName = /(?:^|\/)folders\/[^/]+\.json$/

export const toAttachmentName = ({
  kind,
  id,
  mimeType,
}: Pick<Attachment, 'kind' | 'id' | 'mimeType'>): string =>
  kind === 'picture' ? `pictures/${id}.${mimeType.split('/')[1] ?? 'bin'}` : `documents/${id}.json`

/** Returns the name of a document's file in a ZIP. */
export function toDocumentFileName({ id, name }: { id: string; name: string }): string {
  const ending = /\.[a-z0-9]{1,8}$/i.exec(name)?.[0].toLowerCase() ?? ''
  return `files/${id}${ending}`
}

/**
 * A document in an archive: its text, and the name of its original file if the archive contains
 * that file.
 */
export const archivedDocumentSchema = z.object({
  name: z.string(),
  mimeType: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  text: z.string(),
  pages: z.number().int().optional(),
  isCut: z.boolean(),
  encoding: z.string().max(40).optional(),
  warnings: z.array(z.string()).optional(),
  pageStarts: z.array(z.int().nonnegative()).optional(),
  file: z.string().max(300).optional(),
})
export type ArchivedDocument = z.infer<typeof archivedDocumentSchema>
