import { z } from 'zod'
import type { Attachment } from '#contract/chat/chat.ts'

/** Names in a ZIP of chats. Each conversation is an export of its own, which can be imported alone. */
export const conversationNameOf = (id: string): string => `conversations/${id}.json`
export const conversationName = /^conversations\/[^/]+\.json$/

/** So is each folder with files or instructions. */
export const folderNameOf = (id: string): string => `folders/${id}.json`
export const folderName = /^folders\/[^/]+\.json$/

export const attachmentNameOf = ({
  kind,
  id,
  mimeType,
}: Pick<Attachment, 'kind' | 'id' | 'mimeType'>): string =>
  kind === 'picture' ? `pictures/${id}.${mimeType.split('/')[1] ?? 'bin'}` : `documents/${id}.json`

/** A document as it is kept: its text, since the file itself is not. */
export const archivedDocumentSchema = z.object({
  name: z.string(),
  mimeType: z.string(),
  sizeBytes: z.number().int().nonnegative(),
  text: z.string(),
  pages: z.number().int().optional(),
  isCut: z.boolean(),
})
export type ArchivedDocument = z.infer<typeof archivedDocumentSchema>
