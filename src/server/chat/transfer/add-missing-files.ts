import { and, eq, inArray, notExists } from 'drizzle-orm'
import type {
  ForeignConversation,
  ForeignMessage,
} from '../../reading/chats/foreign-conversation.ts'
import { documents, files, messageAttachments, messages } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import { takeFiles, type FileTarget } from './take-files.ts'

/**
 * Matches a text that consists of the names of missing files. An import appends these names to
 * messages.
 */
const missingNames = /^(?:(?:\n\n)?\*?\[[^[\]]*\]\*?)+$/

/**
 * Attaches the files of a conversation that an earlier import did not contain. Messages that have
 * attachments stay unchanged.
 */
export async function addMissingFiles(
  { store, fileTarget }: { store: Store; fileTarget: FileTarget },
  conversation: ForeignConversation,
): Promise<void> {
  const withFiles = conversation.messages.filter(({ files: own = [] }) => own.length > 0)
  if (withFiles.length === 0) return
  const attached = store.db
    .select({ id: messageAttachments.messageId })
    .from(messageAttachments)
    .where(eq(messageAttachments.messageId, messages.id))
  const rows = await store.db
    .select({ id: messages.id, text: messages.text })
    .from(messages)
    .where(
      and(
        eq(messages.conversationId, conversation.id),
        inArray(
          messages.id,
          withFiles.map(({ id }) => id),
        ),
        notExists(attached),
      ),
    )
  const stored = new Map(rows.map(({ id, text }) => [id, text]))
  for (const message of withFiles.filter(({ id }) => stored.has(id))) {
    const { id, text: original } = message
    await takeFiles(fileTarget, { ...conversation, messages: [message] })
    const { attachments = [], text } = message
    if (attachments.length === 0) continue
    const before = stored.get(id) ?? ''
    const isUnchanged =
      before.startsWith(storable(original)) &&
      missingNames.test(before.slice(storable(original).length))
    await store.transaction(async ({ db }) => {
      await storeAttachments(db, id, attachments)
      if (isUnchanged) {
        await db
          .update(messages)
          .set({ text: storable(text) })
          .where(eq(messages.id, id))
      }
    })
  }
}

/**
 * Attaches files that are on this server.
 * @returns the names of the other files, which the export did not contain.
 */
export async function storeAttachments(
  db: Database,
  messageId: string,
  attachments: NonNullable<ForeignMessage['attachments']>,
): Promise<string[]> {
  const missing: string[] = []
  for (const [position, { kind, id, name }] of attachments.entries()) {
    const table = kind === 'picture' ? files : documents
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, [id]))
    if (found.length === 0) {
      missing.push(name)
      continue
    }
    await db.insert(messageAttachments).values({
      messageId,
      position,
      ...(kind === 'picture' ? { fileId: id } : { documentId: id }),
    })
  }
  return missing
}
