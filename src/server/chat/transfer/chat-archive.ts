import { z } from 'zod'
import type { Attachment } from '#contract/chat/chat.ts'

/**
 * Returns a conversation's file name in a ZIP. Each such file is a complete export that can be
 * imported separately.
 */
export const toConversationName = (id: string): string => `conversations/${id}.json`
/** A person may have packed the unpacked export again, in a folder. */
export const conversationName = /(?:^|\/)conversations\/[^/]+\.json$/

export const toFolderName = (id: string): string => `folders/${id}.json`
export const folderName = /(?:^|\/)folders\/[^/]+\.json$/

export const toAttachmentName = ({
  kind,
  id,
  mimeType,
}: Pick<Attachment, 'kind' | 'id' | 'mimeType'>): string =>
  kind === 'picture' ? `pictures/${id}.${mimeType.split('/')[1] ?? 'bin'}` : `documents/${id}.json`

/** A document in an archive: only its text, because the original file is not stored. */
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
})
export type ArchivedDocument = z.infer<typeof archivedDocumentSchema>
