import { and, eq } from 'drizzle-orm'
import { nameLengthMax, turningCharacters } from '#contract/access/name.ts'
import { emailSchema } from '#contract/access/people.ts'
import { cutText } from '#lib/cut-text.ts'
import { asList, asRecord, asString, asText, type Fields } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import type { Audit } from '../../audit/audit.ts'
import type { Env } from '../../env.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createGate } from '../../process/gate.ts'
import { identities, scimGroups, scimUsers } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import type { People } from '../people/people-settings.ts'
import { emailInUse, isFirst, type PeopleStore, type UserRow } from '../people/people.ts'
import type { Teams } from '../teams/teams.ts'

const groupsMax = 1_000
const waitingWritesMax = 100
const directory = 'scim'

export type ScimSettings = Pick<Env, 'BOZZETTO_SCIM_ADMIN_GROUPS' | 'BOZZETTO_GROUPS_ARE_TEAMS'>

/**
 * Accounts and groups that a directory manages through SCIM. The first account is not among them,
 * so that a directory cannot lock out the owner.
 */
export type ScimStore = {
  /**
   * Runs one change at a time on all servers together, because a change reads a resource and then
   * writes the whole resource.
   */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
  listUsers: () => Promise<Fields[]>
  /**
   * Creates an account, restores an account that the directory deleted, or changes the account
   * `id`.
   * @throws {HttpError} `bad_request` without an email address, `conflict` if the address is in
   * use, or `not_found`.
   */
  putUser: (id: string | undefined, resource: Fields) => Promise<Fields>
  removeUser: (id: string) => Promise<void>
  listGroups: () => Promise<Fields[]>
  putGroup: (id: string | undefined, resource: Fields) => Promise<Fields>
  removeGroup: (id: string) => Promise<void>
}

type ScimStoreOptions = {
  people: PeopleStore
  peopleHere: Pick<People, 'change' | 'scheduleDeletion' | 'keep'>
  teams: Pick<Teams, 'followGroups' | 'readAgain'>
  settings: ScimSettings
  audit: Pick<Audit, 'note'>
  changed: () => void
}

export function createScimStore(store: Store, options: ScimStoreOptions): ScimStore {
  const { people, peopleHere, changed } = options
  const { db } = store
  const followGroups = createGroupFollower(store, options)

  async function readUsers(): Promise<Fields[]> {
    const rows = await db.select().from(scimUsers)
    const resources = new Map(rows.map(({ userId, resource }) => [userId, asRecord(resource)]))
    return people
      .list()
      .flatMap(({ id }) => people.find(id) ?? [])
      .filter(isManaged)
      .flatMap((row) => toUser(row, resources.get(row.id)))
  }

  async function create(resource: Fields): Promise<UserRow> {
    if (!people.areOn()) throw new HttpError('conflict', 'Turn on accounts in Settings first.')
    const { email, name, isOff } = readDetails(resource)
    const former = people.findByEmail(email)
    if (former && !isFirst(former.id) && !isManaged(former)) {
      await peopleHere.keep(former.id, { id: directory, role: 'admin' })
      return change(people.find(former.id) ?? former, resource)
    }
    const row = await store.transaction(async ({ db: within }) => {
      const made = await people.insert(within, { id: newId(), email, name, role: 'member', isOff })
      await within.insert(scimUsers).values({ userId: made.id, resource, isProvisioned: true })
      return made
    })
    people.know(row)
    options.audit.note({ kind: 'person_joined', subject: email, actor: directory })
    return row
  }

  async function change(row: UserRow, resource: Fields): Promise<UserRow> {
    const { id } = row
    const { email, name, isOff } = readDetails(resource)
    const [known] = await db.select().from(scimUsers).where(eq(scimUsers.userId, id))
    // The directory must not change the name and address of an account that it did not create.
    if (known?.isProvisioned) {
      const same = people.findByEmail(email)
      if (same && same.id !== id) throw emailInUse()
      await people.change(id, { name: storable(name), email })
    }
    // An account whose deletion an admin requested stays off.
    const staysOff = row.deleteAt !== null && row.deleteBy !== id
    if (isOff !== row.isOff && (isOff || !staysOff)) await peopleHere.change(id, { isOff })
    await db
      .insert(scimUsers)
      .values({ userId: id, resource, isProvisioned: false })
      .onConflictDoUpdate({ target: scimUsers.userId, set: { resource } })
    return people.find(id) ?? row
  }

  const findUser = (id: string): UserRow => {
    const row = people.find(id)
    if (row && isManaged(row)) return row
    throw new HttpError('not_found', 'No user has this id.')
  }

  return {
    inTurn: createTurns(store, options),
    listUsers: readUsers,
    async putUser(id, resource) {
      const row = id === undefined ? await create(resource) : await change(findUser(id), resource)
      await followGroups([row.id])
      changed()
      return toUser(row, resource)[0] ?? {}
    },
    async removeUser(id) {
      findUser(id)
      await peopleHere.scheduleDeletion(id, directory)
      changed()
    },
    ...keepGroups(store, { followGroups, changed }),
  }
}

function createTurns(store: Store, { people, teams }: ScimStoreOptions): ScimStore['inTurn'] {
  const what = 'directory change'
  const gate = createGate({ runningMax: 1, waitingMax: waitingWritesMax, what })
  return (work) =>
    gate(() =>
      store.whileLocked('bozzetto scim', async () => {
        if (store.replica.isShared) {
          await people.readAgain()
          await teams.readAgain()
        }
        return work()
      }),
    )
}

/** Returns false for the first account, and for accounts that the directory deleted. */
const isManaged = ({ id, deleteAt, deleteBy }: UserRow): boolean =>
  !isFirst(id) && !(deleteAt && deleteBy === directory)

