import { and, eq, ne } from 'drizzle-orm'
import type { Conversation, StartRun } from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { HttpError } from '../../errors/http-error.ts'
import { conversations, folders, messages, runs, type Unattended } from '../../store/schema.ts'
import { guestIdHere, isGuest } from '../../store/owner-scope.ts'
import type { Database, Store } from '../../store/store.ts'
import { findChatSettings, storeChatSettings } from '../conversations/chat-settings.ts'
import type { CalledTool } from '../tools/called-tool.ts'
import { toConversation } from '../conversations/conversation-rows.ts'
import { listToolCalls } from '../conversations/message-rows.ts'
import { listKeptSteps, type KeptStep } from './steps/kept-step.ts'
import {
  nameOfAttached,
  refuseTooLarge,
  findRole,
  storeMessage,
} from '../conversations/store-message.ts'
import { readMergedAnswers } from './merge-answers.ts'
import { createTitle } from '../conversations/title.ts'

export type Started = {
  conversation: Conversation
  settings: ChatSettings | undefined
  parentId: string
  begun: { reasoning: string; text: string; toolCalls: CalledTool[]; steps?: KeptStep[] }
}

/**
 * Stores the question, the empty answer and the run in one transaction, and creates the
 * conversation if necessary. An existing question is not stored again.
 * @throws {HttpError} `too_large`. `conflict` if the id is in use or the conversation is in the
 * trash. `outdated` if newer messages follow the parent. `bad_request` if there is nothing to
 * answer or the folder is gone.
 */
export function storeStart(
  store: Store,
  conversationId: string,
  request: StartRun & { startedAt: Date; unattended?: Unattended | undefined },
): Promise<Started> {
  const { question, runId, answerId, modelId, startedAt, folderId } = request
  if (question) refuseTooLarge(question.text)
  return store.transaction(async ({ db }) => {
    if (folderId !== undefined) await refuseMissingFolder(db, folderId)
    const title = createTitle(question?.text ?? '', await firstFileName(db, question))
    const [row] = await db
      .insert(conversations)
      .values({
        id: conversationId,
        title,
        modelId,
        folderId: folderId ?? null,
        createdAt: startedAt,
        updatedAt: startedAt,
      })
      .onConflictDoUpdate({
        target: conversations.id,
        // A guest's choice of model does not change the model of the owner's next question.
        set: { ...(!isGuest() && { modelId }), updatedAt: startedAt },
      })
      .returning()
    // If no row was written, the id belongs to another owner's chat.
    if (!row) throw new HttpError('not_found', 'This chat does not exist.')
    if (row.deletedAt) {
      throw new HttpError('conflict', 'This chat is in the trash. Restore it to continue.')
    }

    if (request.isNext) await refuseOutdated(db, request)
    if (question) {
      await storeMessage(db, conversationId, { ...request, ...question, role: 'user' })
    }
    const parentId = question?.id ?? (await findQuestion(db, conversationId, request.parentId))
    if (request.mergedIds) await readMergedAnswers(db, parentId, request.mergedIds)
    const begun = request.isContinuation
      ? await continueAnswer(db, conversationId, { answerId, parentId, runId })
      : await storeAnswer(db, conversationId, { answerId, parentId, runId, startedAt })
    if (request.settings) await storeChatSettings(db, conversationId, request.settings)
    const { settings } = await findChatSettings(db, conversationId)
    const [run] = await db
      .insert(runs)
      .values({
        id: runId,
        conversationId,
        answerId,
        modelId,
        status: 'running',
        settings: settings ?? null,
        mergedIds: request.mergedIds ?? null,
        guestId: guestIdHere() ?? null,
        unattended: request.unattended ?? null,
        replicaId: store.replica.id,
        startedAt,
      })
      .onConflictDoNothing()
      .returning({ id: runs.id })
    if (!run) throw new HttpError('conflict', 'A run with this id already exists.')
    return { conversation: toConversation(row), settings, parentId, begun }
  })
}

async function firstFileName(
  db: Database,
  question: StartRun['question'],
): Promise<string | undefined> {
  const [first] = question?.text.trim() === '' ? (question.attachments ?? []) : []
  return first && (await nameOfAttached(db, first))
}

async function refuseMissingFolder(db: Database, folderId: string): Promise<void> {
  const [found] = await db.select({ id: folders.id }).from(folders).where(eq(folders.id, folderId))
  if (!found) throw new HttpError('bad_request', 'This folder no longer exists.')
}

async function findQuestion(
  db: Database,
  conversationId: string,
  id: string | undefined,
): Promise<string> {
  if (id !== undefined && (await findRole(db, conversationId, id)) === 'user') return id
  throw new HttpError('bad_request', 'The question to answer is not in this chat.')
}

/**
 * Refuses a question if the conversation has new messages that the person has not seen.
 * @throws {HttpError} `outdated`.
 */
async function refuseOutdated(db: Database, { parentId, question }: StartRun): Promise<void> {
  if (parentId === undefined || !question) return
  const [other] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(eq(messages.parentId, parentId), eq(messages.role, 'user'), ne(messages.id, question.id)),
    )
    .limit(1)
  if (!other) return
  throw new HttpError('outdated', 'This chat has new messages. Read them, then send yours.')
}

type NewAnswer = { answerId: string; parentId: string; runId: string }

async function storeAnswer(
  db: Database,
  conversationId: string,
  { answerId, parentId, runId, startedAt }: NewAnswer & { startedAt: Date },
): Promise<Started['begun']> {
  const [answer] = await db
    .insert(messages)
    .values({
      id: answerId,
      conversationId,
      parentId,
      role: 'assistant',
      text: '',
      runId,
      // One millisecond later than the question, so that the answer is sorted after the question.
      createdAt: new Date(startedAt.getTime() + 1),
    })
    .onConflictDoNothing()
    .returning({ id: messages.id })
  if (!answer) throw new HttpError('conflict', 'This answer already exists.')
  return { reasoning: '', text: '', toolCalls: [] }
}

/**
 * Starts a new run that continues an answer that ended too early.
 * @throws {HttpError} `bad_request`, `conflict`.
 */
async function continueAnswer(
  db: Database,
  conversationId: string,
  { answerId, parentId, runId }: NewAnswer,
): Promise<Started['begun']> {
  const [found] = await db
    .select({ message: messages, status: runs.status })
    .from(messages)
    .leftJoin(runs, eq(runs.id, messages.runId))
    .where(and(eq(messages.id, answerId), eq(messages.conversationId, conversationId)))
  if (found?.message.role !== 'assistant' || found.message.parentId !== parentId) {
    throw new HttpError('bad_request', 'The answer to continue is not in this chat.')
  }
  if (found.status === 'running' || found.status === 'waiting') {
    throw new HttpError('conflict', 'This answer is still being written.')
  }
  await db.update(messages).set({ runId }).where(eq(messages.id, answerId))
  const { reasoning, text } = found.message
  return {
    reasoning: reasoning ?? '',
    text,
    toolCalls: await listToolCalls(db, [answerId]),
    steps: await listKeptSteps(db, [answerId]),
  }
}
