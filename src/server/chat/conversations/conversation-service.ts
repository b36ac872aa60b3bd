import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import type {
  AddMessage,
  ChangeConversation,
  Conversation,
  ConversationDetail,
  ConversationPage,
  ConversationQuery,
  Message,
} from '#contract/chat/chat.ts'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { HttpError } from '../../errors/http-error.ts'
import { mapInSteps } from '../../process/yield-loop.ts'
import { conversations } from '../../store/schema.ts'
import { listRatingsIn } from '../ratings/rating-rows.ts'
import { listSummaries } from './summary-rows.ts'
import { storable } from '../../store/storable.ts'
import { uncounted, type KeptBytes } from '../../spending/kept-bytes.ts'
import type { Store } from '../../store/store.ts'
import {
  conversationGone,
  findConversation,
  listConversationRows,
  toConversation,
  withKnownSpelling,
  unfinishedImportAt,
} from './conversation-rows.ts'
import { listMessageTree, messagePages, pagesOfMessages } from './message-pages.ts'
import { findMessage } from './message-rows.ts'
import { shownBranch } from './shown-branch.ts'
import { deleteConversations } from './delete-conversations.ts'
import { storeChatSettings } from './chat-settings.ts'
import { refuseTooLarge, storeMessage } from './store-message.ts'

/**
 * Reads conversations, and applies changes by people. Methods throw {HttpError} `not_found` for an
 * unknown id.
 */
export type ConversationService = {
  listConversations: (query: ConversationQuery) => Promise<ConversationPage>
  getConversation: (id: string) => Promise<ConversationDetail>
  openConversation: (id: string) => Promise<OpenConversation>
  changeConversation: (id: string, change: ChangeConversation) => Promise<Conversation>
  putSettings: (id: string, settings: ChatSettings) => Promise<ChatSettings>
  deleteConversation: (id: string) => Promise<void>
  /**
   * Deletes the conversation without the trash, with the pictures and documents that nothing else
   * uses.
   */
  deleteForever: (id: string) => Promise<void>
  emptyTrash: () => Promise<void>
  restoreConversation: (id: string) => Promise<Conversation>
  /**
   * Stores a message that no model answers. Repeating the call changes nothing.
   * @throws {HttpError} `too_large`, `bad_request` and `conflict` as `startRun` does.
   */
  addMessage: (conversationId: string, message: AddMessage) => Promise<Message>
}

/** A conversation whose messages are read page by page, so that memory stays bounded. */
export type OpenConversation = Omit<ConversationDetail, 'messages'> & {
  pages: () => AsyncGenerator<Message[]>
  shownPages: () => AsyncGenerator<Message[]>
}

/** Operations on running answers that the conversation service needs. */
export type LiveAnswers = {
  /**
   * Ends the answers to `messages` that are marked as running although no server writes them.
   * @returns whether an answer was ended.
   */
  settleLost: (messages: readonly Message[]) => Promise<boolean>
  /** Adds the unstored text of a running answer to its message. */
  withLiveWords: (message: Message) => Message
  stopRunsIn: (conversationId: string) => Promise<void>
}

export function createConversationService({
  store,
  runs,
  clock,
  keptBytes = uncounted,
  changed,
}: {
  store: Store
  runs: LiveAnswers
  clock: () => Date
  keptBytes?: KeptBytes
  changed: (id?: string) => void
}): ConversationService {
  async function telling<T>(id: string, change: Promise<T>): Promise<T> {
    const result = await change
    changed(id)
    return result
  }

  return {
    listConversations: (query) => listConversationRows(store.db, query),
    getConversation: (id) => getConversation(store, runs, id),
    openConversation: (id) => openConversation(store, runs, id),
    changeConversation: (id, changes) =>
      telling(id, changeConversation(store, { id, changes, now: clock() })),
    addMessage: (id, message) =>
      telling(
        id,
        keptBytes.keep(Buffer.byteLength(message.text), () =>
          addMessage(store, { conversationId: id, message, clock }),
        ),
      ),

    async putSettings(id, settings) {
      const isStored = await store.transaction(({ db }) => storeChatSettings(db, id, settings))
      if (!isStored) throw conversationGone()
      changed(id)
      return (await findConversation(store.db, id))?.settings ?? {}
    },

    async deleteConversation(id) {
      await runs.stopRunsIn(id)
      const rows = await store.db
        .update(conversations)
        .set({ deletedAt: clock() })
        .where(and(eq(conversations.id, id), isNull(conversations.deletedAt)))
        .returning({ id: conversations.id })
      if (rows.length === 0 && !(await findConversation(store.db, id))) throw conversationGone()
      changed(id)
    },

    async deleteForever(id) {
      await runs.stopRunsIn(id)
      if ((await deleteConversations(store, eq(conversations.id, id))) === 0) {
        throw conversationGone()
      }
      changed(id)
    },

    async emptyTrash() {
      if ((await deleteConversations(store, isInTrash)) > 0) changed()
    },

    restoreConversation: (id) => telling(id, changeRow(store, id, { deletedAt: null })),
  }
}

