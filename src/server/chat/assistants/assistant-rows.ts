import {
  and,
  count,
  eq,
  getTableColumns,
  inArray,
  isNull,
  like,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { assistantProviderId, type Assistant } from '#contract/chat/assistants.ts'
import type { Teams } from '../../access/teams/teams.ts'
import type { People } from '../../access/people/people-settings.ts'
import { isIssuedByActive } from '../../access/people/issuers.ts'
import { asServer, currentActorId, firstOwnerId } from '../../store/owner-scope.ts'
import { assistants, conversations } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'

export type AssistantRow = Omit<typeof assistants.$inferSelect, 'picture'> & { hasPicture: boolean }

export type AssistantSharing = {
  teams: Pick<Teams, 'idsOf'>
  people: Pick<People, 'find'>
}

const { picture, ...others } = getTableColumns(assistants)
const columns = { ...others, hasPicture: sql<boolean>`${picture} is not null` }

export const actorHere = (): string => currentActorId() ?? firstOwnerId

/**
 * Returns the acting person's own assistants, and the assistants that other members share with a
 * team of the person.
 */
export const listVisible = (
  { db }: Store,
  { teams }: Pick<AssistantSharing, 'teams'>,
  only?: SQL,
): Promise<AssistantRow[]> => {
  const me = actorHere()
  const teamIds = teams.idsOf(me)
  return asServer(() =>
    db
      .select(columns)
      .from(assistants)
      .where(and(or(eq(assistants.ownerId, me), sharedWith(me, teamIds)), only))
      .orderBy(sql`lower(${assistants.name})`, assistants.id),
  )
}

const sharedWith = (me: string, teamIds: readonly string[]): SQL | undefined =>
  teamIds.length === 0
    ? undefined
    : and(
        inArray(assistants.teamId, [...teamIds]),
        ne(assistants.ownerId, me),
        // `authorId` names the previous owner until the current owner accepts the instructions.
        isNull(assistants.authorId),
        isIssuedByActive(assistants.ownerId),
        sql`exists (select 1 from team_members where team_members.team_id = ${assistants.teamId} and team_members.user_id = ${assistants.ownerId})`,
      )

/** Counts the current person's chats by the id of their assistant. */
export async function countChats({ db }: Store): Promise<ReadonlyMap<string, number>> {
  const prefix = `${assistantProviderId}/`
  const rows = await db
    .select({ modelId: conversations.modelId, chats: count() })
    .from(conversations)
    .where(and(like(conversations.modelId, `${prefix}%`), isNull(conversations.deletedAt)))
    .groupBy(conversations.modelId)
  return new Map(rows.map(({ modelId, chats }) => [(modelId ?? '').slice(prefix.length), chats]))
}

export function toAssistant(
  row: AssistantRow,
  { people, chats }: Pick<AssistantSharing, 'people'> & { chats: ReadonlyMap<string, number> },
): Assistant {
  const isOwn = row.ownerId === actorHere()
  const { systemPrompt, params, tools } = row.settings
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    ...(row.modelId !== null && { modelId: row.modelId }),
    settings: {
      ...(systemPrompt !== undefined && { systemPrompt }),
      ...(params && { params }),
      ...(tools && { tools }),
    },
    starters: row.starters,
    ...(isOwn && row.folderId !== null && { folderId: row.folderId }),
    ...(row.teamId !== null && { teamId: row.teamId }),
    ...(row.hasPicture && {
      pictureUrl: `/api/assistants/${row.id}/picture?v=${row.changedAt.getTime()}`,
    }),
    ...(!isOwn && { from: people.find(row.ownerId)?.name ?? 'Somebody' }),
    ...(row.authorId !== null && { isForeign: true }),
    chats: chats.get(row.id) ?? 0,
    createdAt: row.createdAt.toISOString(),
  }
}
