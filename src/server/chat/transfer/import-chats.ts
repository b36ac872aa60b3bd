import { setImmediate as othersTurn } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import type { Run } from '#contract/chat/chat.ts'
import type { ImportAnswer } from '#contract/chat/transfer.ts'
import type { Document } from '#contract/documents.ts'
import { HttpError } from '../../errors/http-error.ts'
import { readFile } from '../../reading/read-file.ts'
import { conversations, documents, messages, runs } from '../../store/schema.ts'
import { uncounted, type KeptBytes } from '../../spending/kept-bytes.ts'
import { storable } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import type {
  ForeignConversation,
  ForeignFolder,
  ForeignMessage,
} from '../../reading/chats/foreign-conversation.ts'
import { toBatches } from '../../reading/chats/batches.ts'
import { toUniqueTags, unfinishedImportAt } from '../conversations/conversation-rows.ts'
import { withoutPermissions } from '../conversations/chat-settings.ts'
import { deleteConversations } from '../conversations/delete-conversations.ts'
import { runColumns, storeCalls } from '../runs/settle-runs.ts'
import {
  addProblem,
  countMoreProblems,
  emptyAnswer,
  noteGaps,
  noteMissing,
  noteSettings,
} from './import-answer.ts'
import {
  importFolder,
  openFolders,
  type FolderTarget,
  type ImportFolders,
} from './import-folders.ts'
import { storableSettings } from '../conversations/store-message.ts'
import { addMissingFiles, storeAttachments } from './add-missing-files.ts'
import { takeFiles, type FileTarget } from './take-files.ts'

/** Messages per transaction. A transaction of this size takes about 10 ms. */
const messagesAtOnce = 10

/**
 * Imports an export of Bozzetto or of another program. Existing conversations stay unchanged.
 * @param bytes large buffers are transferred to a thread and are empty afterwards.
 * @throws {HttpError} `bad_request` for an unknown format.
 */
export async function importChatExport(
  to: ImportTarget & Pick<FolderTarget, 'knowledge'>,
  bytes: Uint8Array,
): Promise<ImportAnswer> {
  const answer = emptyAnswer()
  const folders = openFolders(to.store)
  const imported: ImportedChats = new Map()
  const idHere = async ({ id }: Document) => ((await isStored(to.store, id)) ? id : undefined)
  for await (const { folder, conversation } of foundIn(bytes, answer)) {
    if (folder) await importFolder({ ...to, folders, idHere }, folder, answer)
    else await importConversation({ ...to, folders, imported }, conversation, answer)
  }
  return answer
}

async function isStored({ db }: Store, documentId: string): Promise<boolean> {
  const found = await db
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.id, documentId))
  return found.length > 0
}

type Found =
  | { folder: ForeignFolder; conversation?: undefined }
  | { folder?: undefined; conversation: ForeignConversation }

/**
 * Yields the folders and conversations of an export. Adds its source and its problems to `answer`.
 * @throws {HttpError} `bad_request` for an unknown format.
 */
export async function* foundIn(bytes: Uint8Array, answer: ImportAnswer): AsyncGenerator<Found> {
  let conversation: ForeignConversation | undefined
  for await (const part of readFile('chats', bytes)) {
    switch (part.type) {
      case 'source':
        answer.source = part.source
        break
      case 'problem':
        addProblem(answer, part.problem)
        break
      case 'more-problems':
        countMoreProblems(answer, part.count)
        break
      case 'folder':
        yield { folder: part.folder }
        break
      case 'messages':
        conversation?.messages.push(...part.messages)
        break
      case 'conversation':
        if (conversation) yield { conversation }
        conversation = { ...part.conversation, messages: [] }
    }
  }
  if (conversation) yield { conversation }
}

/**
 * Fingerprints of the imported conversations by id. They detect different conversations with the
 * same id.
 */
export type ImportedChats = Map<string, string>

export type ImportTarget = {
  store: Store
  keptBytes?: KeptBytes
  folders?: ImportFolders
  fileTarget?: FileTarget
  imported?: ImportedChats
}

export async function importConversation(
  to: ImportTarget,
  conversation: ForeignConversation,
  answer: ImportAnswer,
): Promise<void> {
  try {
    await importOne(to, conversation, answer)
  } catch (error) {
    if (error instanceof HttpError) {
      return addProblem(answer, { title: conversation.title, message: error.message })
    }
    console.error(`Conversation ${conversation.id} was not imported.`, error)
    addProblem(answer, { title: conversation.title, message: 'It could not be stored.' })
  }
}