const isInTrash = gt(conversations.deletedAt, unfinishedImportAt)

type Changes = Partial<typeof conversations.$inferInsert>

async function changeRow(store: Store, id: string, set: Changes): Promise<Conversation> {
  const [row] = await store.db
    .update(conversations)
    .set(set)
    .where(eq(conversations.id, id))
    .returning()
  if (!row) throw conversationGone()
  return toConversation(row)
}

async function getConversation(
  store: Store,
  runs: LiveAnswers,
  id: string,
): Promise<ConversationDetail> {
  const { pages, shownPages: _, ...opened } = await openConversation(store, runs, id)
  const all: Message[] = []
  for await (const page of pages()) all.push(...page)
  const summaries = await listSummaries(store.db, id)
  return {
    ...opened,
    messages: all,
    ...(summaries.length > 0 && { summaries }),
    ...(await listRatingsIn(store.db, id)),
  }
}

async function openConversation(
  { db }: Store,
  runs: LiveAnswers,
  id: string,
): Promise<OpenConversation> {
  const found = await findConversation(db, id)
  if (!found) throw conversationGone()
  const { conversation, settings, offeredPrompt } = found
  async function* upToDate(pages: AsyncGenerator<Message[]>): AsyncGenerator<Message[]> {
    for await (const page of pages) {
      if (await runs.settleLost(page)) {
        const ids = page.map((message) => message.id)
        for await (const again of pagesOfMessages(db, id, ids)) yield again.map(runs.withLiveWords)
      } else yield page.map(runs.withLiveWords)
    }
  }
  return {
    conversation,
    ...(settings && { settings }),
    ...(offeredPrompt !== undefined && { offeredPrompt }),
    pages: () => upToDate(messagePages(db, id)),
    async *shownPages() {
      const branch = await shownBranch(await listMessageTree(db, id), conversation.leafId)
      const ids = await mapInSteps(branch, (message) => message.id)
      yield* upToDate(pagesOfMessages(db, id, ids))
    },
  }
}

type ConversationChange = {
  readonly id: string
  readonly changes: ChangeConversation
  readonly now: Date
}

async function changeConversation(
  store: Store,
  {
    id,
    changes: { title, folderId, leafId, tags, isPinned, isArchived, isUnread },
    now,
  }: ConversationChange,
): Promise<Conversation> {
  const set = {
    ...(title !== undefined && { title: storable(title), isNamed: true }),
    ...(folderId !== undefined && { folderId }),
    ...(leafId !== undefined && { leafId }),
    ...(tags !== undefined && { tags: await withKnownSpelling(store.db, tags.map(storable)) }),
    ...(isPinned !== undefined && { pinnedAt: isPinned ? now : null }),
    ...(isUnread !== undefined && { isUnread }),
    ...(isArchived !== undefined && { archivedAt: isArchived ? now : null }),
  }
  if (Object.keys(set).length === 0) {
    throw new HttpError('bad_request', 'Say what to change.')
  }
  try {
    return await changeRow(store, id, set)
  } catch (error) {
    if (folderId && isForeignKey(error)) {
      throw new HttpError('bad_request', 'This folder no longer exists.', { cause: error })
    }
    throw error
  }
}

type AddedMessage = {
  readonly conversationId: string
  readonly message: AddMessage
  readonly clock: () => Date
}

async function addMessage(
  store: Store,
  { conversationId, message, clock }: AddedMessage,
): Promise<Message> {
  refuseTooLarge(message.text)
  if (message.text === '' && (message.attachments ?? []).length === 0) {
    throw new HttpError('bad_request', 'A message needs text, a picture or a document.')
  }
  const startedAt = clock()
  await store.transaction(async ({ db }) => {
    const [row] = await db
      .update(conversations)
      .set({ updatedAt: sql`greatest(${conversations.updatedAt}, ${startedAt.toISOString()})` })
      .where(eq(conversations.id, conversationId))
      .returning({ id: conversations.id })
    if (!row) throw conversationGone()
    await storeMessage(db, conversationId, { ...message, startedAt })
  })
  const stored = await findMessage(store.db, message.id)
  if (!stored) throw conversationGone()
  return stored
}

/** Postgres reports a foreign key violation as 23503. Drizzle wraps the error. */
const isForeignKey = (error: unknown): boolean => {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === '23503'
}
