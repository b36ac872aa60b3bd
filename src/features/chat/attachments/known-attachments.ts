import type { Attachment } from '#contract/chat/chat.ts'

/**
 * Upper bound of remembered files. It is larger than the number of files in questions that are
 * being sent.
 */
const knownMax = 100
const known = new Map<string, Attachment>()

export function rememberAttachments(attachments: readonly Attachment[]): void {
  for (const attachment of attachments) {
    known.delete(attachment.id)
    known.set(attachment.id, attachment)
  }
  for (const id of known.keys()) {
    if (known.size <= knownMax) break
    known.delete(id)
  }
}

export const knownAttachment = (id: string): Attachment | undefined => known.get(id)