type GroupOptions = Pick<ScimStoreOptions, 'changed'> & {
  followGroups: (userIds: readonly string[]) => Promise<void>
}

function keepGroups({ db }: Store, { followGroups, changed }: GroupOptions) {
  const readGroups = async () =>
    (await db.select().from(scimGroups)).map(({ id, resource }) => ({ ...asRecord(resource), id }))
  const findGroup = async (id: string): Promise<Fields> => {
    const [row] = await db.select().from(scimGroups).where(eq(scimGroups.id, id))
    if (!row) throw new HttpError('not_found', 'No group has this id.')
    return asRecord(row.resource)
  }
  return {
    listGroups: readGroups,
    async putGroup(id: string | undefined, resource: Fields): Promise<Fields> {
      const groups = await readGroups()
      const before = id === undefined ? {} : await findGroup(id)
      const isTaken = groups.some(
        (one) => one.id !== id && toGroupName(one) === toGroupName(resource),
      )
      if (isTaken) throw new HttpError('conflict', 'A group already has this name.')
      if (id === undefined && groups.length >= groupsMax) {
        throw new HttpError('conflict', `There are already ${groupsMax} groups.`)
      }
      const row = { id: id ?? newId(), resource }
      await db
        .insert(scimGroups)
        .values(row)
        .onConflictDoUpdate({ target: scimGroups.id, set: { resource } })
      const isRenamed = toGroupName(before) !== toGroupName(resource)
      const [former, current] = [listMembers(before), listMembers(resource)]
      const affected = new Set([...former, ...current])
      if (!isRenamed) for (const one of former) if (current.includes(one)) affected.delete(one)
      await followGroups([...affected])
      changed()
      return { ...resource, id: row.id }
    },
    async removeGroup(id: string): Promise<void> {
      const before = await findGroup(id)
      await db.delete(scimGroups).where(eq(scimGroups.id, id))
      await followGroups(listMembers(before))
      changed()
    },
  }
}

function createGroupFollower(
  { db }: Store,
  { people, peopleHere, teams, settings }: ScimStoreOptions,
) {
  async function setRole(person: UserRow, isAdmin: boolean): Promise<void> {
    const isRow = eq(scimUsers.userId, person.id)
    const [known] = await db.select().from(scimUsers).where(isRow)
    const isByGroup = known?.isAdminByGroup === true
    const role = isAdmin ? 'admin' : isByGroup ? 'member' : person.role
    if (role === person.role && isAdmin === isByGroup) return
    // An admin whom another admin appointed stays an admin.
    if (isAdmin && person.role === 'admin') return
    if (role !== person.role) await peopleHere.change(person.id, { role })
    const set = { isAdminByGroup: isAdmin }
    await db
      .insert(scimUsers)
      .values({ userId: person.id, resource: {}, isProvisioned: false, ...set })
      .onConflictDoUpdate({ target: scimUsers.userId, set })
  }

  return async (userIds: readonly string[]): Promise<void> => {
    if (userIds.length === 0) return
    const groups = (await db.select().from(scimGroups)).map(({ resource }) => asRecord(resource))
    for (const id of userIds) {
      const person = people.find(id)
      if (!person || isFirst(id)) continue
      const names = groups.filter((group) => listMembers(group).includes(id)).map(toGroupName)
      if (settings.BOZZETTO_GROUPS_ARE_TEAMS) await teams.followGroups(id, names)
      if (settings.BOZZETTO_SCIM_ADMIN_GROUPS.length > 0) {
        await setRole(
          person,
          names.some((name) => settings.BOZZETTO_SCIM_ADMIN_GROUPS.includes(name)),
        )
      }
    }
  }
}

/**
 * Returns whether the directory created an account that has no sign-in method yet. A verified
 * identity with the account's email address may then be linked to it.
 */
export async function isUnclaimed(
  { db }: Pick<Store, 'db'>,
  { id, passwordHash }: UserRow,
): Promise<boolean> {
  if (passwordHash !== null) return false
  const isIt = and(eq(scimUsers.userId, id), eq(scimUsers.isProvisioned, true))
  if ((await db.$count(scimUsers, isIt)) === 0) return false
  return (await db.$count(identities, eq(identities.userId, id))) === 0
}

const toGroupName = (group: Fields): string => asString(group['displayName']).toLowerCase()

const listMembers = (group: Fields): string[] =>
  asList(group['members']).map((member) => asString(asRecord(member)['value']))

function toUser(row: UserRow | undefined, resource: Fields | undefined): Fields[] {
  if (!row) return []
  const { id, name, email, isOff, createdAt } = row
  const defaults = {
    userName: email,
    displayName: name,
    name: { formatted: name },
    emails: [{ value: email, type: 'work', primary: true }],
  }
  const meta = { resourceType: 'User', created: createdAt.toISOString() }
  return [{ ...defaults, ...resource, id, active: !isOff, meta }]
}

function readDetails(resource: Fields) {
  const emails = asList(resource['emails']).map(asRecord)
  const main = emails.find(({ primary }) => primary === true) ?? emails[0]
  const userName = asString(resource['userName'])
  const email = emailSchema.safeParse(asText(main?.['value']) ?? userName)
  if (!email.success) {
    throw new HttpError('bad_request', 'A user needs an email address in emails or userName.')
  }
  const { formatted, givenName, familyName } = asRecord(resource['name'])
  const full = [asString(givenName), asString(familyName)].join(' ').trim()
  const given = asText(resource['displayName']) || asText(formatted) || full || userName
  const plain = storable(given).replaceAll(turningCharacters, '').trim()
  const name = cutText(plain || email.data, nameLengthMax)
  return { email: email.data, name, isOff: resource['active'] === false }
}
