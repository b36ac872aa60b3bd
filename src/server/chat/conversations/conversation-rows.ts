import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  sql,
  type SQL,
} from 'drizzle-orm'
import type { Conversation, ConversationPage, ConversationQuery } from '#contract/chat/chat.ts'
import { chatTagLengthMax, chatTagsMax, type ChatTag } from '#contract/chat/tags.ts'
import { HttpError } from '../../errors/http-error.ts'
import { isGuest } from '../../store/owner-scope.ts'
import { conversations, runs } from '../../store/schema.ts'
import type { Database } from '../../store/store.ts'
import { readChatSettings, type ChatSettingsView } from './chat-settings.ts'

/**
 * Value of `deletedAt` while a conversation is being imported. It hides the row from all lists and
 * from the trash.
 */
export const unfinishedImportAt = new Date(0)

/** False sorts before true, so pinned conversations come first. */
const notPinned = sql<boolean>`(${conversations.pinnedAt} is null)`

/**
 * Returns one page of conversations, the most recently used first. Pinned conversations precede the
 * others.
 * @throws {HttpError} `bad_request` for an invalid cursor.
 */
export async function listConversationRows(
  db: Database,
  { view, folderId, tag, limit, cursor }: ConversationQuery,
): Promise<ConversationPage> {
  const { updatedAt, id } = conversations
  const isActive = view === 'active'
  const spellings = tag === undefined ? undefined : await listSpellings(db, tag)
  const rows = await db
    .select()
    .from(conversations)
    .where(
      and(
        inView[view],
        folderId === undefined ? undefined : eq(conversations.folderId, folderId),
        spellings && arrayOverlaps(conversations.tags, spellings),
        cursor === undefined ? undefined : after(cursor, isActive),
      ),
    )
    .orderBy(...(isActive ? [notPinned] : []), desc(updatedAt), desc(id))
    .limit(limit + 1)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  const answering = await findAnswering(
    db,
    page.map((row) => row.id),
  )
  return {
    conversations: page.map((row) => ({
      ...toConversation(row),
      ...(answering.has(row.id) && { isAnswering: true }),
    })),
    ...(rows.length > limit && last && { nextCursor: toCursor(last) }),
  }
}

/** Returns the spellings of a tag. Not done in SQL, whose `lower` may change only ASCII letters. */
async function listSpellings(db: Database, tag: string): Promise<string[]> {
  const name = sql<string>`unnest(${conversations.tags})`
  const rows = await db.selectDistinct({ name }).from(conversations)
  const same = rows.filter((row) => row.name.toLowerCase() === tag.toLowerCase())
  return [tag, ...same.map((row) => row.name)]
}

