import { and, desc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'
import { grantsMax, type Grant, type SetGrant } from '#contract/grants.ts'
import type { GrantRole } from '#contract/sharing/shared-with-me.ts'
import { newId } from '#lib/id.ts'
import type { Teams } from '../access/teams/teams.ts'
import type { People } from '../access/people/people-settings.ts'
import type { Audit } from '../audit/audit.ts'
import type { Changes } from '../changes/changes.ts'
import { isIssuedByActive } from '../access/people/issuers.ts'
import { HttpError } from '../errors/http-error.ts'
import { cutRefusedGuests } from '../http/open-streams.ts'
import { asOwner, asServer, ownerIdHere } from '../store/owner-scope.ts'
import { assets, conversations, grants } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

/** A chat or model that can be shared with people and teams. */
export type GrantedThing = { kind: 'chat' | 'model'; id: string }

export type Grants = {
  /**
   * Lists the grants of the owner's chat or model.
   * @throws {HttpError} `not_found`.
   */
  list: (thing: GrantedThing) => Promise<Grant[]>
  /**
   * Gives a person or team access, or changes the role.
   * @throws {HttpError} `not_found` for a chat, model, person or team, or `conflict` for too many
   * grants.
   */
  set: (thing: GrantedThing, wanted: SetGrant) => Promise<Grant>
  remove: (thing: GrantedThing, id: string) => Promise<void>
  sharedWith: (userId: string) => Promise<{ chats: SharedChatRow[]; models: SharedRow[] }>
  /** Returns the ids of all people with access to a chat, except its owner. */
  audienceOf: (conversationId: string) => Promise<string[]>
}

type SharedRow = { id: string; ownerId: string; from: string; role: GrantRole }

type SharedChatRow = SharedRow & { title: string; updatedAt: Date }

const sharedMax = 200

type GrantsOptions = {
  people: Pick<People, 'find' | 'areOn'>
  teams: Pick<Teams, 'idsOf' | 'membersOf' | 'nameOf'>
  audit: Pick<Audit, 'note'>
  changes: Pick<Changes, 'tell' | 'onAudience'>
}

export function createGrants(store: Store, options: GrantsOptions): Grants {
  const { people, teams, audit, changes } = options
  const getName = ({ userId, teamId }: Pick<Row, 'userId' | 'teamId'>) =>
    (userId ? people.find(userId)?.name : teams.nameOf(teamId ?? '')) ?? 'Deleted'
  const toGrant = (row: Row): Grant => ({
    id: row.id,
    ...(row.userId !== null && { userId: row.userId }),
    ...(row.teamId !== null && { teamId: row.teamId }),
    name: getName(row),
    role: row.role,
  })

  const reached = ({ userId, teamId }: Pick<Row, 'userId' | 'teamId'>): string[] =>
    userId ? [userId] : teams.membersOf(teamId ?? '')

  async function tell(
    { kind }: GrantedThing,
    { userId, teamId }: Pick<Row, 'userId' | 'teamId'>,
  ): Promise<void> {
    for (const id of reached({ userId, teamId })) await asOwner(id, () => changes.tell('chats'))
    const subject = `${kind} for ${getName({ userId, teamId })}`
    audit.note({ kind: 'access_changed', subject })
    store.replica.wake.tell('grants:')
    await cutRefusedGuests()
  }

  function checkSubject(wanted: SetGrant): { userId: string | null; teamId: string | null } {
    if ('userId' in wanted) {
      const person = people.find(wanted.userId)
      if (person && !person.isOff && person.id !== ownerIdHere()) {
        return { userId: person.id, teamId: null }
      }
      throw new HttpError('not_found', 'No other person has this id.')
    }
    if (teams.idsOf(ownerIdHere()).includes(wanted.teamId)) {
      return { userId: null, teamId: wanted.teamId }
    }
    throw new HttpError('not_found', 'You are not in a team with this id.')
  }

  return {
    async list(thing) {
      await checkOwn(store, thing)
      return (await getRows(store, thing)).map(toGrant)
    },
    async set(thing, wanted) {
      await checkOwn(store, thing)
      const subject = checkSubject(wanted)
      const rows = await getRows(store, thing)
      const before = rows.find(
        (row) => row.userId === subject.userId && row.teamId === subject.teamId,
      )
      const { role } = wanted
      if (!before && rows.length >= grantsMax) {
        throw new HttpError('conflict', `This is already shared with ${grantsMax} others.`)
      }
      const id = before?.id ?? newId()
      const [row] = await store.db
        .insert(grants)
        .values({ id, ...getColumns(thing), ...subject, role })
        .onConflictDoUpdate({ target: grants.id, set: { role } })
        .returning()
      if (!row) throw new Error('It could not be shared.')
      await tell(thing, row)
      return toGrant(row)
    },
    async remove(thing, id) {
      const [row] = await store.db
        .delete(grants)
        .where(and(eq(grants.id, id), matchesThing(thing)))
        .returning()
      if (!row) throw new HttpError('not_found', 'This is no longer shared with them.')
      await tell(thing, row)
    },
    sharedWith: (userId) => readShared(store, options, userId),
    async audienceOf(conversationId) {
      if (!people.areOn()) return []
      const rows = await asServer(() =>
        store.db.select().from(grants).where(eq(grants.conversationId, conversationId)),
      )
      return [...new Set(rows.flatMap(reached))]
    },
  }
}

async function readShared(
  store: Store,
  { people, teams }: GrantsOptions,
  userId: string,
): ReturnType<Grants['sharedWith']> {
  if (!people.areOn()) return { chats: [], models: [] }
  const mine = givenTo(userId, teams)
  const chats = await asServer(() => chatsGiven(store, mine, userId))
  const models = await asServer(() => modelsGiven(store, mine, userId))
  const named = <T extends Omit<SharedRow, 'from'>>(row: T) => ({
    ...row,
    from: people.find(row.ownerId)?.name ?? '',
  })
  return {
    chats: strongest(chats).map((row) => named(row)),
    models: strongest(models).map((row) => named(row)),
  }
}

type Row = typeof grants.$inferSelect

const getColumns = ({ kind, id }: GrantedThing) =>
  kind === 'chat' ? { conversationId: id } : { assetId: id }
const matchesThing = ({ kind, id }: GrantedThing): SQL =>
  eq(kind === 'chat' ? grants.conversationId : grants.assetId, id)

const getRows = ({ db }: Store, thing: GrantedThing): Promise<Row[]> =>
  db.select().from(grants).where(matchesThing(thing)).orderBy(grants.createdAt)

async function checkOwn({ db }: Store, { kind, id }: GrantedThing): Promise<void> {
  const table = kind === 'chat' ? conversations : assets
  const [found] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, id), isNull(table.deletedAt)))
  if (!found) throw new HttpError('not_found', `This ${kind} does not exist.`)
}