async function importOne(
  { store, keptBytes = uncounted, folders = openFolders(store), ...to }: ImportTarget,
  conversation: ForeignConversation,
  answer: ImportAnswer,
): Promise<void> {
  const { id, title } = conversation
  const [known] = await store.db
    .select({ deletedAt: conversations.deletedAt })
    .from(conversations)
    .where(eq(conversations.id, id))
  const { fileTarget } = to
  if (known) {
    noteKnown(to, { conversation, answer, isInTrash: known.deletedAt !== null })
    // An earlier import of a JSON file contained no files, so they may be missing.
    if (fileTarget?.archive) await addMissingFiles({ store, fileTarget }, conversation)
    return
  }
  const lost = fileTarget ? await takeFiles(fileTarget, conversation) : { missing: [], gaps: [] }
  const stored = await keptBytes.keep(countBytes(conversation), () =>
    storeConversation({ store, folders }, conversation),
  )
  if (!stored) {
    answer.known++
    return
  }
  to.imported?.set(id, getFingerprint(conversation))
  answer.conversations++
  answer.messages += conversation.messages.length
  const about = { title, conversationId: id }
  noteMissing(answer, about, [...lost.missing, ...stored.missing])
  noteGaps(answer, about, [...lost.gaps, ...(conversation.gaps ?? [])])
  noteSettings(answer, conversation.settings)
}

/**
 * Counts a conversation that is on this server already. Reports a different conversation with the
 * same id.
 */
function noteKnown(
  { imported, fileTarget }: Pick<ImportTarget, 'imported' | 'fileTarget'>,
  {
    conversation,
    answer,
    isInTrash,
  }: { conversation: ForeignConversation; answer: ImportAnswer; isInTrash: boolean },
): void {
  const { id, title, messages: all } = conversation
  // Marks the files of this chat as used, so that they are not reported as superfluous.
  for (const file of all.flatMap(({ files: own = [] }) => own)) fileTarget?.archive?.find(file)
  const same = imported?.get(id)
  if (same !== undefined && same !== getFingerprint(conversation)) {
    const message = 'Not imported, because another chat in the file has the same id.'
    return addProblem(answer, { title, message })
  }
  answer.known++
  if (isInTrash) addProblem(answer, { title, message: 'It is in the trash. Restore it there.' })
}

const getFingerprint = ({ title, messages: all }: ForeignConversation): string =>
  `${all.length} ${all.reduce((sum, { text }) => sum + text.length, 0)} ${title}`

/** Drops tools, permissions and limits, because anybody may have written the file. */
function settingsIn({ settings = {} }: ForeignConversation) {
  const { systemPrompt, ...others } = withoutPermissions(settings)
  const kept = { ...others, ...(systemPrompt && { systemPrompt }) }
  return Object.keys(kept).length > 0 ? storableSettings(kept) : null
}

const countBytes = ({ messages: all }: ForeignConversation): number =>
  all.reduce(
    (sum, { text, reasoning = '', toolCalls = [] }) =>
      sum +
      Buffer.byteLength(text + reasoning) +
      toolCalls.reduce(
        (bytes, call) => bytes + Buffer.byteLength(call.arguments + (call.result ?? '')),
        0,
      ),
    0,
  )

/** Deletes the remains of interrupted imports. Must not run during an import. */
export const forgetUnfinishedImports = (store: Store): Promise<number> =>
  deleteConversations(store, eq(conversations.deletedAt, unfinishedImportAt))

/**
 * Stores a conversation in small transactions, because each transaction blocks the embedded
 * database. Lists hide the conversation until the last transaction.
 * @returns the names of missing attachments. Nothing if the conversation exists already.
 */
async function storeConversation(
  { store, folders }: { store: Store; folders: ImportFolders },
  from: ForeignConversation,
): Promise<{ missing: string[] } | undefined> {
  const [row] = await store.db
    .insert(conversations)
    .values({
      id: from.id,
      title: storable(from.title),
      isNamed: true,
      modelId: from.modelId === undefined ? null : storable(from.modelId),
      leafId: from.leafId ?? null,
      settings: settingsIn(from),
      tags: toUniqueTags((from.tags ?? []).map(storable)),
      pinnedAt: from.isPinned ? from.updatedAt : null,
      folderId: from.folder === undefined ? null : await folders.idNamed(from.folder),
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
    for (const batch of toBatches(from.messages, messagesAtOnce)) {
      missing.push(...(await store.transaction(({ db }) => storeBatch(db, from.id, batch))))
      // Yields explicitly, because awaiting the embedded database does not let other requests run.
      await othersTurn()
    }
    await store.db.update(conversations).set({ deletedAt: null }).where(isIt)
    return { missing }
  } catch (error) {
    await deleteConversations(store, isIt)
    throw error
  }
}

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

async function storeParts(db: Database, message: ForeignMessage): Promise<string[]> {
  const { toolCalls = [], attachments = [] } = message
  const calls = toolCalls.map((call) => ({
    ...call,
    name: storable(call.name),
    arguments: storable(call.arguments),
    ...(call.result !== undefined && { result: storable(call.result) }),
    // Tool calls at the same text position belong to one round (one response of the model).
    round: toolCalls.findIndex(({ at }) => at.text === call.at.text),
    upstreamId: `call_${call.index}`,
    status:
      call.status === 'asking' || call.status === 'running' ? ('stopped' as const) : call.status,
  }))
  await storeCalls(db, message.id, calls)
  return storeAttachments(db, message.id, attachments)
}
