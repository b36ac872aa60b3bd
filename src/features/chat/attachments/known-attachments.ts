import type { Attachment } from '#contract/chat/chat.ts'

/**
 * Maximum number of remembered files, chosen to exceed the number of files in pending questions.
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