/** Matches the grants of a person, directly or through a team. */
export function givenTo(userId: string, teams: Pick<Teams, 'idsOf'>): SQL {
  const ids = teams.idsOf(userId)
  const own = eq(grants.userId, userId)
  return (ids.length === 0 ? own : or(own, inArray(grants.teamId, ids))) ?? sql`false`
}

const chatsGiven = ({ db }: Store, mine: SQL, userId: string) =>
  db
    .select({
      id: conversations.id,
      ownerId: grants.ownerId,
      role: grants.role,
      title: conversations.title,
      updatedAt: conversations.updatedAt,
    })
    .from(grants)
    .innerJoin(conversations, eq(conversations.id, grants.conversationId))
    .where(
      and(
        mine,
        ne(grants.ownerId, userId),
        isNull(conversations.deletedAt),
        isIssuedByActive(grants.ownerId),
      ),
    )
    .orderBy(desc(conversations.updatedAt))
    .limit(sharedMax)

const modelsGiven = ({ db }: Store, mine: SQL, userId: string) =>
  db
    .select({ id: assets.id, ownerId: grants.ownerId, role: grants.role })
    .from(grants)
    .innerJoin(assets, eq(assets.id, grants.assetId))
    .where(
      and(
        mine,
        ne(grants.ownerId, userId),
        isNull(assets.deletedAt),
        isIssuedByActive(grants.ownerId),
      ),
    )
    .orderBy(desc(assets.id))
    .limit(sharedMax)

function strongest<T extends { id: string; role: GrantRole }>(rows: readonly T[]): T[] {
  const byId = new Map<string, T>()
  for (const row of rows) {
    const before = byId.get(row.id)
    if (!before || row.role === 'editor') byId.set(row.id, row)
  }
  return [...byId.values()]
}
