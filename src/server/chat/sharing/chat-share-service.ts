import { randomBytes } from 'node:crypto'
import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { Attachment, Conversation, Message, Source } from '#contract/chat/chat.ts'
import type {
  ChatShare,
  ChatShareOptions,
  SharedChat,
  SharedModel,
} from '#contract/chat/chat-shares.ts'
import { newId } from '#lib/id.ts'
import { isIssuedByActive } from '../../access/people/issuers.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { AssetRow } from '../../library/asset-rows.ts'
import { readStats } from '../../reading/stored-stats.ts'
import { createGate } from '../../process/gate.ts'
import { mapInSteps } from '../../process/yield-loop.ts'
import { uncounted, type KeptBytes } from '../../spending/kept-bytes.ts'
import { asOwner, asServer } from '../../store/owner-scope.ts'
import { assets, conversations, shares } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { conversationGone } from '../conversations/conversation-rows.ts'
import type { ConversationService } from '../conversations/conversation-service.ts'
import { shownBranch } from '../conversations/shown-branch.ts'
import type { WrittenConversation } from '../transfer/export-chats.ts'
import { emptyAnswer } from '../transfer/import-answer.ts'
import { importConversation } from '../transfer/import-chats.ts'

/** Share links, each of which shows one chat. A chat has no link until its owner creates one. */
export type ChatShareService = {
  find: (conversationId: string) => Promise<ChatShare | undefined>
  put: (conversationId: string, options: ChatShareOptions) => Promise<ChatShare>
  /** Revokes the link. A later link to the same chat has another URL. */
  revoke: (conversationId: string) => Promise<void>
  /**
   * Returns the content of a link.
   * @throws {HttpError} `not_found` if the link is revoked, the chat is in the trash, or the
   * owner's account is disabled.
   */
  open: (token: string) => Promise<SharedChat>
  /**
   * Returns the content as a chat to import, without files.
   * @throws {HttpError} `not_found` if the link does not allow imports.
   */
  exported: (token: string) => Promise<WrittenConversation>
  file: (token: string, kind: Attachment['kind'], id: string) => Promise<Attachment>
  model: (token: string, id: string) => Promise<AssetRow>
  /**
   * Copies the shared chat into a chat of the current person.
   * @returns its id.
   * @throws {HttpError} `not_found`.
   */
  copy: (token: string) => Promise<string>
}

/** Number of random bytes in a link's token, so that nobody can guess it. */
const tokenBytes = 24
/**
 * Limits of concurrent reads of shared chats. The queue is large, because a page requests all its
 * pictures at once.
 */
const openLimits = { runningMax: 2, waitingMax: 200, what: 'shared chat' } as const

export function createChatShareService({
  store,
  chat,
  keptBytes = uncounted,
  changed = () => {},
}: {
  store: Store
  chat: Pick<ConversationService, 'getConversation'>
  keptBytes?: KeptBytes
  changed?: () => void
}): ChatShareService {
  const { db } = store
  /** Concurrent reads are limited, because each request reads a whole chat. */
  const gate = createGate(openLimits)
  const open = (token: string) =>
    gate(() => openLink({ db, chat }, token), { who: `link ${token}` })
  async function openToContinue(token: string) {
    const opened = await open(token)
    if (!opened.share.canContinue) throw linkGone()
    return opened
  }

  return {
    ...createChatLinks(db),

    async open(token) {
      const { share, conversation, branch } = await open(token)
      const models = await readModels(store, share, branch)
      return {
        title: conversation.title,
        createdAt: conversation.createdAt,
        canContinue: share.canContinue,
        messages: await mapInSteps(branch, (message) => toShared(message, { share, models })),
      }
    },
    async exported(token) {
      const { conversation, branch } = await openToContinue(token)
      const { id, title, createdAt, updatedAt } = conversation
      const words = await mapInSteps(branch, toWords)
      return {
        conversation: { id, title, createdAt, updatedAt },
        async *pages() {
          yield words
        },
      }
    },
    async file(token, kind, id) {
      const { share, branch } = await open(token)
      const attached = branch.flatMap(({ attachments = [] }) => attachments)
      const found = attached.find((one) => one.kind === kind && one.id === id)
      if (!share.withFiles || !found) throw linkGone()
      return found
    },
    async model(token, id) {
      const { share, branch } = await open(token)
      const found = (await readModels(store, share, branch)).get(id)
      if (!share.withFiles || !found) throw linkGone()
      return found
    },
    async copy(token) {
      const opened = await openToContinue(token)
      const bytes = opened.branch.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
      const id = await keptBytes.keep(bytes, () => storeCopy(store, opened))
      changed()
      return id
    },
  }
}

function createChatLinks(db: Store['db']): Pick<ChatShareService, 'find' | 'put' | 'revoke'> {
  const find = async (conversationId: string): Promise<ChatShare | undefined> => {
    const [row] = await db.select().from(shares).where(eq(shares.conversationId, conversationId))
    return row && toShare(row)
  }
  return {
    find,
    async put(conversationId, options) {
      const [found] = await db
        .select({ id: conversations.id })
        .from(conversations)
        .where(and(eq(conversations.id, conversationId), isNull(conversations.deletedAt)))
      if (!found) throw conversationGone()
      const token = randomBytes(tokenBytes).toString('base64url')
      // The insert ignores an existing link, so that concurrent requests get the same link.
      await db
        .insert(shares)
        .values({ token, conversationId, ...options })
        .onConflictDoUpdate({ target: shares.conversationId, set: options })
      const share = await find(conversationId)
      if (!share) throw new HttpError('conflict', 'This link has just been revoked.')
      return share
    },
    async revoke(conversationId) {
      await db.delete(shares).where(eq(shares.conversationId, conversationId))
    },
  }
}

