import { setImmediate as othersTurn } from 'node:timers/promises'
import { eq, inArray } from 'drizzle-orm'
import type { Run } from '#contract/chat/chat.ts'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readFile } from '../../reading/read-file.ts'
import {
  conversations,
  documents,
  files,
  folders,
  messageAttachments,
  messages,
  runs,
} from '../../store/schema.ts'
import { uncounted, type KeptBytes } from '../../spending/kept-bytes.ts'
import { storable } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import type {
  ForeignConversation,
  ForeignMessage,
} from '../../reading/chats/foreign-conversation.ts'
import { batchesOf, problemsMax } from '../../reading/chats/batches.ts'
import { unfinishedImportAt } from '../conversations/conversation-rows.ts'
import { listedMax } from '../conversations/library-service.ts'
import { deleteConversations } from '../conversations/delete-conversations.ts'
import { runColumns, storeCalls } from '../runs/settle-runs.ts'
import { storableSettings } from '../conversations/store-message.ts'

/** Stored in about 10 ms. */
const messagesAtOnce = 10

/**
 * Takes in an export of ours or of another program. Conversations that are here stay as they are.
 *
 * @param bytes large ones are handed over to a thread, and are empty afterwards.
 * @throws {HttpError} `bad_request` when it is none.
 */
export async function importChats(to: ImportTarget, bytes: Uint8Array): Promise<ImportAnswer> {
  const answer = emptyAnswer()
  for await (const conversation of conversationsIn(bytes, answer)) {
    await importConversation(to, conversation, answer)
  }
  return answer
}

/** What is counted in while something is imported. */
export const emptyAnswer = (): ImportAnswer => ({
  source: 'bozzetto',
  conversations: 0,
  messages: 0,
  known: 0,
  problems: [],
})

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

/** Where chats go to. */
export type ImportTarget = { store: Store; keptBytes?: KeptBytes }

/** Stores one conversation, and counts it in `answer`. */
export async function importConversation(
  { store, keptBytes = uncounted }: ImportTarget,
  conversation: ForeignConversation,
  answer: ImportAnswer,
): Promise<void> {
  const { id } = conversations
  const [known] = await store.db.select({ id }).from(conversations).where(eq(id, conversation.id))
  if (known) {
    answer.known++
    return
  }
  try {
    const stored = await keptBytes.keep(bytesOf(conversation), () =>
      storeConversation(store, conversation),
    )
    if (!stored) {
      answer.known++
      return
    }
    answer.conversations++
    answer.messages += conversation.messages.length
    const { missing } = stored
    if (missing.length > 0) {
      const message = `Imported without ${namesOf(missing)}. Only an export with attachments has files.`
      addProblem(answer, { title: conversation.title, message })
    }
  } catch (error) {
    if (error instanceof HttpError) {
      return addProblem(answer, { title: conversation.title, message: error.message })
    }
    console.error(`Conversation ${conversation.id} was not imported.`, error)
    addProblem(answer, { title: conversation.title, message: 'It could not be stored.' })
  }
}

/** So many names of files are said. */
const namesMax = 3

const namesOf = (names: readonly string[]): string =>
  names.length > namesMax
    ? `${names.slice(0, namesMax).join(', ')} and ${names.length - namesMax} more`
    : names.join(', ')

const bytesOf = ({ messages: all }: ForeignConversation): number =>
  all.reduce((sum, { text, reasoning = '' }) => sum + Buffer.byteLength(text + reasoning), 0)

/** Drops what an import that was cut off has left. Only while none is under way. */
export const forgetUnfinishedImports = (store: Store): Promise<number> =>
  deleteConversations(store, eq(conversations.deletedAt, unfinishedImportAt))

/**
 * A few messages at a time: nobody else is answered while a transaction runs, and all messages of a long
 * conversation take seconds. Until the last of them is stored it is as good as not there.
 *
 * @returns the names of attachments that are not here; nothing when the conversation is here already.
 */
async function storeConversation(
  store: Store,
  from: ForeignConversation,
): Promise<{ missing: string[] } | undefined> {
  const [row] = await store.db
    .insert(conversations)
    .values({
      id: from.id,
      title: storable(from.title),
      isNamed: true,
      modelId: from.modelId ?? null,
      leafId: from.leafId ?? null,
      settings: from.settings ? storableSettings(from.settings) : null,
      pinnedAt: from.isPinned ? from.updatedAt : null,
      folderId: from.folder === undefined ? null : await folderNamed(store, from.folder),
      archivedAt: from.isArchived ? from.updatedAt : null,
      deletedAt: unfinishedImportAt,
      createdAt: from.createdAt,
      updatedAt: from.updatedAt,
    })
    .onConflictDoNothing()
    .returning({ id: conversations.id })
  if (!row) return undefined
  const missing: string[] = []
  const isIt = eq(conversations.id, from.id)
  try {
    for (const batch of batchesOf(from.messages, messagesAtOnce)) {
      missing.push(...(await store.transaction(({ db }) => storeBatch(db, from.id, batch))))
      // The embedded database answers at once, so that waiting for it lets nobody else run.
      await othersTurn()
    }
    await store.db.update(conversations).set({ deletedAt: null }).where(isIt)
    return { missing }
  } catch (error) {
    await deleteConversations(store, isIt)
    throw error
  }
}

/** The id of the folder of that name, which is made where there is none, or nothing where there are too many. */
async function folderNamed({ db }: Store, folder: string): Promise<string | null> {
  const name = storable(folder)
  const rows = await db.select({ id: folders.id, name: folders.name }).from(folders)
  const known = rows.find((row) => row.name.toLowerCase() === name.toLowerCase())
  if (known) return known.id
  if (rows.length >= listedMax) return null
  const id = newId()
  await db.insert(folders).values({ id, name })
  return id
}

/** @returns the names of attachments that are not here. */
async function storeBatch(
  db: Database,
  conversationId: string,
  batch: readonly ForeignMessage[],
): Promise<string[]> {
  await db.insert(messages).values(
    batch.map((message) => ({
      id: message.id,
      conversationId,
      parentId: message.parentId ?? null,
      role: message.role,
      text: storable(message.text),
      reasoning: message.reasoning === undefined ? null : storable(message.reasoning),
      runId: message.run?.id ?? null,
      createdAt: message.createdAt,
    })),
  )
  const ran = batch.flatMap(({ id, run }) => (run ? [runRow(conversationId, id, run)] : []))
  if (ran.length > 0) await db.insert(runs).values(ran)
  const missing: string[] = []
  for (const message of batch) missing.push(...(await storeParts(db, message)))
  return missing
}

/** What ran when it was exported has ended since, as far as anybody here knows. */
function runRow(conversationId: string, answerId: string, run: Run) {
  const isOpen = run.status === 'running' || run.status === 'waiting'
  return {
    id: run.id,
    conversationId,
    answerId,
    modelId: storable(run.modelId),
    ...runColumns(run),
    ...(isOpen && { status: 'interrupted' as const }),
    startedAt: new Date(run.startedAt),
    finishedAt: new Date(run.finishedAt ?? run.startedAt),
  }
}

/** @returns the names of attachments that are not here. */
async function storeParts(db: Database, message: ForeignMessage): Promise<string[]> {
  const { toolCalls = [], attachments = [] } = message
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
      messageId: message.id,
      position,
      ...(kind === 'picture' ? { fileId: id } : { documentId: id }),
    })
  }
  return missing
}
