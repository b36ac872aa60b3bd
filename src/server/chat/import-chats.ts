import { inArray } from 'drizzle-orm'
import { z } from 'zod'
import { chatExportSchema, type ImportAnswer } from '#contract/chat-transfer.ts'
import { HttpError } from '../errors.ts'
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
import type { ForeignConversation, ForeignMessage } from './foreign-conversation.ts'
import { readChatGpt } from './read-chatgpt.ts'
import { storeCalls } from './settle-runs.ts'
import { storableSettings } from './store-start.ts'

const problemsMax = 20
/** Rows in one statement. */
const batchSize = 200

const anythingSchema = z.union([z.array(z.unknown()), z.looseObject({})])

/**
 * Takes in an export of ours or ChatGPT's. Conversations that are here stay as they are.
 *
 * @throws {HttpError} `bad_request` when it is neither.
 */
export async function importChats(store: Store, bytes: Uint8Array): Promise<ImportAnswer> {
  const { source, read, problems } = readExport(bytes)
  const answer: ImportAnswer = { source, conversations: 0, messages: 0, known: 0, problems: [] }
  for (const problem of problems) addProblem(answer, problem)
  for (const conversation of read) await importConversation(store, conversation, answer)
  return answer
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

type ReadFile = {
  source: ImportAnswer['source']
  read: ForeignConversation[]
  problems: ImportAnswer['problems']
}

/** @throws {HttpError} `bad_request` when it is no export that is known. */
export function readExport(bytes: Uint8Array): ReadFile {
  let value: unknown
  try {
    value = anythingSchema.parse(JSON.parse(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw new HttpError(
      'bad_request',
      'This is no JSON file. Choose an export of Bozzetto, or conversations.json out of ChatGPT’s.',
      { cause },
    )
  }
  const ours = chatExportSchema.safeParse(value)
  if (ours.success) {
    return { source: 'bozzetto', read: ours.data.conversations.map(readOurs), problems: [] }
  }
  const chatGpt = readChatGpt(value)
  if (chatGpt) return { source: 'chatgpt', ...chatGpt }
  throw new HttpError(
    'bad_request',
    'This file is neither an export of Bozzetto nor conversations.json out of ChatGPT’s.',
  )
}

const readOurs = ({
  conversation,
  settings,
  messages: said,
}: z.infer<typeof chatExportSchema>['conversations'][number]): ForeignConversation => ({
  id: conversation.id,
  title: conversation.title,
  modelId: conversation.modelId,
  leafId: conversation.leafId,
  isPinned: conversation.pinnedAt !== undefined,
  isArchived: conversation.archivedAt !== undefined,
  settings,
  createdAt: new Date(conversation.createdAt),
  updatedAt: new Date(conversation.updatedAt),
  messages: said.map((message) => ({ ...message, createdAt: new Date(message.createdAt) })),
})

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
  for (let at = 0; at < from.messages.length; at += batchSize) {
    const batch = from.messages.slice(at, at + batchSize)
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
    for (const message of batch) await storeParts(db, from.id, message)
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