/** Lists the tags. Tags that differ only in case are one tag, with the spelling of the first chat. */
export async function listChatTags(db: Database): Promise<ChatTag[]> {
  const rows = await db
    .select({
      name: sql<string>`unnest(${conversations.tags})`,
      id: conversations.id,
    })
    .from(conversations)
    .where(isNull(conversations.deletedAt))
    .orderBy(conversations.createdAt, conversations.id)
  const tags = new Map<string, { name: string; ids: Set<string> }>()
  for (const { name, id } of rows) {
    const tag = tags.get(name.toLowerCase()) ?? { name, ids: new Set() }
    tags.set(name.toLowerCase(), { ...tag, ids: tag.ids.add(id) })
  }
  return [...tags.values()]
    .map(({ name, ids }) => ({ name, chats: ids.size }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

/** Returns the tags in the spelling that the person's other chats use already. */
export async function withKnownSpelling(db: Database, tags: readonly string[]): Promise<string[]> {
  const known = new Map((await listChatTags(db)).map(({ name }) => [name.toLowerCase(), name]))
  return toUniqueTags(tags).map((tag) => known.get(tag.toLowerCase()) ?? tag)
}

/**
 * Returns the valid tags, up to `chatTagsMax`. Tags that differ only in case become one tag with
 * the first spelling.
 */
export function toUniqueTags(tags: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const tag of tags) if (!unique.has(tag.toLowerCase())) unique.set(tag.toLowerCase(), tag)
  return [...unique.values()]
    .filter((tag) => tag.trim() !== '' && tag.length <= chatTagLengthMax)
    .slice(0, chatTagsMax)
}

async function findAnswering(db: Database, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectDistinct({ id: runs.conversationId })
    .from(runs)
    .where(
      and(inArray(runs.status, ['running', 'waiting']), inArray(runs.conversationId, [...ids])),
    )
  return new Set(rows.map(({ id }) => id))
}

const inView: Record<ConversationQuery['view'], SQL | undefined> = {
  active: and(isNull(conversations.deletedAt), isNull(conversations.archivedAt)),
  archived: and(isNull(conversations.deletedAt), isNotNull(conversations.archivedAt)),
  trash: gt(conversations.deletedAt, unfinishedImportAt),
}

/** Latest time that a `Date` can hold, in milliseconds. */
const latestMs = 8_640_000_000_000_000

type Row = typeof conversations.$inferSelect

/**
 * Encodes the position of a row in the list: `p` (pinned) or `n` (not pinned), then the row's time
 * and id.
 */
const toCursor = ({ pinnedAt, updatedAt, id }: Row): string =>
  `${pinnedAt ? 'p' : 'n'}.${updatedAt.getTime()}.${id}`

function after(cursor: string, isActive: boolean): SQL {
  const [, group, ms, id] = /^([pn])\.(\d{1,15})\.([0-9a-z]{20})$/.exec(cursor) ?? []
  if (group === undefined) throw new HttpError('bad_request', 'This cursor is not valid.')
  const moment = new Date(Math.min(Number(ms), latestMs)).toISOString()
  const older = sql`(${conversations.updatedAt}, ${conversations.id}) < (${moment}::timestamptz, ${id}::text)`
  if (!isActive) return older
  return group === 'n'
    ? sql`(${notPinned} and ${older})`
    : sql`(${notPinned} or (${conversations.pinnedAt} is not null and ${older}))`
}

const idsAtOnce = 500

/** Yields the ids of all conversations outside the trash in pages, oldest first. */
export async function* pagesOfConversationIds(db: Database): AsyncGenerator<string[]> {
  const { createdAt, id, deletedAt } = conversations
  for (let last: { id: string; at: string } | undefined; ;) {
    const page: { id: string; at: string }[] = await db
      // A `Date` would drop the microseconds, so the time is read as text.
      .select({ id, at: sql<string>`${createdAt}::text` })
      .from(conversations)
      .where(
        and(
          isNull(deletedAt),
          last && sql`(${createdAt}, ${id}) > (${last.at}::text::timestamptz, ${last.id}::text)`,
        ),
      )
      .orderBy(asc(createdAt), asc(id))
      .limit(idsAtOnce)
    last = page.at(-1)
    if (!last) return
    yield page.map((row) => row.id)
  }
}

export type StoredConversation = ChatSettingsView & { conversation: Conversation }

export async function findConversation(
  db: Database,
  id: string,
): Promise<StoredConversation | undefined> {
  const [row] = await db.select().from(conversations).where(eq(conversations.id, id))
  return row && { conversation: toConversation(row), ...(await readChatSettings(db, row)) }
}

export const toConversation = (row: Omit<Row, 'settings'>): Conversation => ({
  id: row.id,
  title: row.title,
  ...(row.modelId !== null && { modelId: row.modelId }),
  ...(row.folderId !== null && { folderId: row.folderId }),
  ...(row.leafId !== null && { leafId: row.leafId }),
  // Tags are notes of the owner, so guests of a shared chat do not see them.
  ...(row.tags.length > 0 && !isGuest() && { tags: row.tags }),
  ...(row.pinnedAt && { pinnedAt: row.pinnedAt.toISOString() }),
  ...(row.archivedAt && { archivedAt: row.archivedAt.toISOString() }),
  ...(row.deletedAt && { deletedAt: row.deletedAt.toISOString() }),
  ...(row.isUnread && { isUnread: true }),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const conversationGone = () => new HttpError('not_found', 'This chat no longer exists.')
