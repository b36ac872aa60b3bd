import { and, eq } from 'drizzle-orm'
import { messageBytesMax, type AttachmentRef } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { HttpError } from '../../errors/http-error.ts'
import { documents, files, messageAttachments, messages } from '../../store/schema.ts'
import { isGuest } from '../../store/owner-scope.ts'
import { storable, storedJson } from '../../store/storable.ts'
import type { Database } from '../../store/store.ts'

/** @throws {HttpError} `too_large` if a message is too long to store. */
export function refuseTooLarge(text: string): void {
  if (Buffer.byteLength(text) <= messageBytesMax) return
  throw new HttpError(
    'too_large',
    `The message is larger than ${messageBytesMax / 1024 / 1024} MB. Shorten it or split it up.`,
  )
}

/** Replaces characters that `jsonb` cannot store. */
export const storableSettings = (settings: ChatSettings): ChatSettings => storedJson(settings)

type NewMessage = {
  id: string
  role: 'user' | 'assistant'
  text: string
  parentId?: string | undefined
  attachments?: readonly AttachmentRef[] | undefined
  startedAt: Date
}

/**
 * Stores a message that no model answers, unless the message exists already.
 * @throws {HttpError} `bad_request` if its parent or an attachment does not exist, `conflict` if
 * another message has its id.
 */
export async function storeMessage(
  db: Database,
  conversationId: string,
  message: NewMessage,
): Promise<void> {
  const { id, role, text, parentId, attachments = [], startedAt } = message
  if (parentId !== undefined && !(await findRole(db, conversationId, parentId))) {
    throw new HttpError('bad_request', 'The message to reply to is not in this chat.')
  }
  const stored = await db
    .insert(messages)
    .values({
      id,
      conversationId,
      parentId: parentId ?? null,
      role,
      text: storable(text),
      createdAt: startedAt,
    })
    .onConflictDoNothing({ target: messages.id })
    .returning({ id: messages.id })
  if (stored.length === 0) {
    if ((await findRole(db, conversationId, id)) === role) return
    throw new HttpError('conflict', 'A message with this id already exists elsewhere.')
  }
  for (const [position, attached] of attachments.entries()) {
    // A guest may attach only files that the chat already contains, because other files belong to
    // the owner.
    const isThere = !isGuest() || (await isAttachedIn(db, conversationId, attached))
    if (!isThere || (await nameOfAttached(db, attached)) === undefined) {
      throw new HttpError(
        'bad_request',
        `A ${attached.kind} of this message is not on this server. Add it again.`,
      )
    }
    await db.insert(messageAttachments).values({
      messageId: id,
      position,
      ...(attached.kind === 'picture' ? { fileId: attached.id } : { documentId: attached.id }),
    })
  }
}

async function isAttachedIn(
  db: Database,
  conversationId: string,
  { kind, id }: AttachmentRef,
): Promise<boolean> {
  const { messageId, fileId, documentId } = messageAttachments
  const found = await db
    .select({ messageId })
    .from(messageAttachments)
    .innerJoin(messages, eq(messages.id, messageId))
    .where(
      and(
        eq(messages.conversationId, conversationId),
        eq(kind === 'picture' ? fileId : documentId, id),
      ),
    )
    .limit(1)
  return found.length > 0
}

export async function nameOfAttached(
  db: Database,
  { kind, id }: AttachmentRef,
): Promise<string | undefined> {
  const table = kind === 'picture' ? files : documents
  const [found] = await db.select({ name: table.name }).from(table).where(eq(table.id, id))
  return found?.name
}

export async function findRole(db: Database, conversationId: string, id: string) {
  const [row] = await db
    .select({ role: messages.role })
    .from(messages)
    .where(and(eq(messages.id, id), eq(messages.conversationId, conversationId)))
  return row?.role
}
