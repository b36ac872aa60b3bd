import { eq } from 'drizzle-orm'
import type { Role } from '#contract/access/access.ts'
import type { TeamRole } from '#contract/access/teams.ts'
import type { BeginAccounts, ChangePerson, Person } from '#contract/access/people.ts'
import { HttpError, isUniqueViolation } from '../../errors/http-error.ts'
import { firstOwnerId } from '../../store/owner-scope.ts'
import { invitations, passwordResets, users } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Database, Store } from '../../store/store.ts'
import { createReload } from '../reload.ts'

export type UserRow = typeof users.$inferSelect

/** Maximum number of accounts. All are cached in memory, so that requests need no query. */
export const peopleMax = 1_000

type PersonChange = ChangePerson &
  Partial<Pick<UserRow, 'name' | 'email' | 'passwordHash' | 'deleteAt' | 'deleteBy'>>

/**
 * The accounts of this server. Once there is an account, each row belongs to a person, and only
 * that person can read the row.
 */
export type PeopleStore = {
  areOn: () => boolean
  readAgain: () => Promise<void>
  find: (id: string) => UserRow | undefined
  findByEmail: (email: string) => UserRow | undefined
  list: () => Person[]
  /**
   * Creates the first account, an admin who owns all existing data.
   * @throws {HttpError} `conflict` if there are accounts already.
   */
  begin: (first: BeginAccounts) => Promise<Person>
  insert: (db: Database, row: typeof users.$inferInsert) => Promise<UserRow>
  know: (row: UserRow) => void
  /** @throws {HttpError} `not_found`, or `conflict` for the first account, which stays an admin. */
  change: (id: string, change: PersonChange) => Promise<Person>
  forget: (id: string) => void
}

export async function openPeople(store: Store): Promise<PeopleStore> {
  const { db } = store
  const known = new Map<string, UserRow>()
  const areOn = () => known.size > 0
  const { readAgain, noteChange } = createReload(
    () => db.select().from(users),
    (rows) => {
      known.clear()
      for (const row of rows) known.set(row.id, row)
      store.ownership.isStrict = areOn()
    },
  )
  const know = (row: UserRow) => {
    known.set(row.id, row)
    noteChange()
  }
  await readAgain()

  return {
    areOn,
    readAgain,
    find: (id) => known.get(id),
    findByEmail: (email) => [...known.values()].find((row) => row.email === email),
    list: () =>
      [...known.values()].toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1)).map(toPerson),

    async begin({ name, email }) {
      const [row] = await db
        .insert(users)
        .values({ id: firstOwnerId, name: storable(name), email, role: 'admin' })
        .onConflictDoNothing()
        .returning()
      if (!row) throw new HttpError('conflict', 'Accounts have already been turned on.')
      know(row)
      store.ownership.isStrict = true
      return toPerson(row)
    },

    async insert(within, values) {
      if (known.size >= peopleMax) {
        throw new HttpError('conflict', `There are already ${peopleMax} people.`)
      }
      const [row] = await within
        .insert(users)
        .values({ ...values, name: storable(values.name) })
        .onConflictDoNothing()
        .returning()
      if (row) return row
      throw emailInUse()
    },
    know,
    forget(id) {
      known.delete(id)
      noteChange()
    },

    async change(id, change) {
      if (id === firstOwnerId) {
        throw new HttpError(
          'conflict',
          'The first account is always an admin and cannot be turned off or deleted, so that nobody is locked out.',
        )
      }
      // Enabling an account also approves it.
      const set = change.isOff === false ? { ...change, isWaiting: false } : change
      const isEmpty = Object.values(set).every((value) => value === undefined)
      const [row] = isEmpty
        ? await db.select().from(users).where(eq(users.id, id))
        : await db
            .update(users)
            .set(set)
            .where(eq(users.id, id))
            .returning()
            .catch((error: unknown) => {
              throw isUniqueViolation(error) ? emailInUse() : error
            })
      if (!row) throw new HttpError('not_found', 'No person has this id.')
      // Delete the open invitations that this person has sent. Otherwise, the invitations would
      // become valid again once the person is an active admin again.
      if (row.isOff || row.deleteAt || row.role !== 'admin') {
        await db.delete(invitations).where(eq(invitations.invitedBy, id))
      }
      // An open link would replace the new password, or was mailed to the old address.
      if (set.passwordHash !== undefined || set.email !== undefined) {
        await db.delete(passwordResets).where(eq(passwordResets.userId, id))
      }
      know(row)
      return toPerson(row)
    },
  }
}

export function emailInUse(): HttpError {
  const message = 'Someone here already uses this email address.'
  return new HttpError('conflict', message, { issues: [{ path: 'email', message }] })
}

const toPerson = ({ deleteAt, createdAt, ...row }: UserRow): Person => ({
  id: row.id,
  name: row.name,
  email: row.email,
  role: row.role,
  isOff: row.isOff,
  isWaiting: row.isWaiting,
  ...(deleteAt && { deletesAt: deleteAt.toISOString() }),
  createdAt: createdAt.toISOString(),
})

/** A signed-in person. Before there are accounts, this is the owner, who is an admin. */
export type Caller = { id: string; role: Role }

/** Resources that belong to the server rather than to a person, such as its connections. */
export type ServerThing = keyof typeof rules

const everyone: readonly Role[] = ['admin', 'member']
const admins: readonly Role[] = ['admin']
const rules = {
  people: { see: admins, manage: admins },
  connections: { see: everyone, manage: admins },
  models: { see: everyone, manage: admins },
  balances: { see: admins, manage: admins },
  'audit log': { see: admins, manage: admins },
  status: { see: admins, manage: admins },
  settings: { see: admins, manage: admins },
  spending: { see: admins, manage: admins },
}

type Action = 'see' | 'change' | 'manage'

type CommonThing = {
  role: TeamRole | undefined
  /**
   * True if the resource is the team itself. Admins manage teams, but do not see resources that are
   * shared with a team.
   */
  isTeam?: boolean
}

const actionsByRole: Record<TeamRole, readonly Action[]> = {
  owner: ['see', 'change', 'manage'],
  editor: ['see', 'change'],
  viewer: ['see'],
}

/**
 * Decides who may do what with resources of the server, of a team, or shared resources.
 * `owned-queries.ts` protects personal data.
 */
export function can({ role }: Caller, action: Action, thing: ServerThing | CommonThing): boolean {
  if (typeof thing === 'string')
    return rules[thing][action === 'see' ? 'see' : 'manage'].includes(role)
  const isLookedAfter = thing.isTeam === true && role === 'admin'
  return isLookedAfter || (thing.role !== undefined && actionsByRole[thing.role].includes(action))
}

/** Returns whether this is the first account, which signs in with the server's password. */
export const isFirst = (userId: string): boolean => userId === firstOwnerId
