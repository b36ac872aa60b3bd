import { inArray } from 'drizzle-orm'
import type { ImportAnswer } from '#contract/chat-transfer.ts'
import { readFile } from '../reading/read-file.ts'
import {
  conversations,
  documents,
  files,
  messageAttachments,
  messages,
  runs,
} from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Database, Store } from '../store/store.ts'
import { createYield } from '../yield-loop.ts'
import type { ForeignConversation, ForeignMessage } from './foreign-conversation.ts'
import { batchesOf, problemsMax } from './read-export.ts'
import { storeCalls } from './settle-runs.ts'
import { storableSettings } from './store-start.ts'

/**
 * Takes in an export of ours or ChatGPT's. Conversations that are here stay as they are.
 *
 * @param bytes large ones are handed over to a thread, and are empty afterwards.
 * @throws {HttpError} `bad_request` when it is neither.
 */
export async function importChats(store: Store, bytes: Uint8Array): Promise<ImportAnswer> {
  const answer: ImportAnswer = {
    source: 'bozzetto',
    conversations: 0,
    messages: 0,
    known: 0,
    problems: [],
  }
  for await (const conversation of conversationsIn(bytes, answer)) {
    await importConversation(store, conversation, answer)
  }
  return answer
}

/**
 * The conversations of an export, one after the other; its source and problems go to `answer`.
 *
 * @throws {HttpError} `bad_request` when it is no export that is known.
 */
export async function* conversationsIn(
  bytes: Uint8Array,
  answer: ImportAnswer,
): AsyncGenerator<ForeignConversation> {
  let conversation: ForeignConversation | undefined
  for await (const part of readFile('chats', bytes)) {
    switch (part.type) {
      case 'source':
        answer.source = part.source
        break
      case 'problem':
        addProblem(answer, part.problem)
        break
      case 'messages':
        conversation?.messages.push(...part.messages)
        break
      case 'conversation':
        if (conversation) yield conversation
        conversation = { ...part.conversation, messages: [] }
    }
  }
  if (conversation) yield conversation
}

export function addProblem(answer: ImportAnswer, problem: ImportAnswer['problems'][number]): void {
  if (answer.problems.length < problemsMax) answer.problems.push(problem)
}

/** Stores one conversation, and counts it in `answer`. */
export async function importConversation(
  store: Store,
  conversation: ForeignConversation,
  answer: ImportAnswer,
): Promise<void> {
  try {
    const isNew = await store.transaction(({ db }) => storeConversation(db, conversation))
    if (isNew) {
      answer.conversations++
      answer.messages += conversation.messages.length
    } else answer.known++
  } catch (error) {
    console.error(`Conversation ${conversation.id} was not imported.`, error)
    addProblem(answer, { title: conversation.title, message: 'It could not be stored.' })
  }
}

/** @returns false when it is here already. */
async function storeConversation(db: Database, from: ForeignConversation): Promise<boolean> {
  const [row] = await db
    .insert(conversations)
    .values({
      id: from.id,
      title: storable(from.title),
      isNamed: true,
      modelId: from.modelId ?? null,
      leafId: from.leafId ?? null,
      settings: from.settings ? storableSettings(from.settings) : null,
      pinnedAt: from.isPinned ? from.updatedAt : null,
      archivedAt: from.isArchived ? from.updatedAt : null,
      createdAt: from.createdAt,
      updatedAt: from.updatedAt,
    })
    .onConflictDoNothing()
    .returning({ id: conversations.id })
  if (!row) return false
  const yieldLoop = createYield()
  for (const batch of batchesOf(from.messages)) {
    await db.insert(messages).values(
      batch.map((message) => ({
        id: message.id,
        conversationId: from.id,
        parentId: message.parentId ?? null,
        role: message.role,
        text: storable(message.text),
        reasoning: message.reasoning === undefined ? null : storable(message.reasoning),
        runId: message.run?.id ?? null,
        createdAt: message.createdAt,
      })),
    )
    for (const message of batch) {
      await storeParts(db, from.id, message)
      // The embedded database answers at once, so that waiting for it lets nobody else run.
      await yieldLoop()
    }
  }
  return true
}

/** What ran when it was exported has ended since, as far as anybody here knows. */
async function storeParts(db: Database, conversationId: string, message: ForeignMessage) {
  const { run, toolCalls = [], attachments = [] } = message
  if (run) {
    const isOpen = run.status === 'running' || run.status === 'waiting'
    await db.insert(runs).values({
      id: run.id,
      conversationId,
      answerId: message.id,
      modelId: storable(run.modelId),
      status: isOpen ? 'interrupted' : run.status,
      failure: run.failure ?? null,
      finishReason: run.finishReason ?? null,
      usage: run.usage ?? null,
      cost: run.cost ?? null,
      firstTokenMs: run.firstTokenMs ?? null,
      writingMs: run.writingMs ?? null,
      startedAt: new Date(run.startedAt),
      finishedAt: new Date(run.finishedAt ?? run.startedAt),
    })
  }
  const calls = toolCalls.map((call) => ({
    ...call,
    // Which calls were made together shows by where they stand.
    round: toolCalls.findIndex(({ at }) => at.text === call.at.text),
    upstreamId: `call_${call.index}`,
    status:
      call.status === 'asking' || call.status === 'running' ? ('stopped' as const) : call.status,
  }))
  await storeCalls(db, message.id, calls)
  // They are attached where this server has them; only a ZIP brings them along.
  for (const [position, { kind, id }] of attachments.entries()) {
    const table = kind === 'picture' ? files : documents
    const found = await db
      .select({ id: table.id })
      .from(table)
      .where(inArray(table.id, [id]))
    if (found.length === 0) continue
    await db.insert(messageAttachments).values({
      messageId: message.id,
      position,
      ...(kind === 'picture' ? { fileId: id } : { documentId: id }),
    })
  }
}
