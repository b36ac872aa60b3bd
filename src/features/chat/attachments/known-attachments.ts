import type { Attachment } from '#contract/chat/chat.ts'

/** Enough for the questions that are on their way. */
const knownMax = 100
const known = new Map<string, Attachment>()

/** Keeps what a question's files look like until the server lists the question. */
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