/**
 * Returns the content of a link for anybody who has the link.
 * @throws {HttpError} `not_found`.
 */
async function openLink(
  { db, chat }: Pick<Store, 'db'> & { chat: Pick<ConversationService, 'getConversation'> },
  token: string,
): Promise<Opened> {
  const [row] = await asServer(() =>
    db
      .select({ share: shares })
      .from(shares)
      .innerJoin(conversations, eq(conversations.id, shares.conversationId))
      .where(
        and(
          eq(shares.token, token),
          isNull(conversations.deletedAt),
          isIssuedByActive(shares.ownerId),
        ),
      ),
  )
  const { conversationId } = row?.share ?? {}
  if (!row || !conversationId) throw linkGone()
  const { conversation, messages } = await asOwner(row.share.ownerId, () =>
    chat.getConversation(conversationId),
  )
  const branch = await shownBranch(messages, conversation.leafId)
  return { share: row.share, conversation, branch: branch.filter(saysSomething) }
}

type SharedMessage = SharedChat['messages'][number]

type Opened = {
  share: typeof shares.$inferSelect
  conversation: Conversation
  branch: readonly Message[]
}

async function storeCopy(store: Store, { share, conversation, branch }: Opened): Promise<string> {
  const id = newId()
  const now = new Date()
  const copy = {
    id,
    title: conversation.title,
    isPinned: false,
    isArchived: false,
    createdAt: now,
    updatedAt: now,
    messages: copyMessages(branch, share.withFiles),
  }
  const answer = emptyAnswer()
  await importConversation({ store }, copy, answer)
  if (answer.conversations === 0) throw new Error('A shared chat could not be copied.')
  return id
}

const saysSomething = (message: Message): boolean =>
  message.text !== '' || (message.attachments ?? []).length > 0 || listModels(message).length > 0

const listModels = ({ toolCalls = [] }: Message): string[] => [
  ...new Set(
    toolCalls.flatMap(({ assetIds = [], pictureIds = [] }) =>
      pictureIds.length > 0 ? [] : assetIds,
    ),
  ),
]

async function readModels(
  { db }: Pick<Store, 'db'>,
  { ownerId }: Opened['share'],
  branch: readonly Message[],
): Promise<Map<string, AssetRow>> {
  const ids = branch.flatMap(listModels)
  if (ids.length === 0) return new Map()
  const rows = await asOwner(ownerId, () =>
    db
      .select()
      .from(assets)
      .where(and(inArray(assets.id, ids), isNull(assets.deletedAt))),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

function toSharedModel(row: AssetRow, token: string): SharedModel {
  const { id, name, mimeType, thumbnailKey } = row
  const stats = row.stats === null ? undefined : readStats(row.stats)
  const url = `/api/shared-chats/${token}/models/${id}`
  return {
    id,
    name,
    mimeType,
    ...(stats && { stats }),
    url,
    ...(thumbnailKey !== null && { thumbnailUrl: `${url}/thumbnail` }),
  }
}

const toWords = ({ id, conversationId, parentId, role, text, createdAt }: Message): Message => ({
  id,
  conversationId,
  ...(parentId !== undefined && { parentId }),
  role,
  text,
  createdAt,
})

function toShared(
  message: Message,
  { share, models }: { share: Opened['share']; models: ReadonlyMap<string, AssetRow> },
): SharedMessage {
  const { id, role, text, run, attachments = [], toolCalls = [] } = message
  const { token, withFiles } = share
  const made = listModels(message).flatMap((one) => models.get(one) ?? [])
  const shown = withFiles
    ? attachments.map((one) =>
        one.kind === 'picture'
          ? { ...one, url: `/api/shared-chats/${token}/pictures/${one.id}` }
          : one,
      )
    : []
  const hiddenFiles = attachments.length - shown.length + (withFiles ? 0 : made.length)
  const hiddenApps = toolCalls.filter(({ hasApp }) => hasApp).length
  return {
    id,
    role,
    text,
    ...(run && { modelId: run.modelId }),
    ...citedPages(text, run?.sources),
    ...(shown.length > 0 && { attachments: shown }),
    ...(hiddenFiles > 0 && { hiddenFiles }),
    ...(hiddenApps > 0 && { hiddenApps }),
    ...(withFiles && made.length > 0 && { models: made.map((row) => toSharedModel(row, token)) }),
  }
}

/** Keeps only web pages that the text cites, because other sources stay private. */
function citedPages(text: string, sources: readonly Source[] = []): Pick<SharedMessage, 'sources'> {
  const cited = sources.flatMap(({ title, url }, at) =>
    url !== undefined && text.includes(`[${at + 1}]`) ? [{ number: at + 1, title, url }] : [],
  )
  return cited.length === 0 ? {} : { sources: cited }
}

function copyMessages(branch: readonly Message[], withFiles: boolean) {
  let parentId: string | undefined
  return branch.map(({ role, text, attachments = [], createdAt }) => {
    const copy = {
      id: newId(),
      ...(parentId !== undefined && { parentId }),
      role,
      text,
      ...(withFiles && { attachments }),
      createdAt: new Date(createdAt),
    }
    parentId = copy.id
    return copy
  })
}

const toShare = (row: typeof shares.$inferSelect): ChatShare => ({
  token: row.token,
  path: `/share/chat/${row.token}`,
  withFiles: row.withFiles,
  canContinue: row.canContinue,
  createdAt: row.createdAt.toISOString(),
})

const linkGone = (): HttpError =>
  new HttpError('not_found', 'This link does not exist, or is no longer valid.')
