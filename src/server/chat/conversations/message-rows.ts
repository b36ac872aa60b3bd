import { asc, eq, inArray } from 'drizzle-orm'
import type { Attachment, Conversation, Message, Run } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { toPictureUrl } from '../../files/file-service.ts'
import {
  conversations,
  documents,
  files,
  messageAttachments,
  messages,
  runs,
  toolCalls,
  type Unattended,
} from '../../store/schema.ts'
import { documentColumns, toDocument } from '../../store/document-texts.ts'
import type { Database } from '../../store/store.ts'
import { toConversation } from './conversation-rows.ts'
import { toPublicCall, type CalledTool } from '../tools/called-tool.ts'

export async function findMessage(db: Database, id: string): Promise<Message | undefined> {
  const [row] = await db.select().from(messages).where(eq(messages.id, id))
  return row && { ...toMessage(row), ...attachmentsIn(await listAttachments(db, [id])) }
}

export type StoredRun = {
  run: Run
  guestId: string | undefined
  unattended: Unattended | undefined
  settings: ChatSettings | undefined
  conversation: Conversation
  answerId: string
  parentId: string
  reasoning: string
  text: string
  toolCalls: CalledTool[]
}

export async function findRun(db: Database, id: string): Promise<StoredRun | undefined> {
  const [row] = await db
    .select({ run: runs, message: messages, conversation: conversations })
    .from(runs)
    .innerJoin(messages, eq(messages.id, runs.answerId))
    .innerJoin(conversations, eq(conversations.id, runs.conversationId))
    .where(eq(runs.id, id))
  if (!row) return undefined
  return {
    run: toRun(row.run),
    guestId: row.run.guestId ?? undefined,
    unattended: row.run.unattended ?? undefined,
    settings: row.run.settings ?? undefined,
    conversation: toConversation(row.conversation),
    answerId: row.message.id,
    parentId: row.message.parentId ?? '',
    reasoning: row.message.reasoning ?? '',
    text: row.message.text,
    toolCalls: await listToolCalls(db, [row.message.id]),
  }
}

export async function listToolCalls(
  db: Database,
  messageIds: readonly string[],
): Promise<(CalledTool & { messageId: string })[]> {
  if (messageIds.length === 0) return []
  const rows = await db
    .select()
    .from(toolCalls)
    .where(inArray(toolCalls.messageId, [...messageIds]))
    .orderBy(asc(toolCalls.index))
  return rows.map((row) => ({ messageId: row.messageId, ...toCalledTool(row) }))
}

export type AttachedFile = Awaited<ReturnType<typeof listAttachments>>[number]

export async function listAttachments(db: Database, messageIds: readonly string[]) {
  if (messageIds.length === 0) return []
  return selectAttachments(db)
    .where(inArray(messageAttachments.messageId, [...messageIds]))
    .orderBy(asc(messageAttachments.position))
}

const selectAttachments = (db: Database) =>
  db
    .select({
      messageId: messageAttachments.messageId,
      file: files,
      document: documentColumns,
    })
    .from(messageAttachments)
    .leftJoin(files, eq(files.id, messageAttachments.fileId))
    .leftJoin(documents, eq(documents.id, messageAttachments.documentId))

export function attachmentsIn(rows: readonly Omit<AttachedFile, 'messageId'>[] | undefined) {
  const attachments = rows?.flatMap((row) => toAttachment(row) ?? []) ?? []
  const deletedFiles = (rows?.length ?? 0) - attachments.length
  return {
    ...(attachments.length > 0 && { attachments }),
    ...(deletedFiles > 0 && { deletedFiles }),
  }
}

function toAttachment({ file, document }: Omit<AttachedFile, 'messageId'>): Attachment | undefined {
  if (document) return { kind: 'document', ...toDocument(document) }
  if (!file) return undefined
  const { id, name, mimeType, sizeBytes, widthPx, heightPx } = file
  const url = toPictureUrl(id)
  return { kind: 'picture', id, name, mimeType, sizeBytes, widthPx, heightPx, url }
}

export const callsIn = (calls: readonly CalledTool[] | undefined) =>
  calls && calls.length > 0 ? { toolCalls: calls.map(toPublicCall) } : {}

const toCalledTool = (row: typeof toolCalls.$inferSelect): CalledTool => ({
  index: row.index,
  round: row.round,
  upstreamId: row.upstreamId,
  name: row.name,
  arguments: row.arguments,
  status: row.status,
  ...(row.result !== null && { result: row.result }),
  at: { text: row.textAt, reasoning: row.reasoningAt },
  ...(row.durationMs !== null && { durationMs: row.durationMs }),
  ...row.details,
})

export type MessageRow = Omit<typeof messages.$inferSelect, 'runId' | 'ownerId'>
export type RunRow = Omit<
  typeof runs.$inferSelect,
  | 'conversationId'
  | 'answerId'
  | 'settings'
  | 'guestId'
  | 'unattended'
  | 'ownerId'
  | 'replicaId'
  | 'stopAskedAt'
>

export const toMessage = (row: MessageRow): Message => ({
  id: row.id,
  conversationId: row.conversationId,
  ...(row.parentId !== null && { parentId: row.parentId }),
  role: row.role,
  text: row.text,
  ...(row.reasoning !== null && { reasoning: row.reasoning }),
  createdAt: row.createdAt.toISOString(),
})

export const toRun = (row: RunRow): Run => ({
  id: row.id,
  modelId: row.modelId,
  status: row.status,
  ...(row.failure && { failure: row.failure }),
  ...(row.finishReason !== null && { finishReason: row.finishReason }),
  ...(row.usage && { usage: row.usage }),
  ...(row.cost && { cost: row.cost }),
  startedAt: row.startedAt.toISOString(),
  ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
  ...(row.firstTokenMs !== null && { firstTokenMs: row.firstTokenMs }),
  ...(row.writingMs !== null && { writingMs: row.writingMs }),
  ...(row.reasoningMs !== null && { reasoningMs: row.reasoningMs }),
  ...(row.sources && { sources: row.sources }),
  ...(row.leftOut && { leftOut: row.leftOut }),
  ...(row.mergedIds && { mergedIds: row.mergedIds }),
})
