import { and, asc, eq } from 'drizzle-orm'
import {
  teamMembersMax,
  teamsMax,
  type PeopleSettings,
  type Team,
  type TeamRole,
} from '#contract/access/teams.ts'
import { newId } from '#lib/id.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { serverSwitches, spendingLimits, teamMembers, teams } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { can, type Caller, type PeopleStore } from '../people/people.ts'
import { createReload } from '../reload.ts'

/** The teams of this server, cached in memory so that requests need no query. */
export type Teams = {
  listFor: (caller: Caller) => Team[]
  idsOf: (userId: string) => string[]
  membersOf: (teamId: string) => string[]
  nameOf: (teamId: string) => string | undefined
  make: (caller: Caller, name: string) => Promise<Team>
  /**
   * @throws {HttpError} `not_found` for people who are not members, `forbidden` for members who do
   * not own the team.
   */
  rename: (caller: Caller, team: { id: string; name: string }) => Promise<Team>
  remove: (caller: Caller, id: string) => Promise<void>
  /**
   * Adds a member, or changes the member's role.
   * @throws the errors of `rename`, and `conflict` for the last owner.
   */
  setMember: (
    caller: Caller,
    member: { teamId: string; userId: string; role: TeamRole },
  ) => Promise<Team>
  /**
   * Removes a member. Everybody may leave a team.
   * @throws the errors of `setMember`.
   */
  removeMember: (caller: Caller, member: { teamId: string; userId: string }) => Promise<void>
  /**
   * Adds a person as an editor to the teams that have the name of one of the person's groups, and
   * removes the person from teams that were joined in this way. Manual memberships stay.
   * @param groups in lower case.
   */
  followGroups: (userId: string, groups: readonly string[]) => Promise<void>
  canMake: (caller: Caller) => boolean
  /** Returns whether a person may connect services for themselves and for teams that they own. */
  canConnect: (caller: Caller) => boolean
  settings: () => PeopleSettings
  changeSettings: (settings: PeopleSettings) => Promise<PeopleSettings>
  readAgain: () => Promise<void>
}

const switchNames = [
  'membersMakeTeams',
  'membersConnect',
  'adminsReadChats',
] as const satisfies (keyof PeopleSettings)[]

function describeSetting(name: keyof PeopleSettings, isOn: boolean): string {
  switch (name) {
    case 'membersMakeTeams':
      return isOn ? 'Members can create teams' : 'Members can no longer create teams'
    case 'membersConnect':
      return isOn ? 'Members can connect services' : 'Members can no longer connect services'
    case 'adminsReadChats':
      return isOn
        ? 'Admins can read everyone’s chats'
        : 'Admins can no longer read everyone’s chats'
  }
}

type Known = {
  id: string
  name: string
  roles: Map<string, TeamRole>
  byGroup: Set<string>
}
type TeamsOptions = { people: Pick<PeopleStore, 'areOn' | 'find'>; audit: Pick<Audit, 'note'> }

export async function openTeams(store: Store, options: TeamsOptions): Promise<Teams> {
  const { people, audit } = options
  const memory = await readTeams(store)
  const { known, noteChange } = memory
  const book: Book = { store, ...options, known, noteChange, ...lookUp(known, people) }
  const canConnect = ({ role }: Caller) =>
    people.areOn() && (role === 'admin' || memory.settings().membersConnect)
  const canMake = ({ role }: Caller) =>
    people.areOn() && (role === 'admin' || memory.settings().membersMakeTeams)

  return {
    listFor: (caller) =>
      [...known.values()]
        .filter((team) => can(caller, 'see', asThing(team, caller)))
        .map((team) => toTeam(team, caller, people)),
    idsOf: (userId) =>
      [...known.values()].filter(({ roles }) => roles.has(userId)).map(({ id }) => id),
    membersOf: (teamId) => [...(known.get(teamId)?.roles.keys() ?? [])],
    nameOf: (teamId) => known.get(teamId)?.name,
    canMake,
    async make(caller, name) {
      if (!people.areOn()) throw new HttpError('conflict', 'Turn on accounts first.')
      if (!canMake(caller)) throw new HttpError('forbidden', 'Only an admin can make teams here.')
      return make(book, caller, name)
    },
    ...manageTeams(book),
    ...manageMembers(book),
    followGroups: (userId, groups) => followGroups(book, userId, groups),

    canConnect,
    settings: memory.settings,
    async changeSettings(wanted) {
      const before = memory.settings()
      await memory.change(wanted)
      const changed = switchNames.filter((name) => wanted[name] !== before[name])
      for (const name of changed) {
        const subject = describeSetting(name, wanted[name])
        audit.note({ kind: 'people_settings_changed', subject })
      }
      return wanted
    },
    readAgain: memory.readAgain,
  }
}

type Book = TeamsOptions & {
  store: Store
  known: Map<string, Known>
  /** Must be called after each change of `known`. */
  noteChange: () => void
} & ReturnType<typeof lookUp>

const asThing = ({ roles }: Known, { id }: Caller) => ({ role: roles.get(id), isTeam: true })

const toTeam = (team: Known, caller: Caller, people: TeamsOptions['people']): Team => ({
  id: team.id,
  name: team.name,
  members: [...team.roles].flatMap(([userId, role]) => {
    const person = people.find(userId)
    return person ? [{ userId, name: person.name, role }] : []
  }),
  canManage: can(caller, 'manage', asThing(team, caller)),
})

function lookUp(known: Map<string, Known>, people: TeamsOptions['people']) {
  function find(caller: Caller, id: string): Known {
    const team = known.get(id)
    if (team && can(caller, 'see', asThing(team, caller))) return team
    throw new HttpError('not_found', 'There is no team with this id.')
  }
  return {
    find,
    managed: (caller: Caller, id: string): Known => {
      const team = find(caller, id)
      if (can(caller, 'manage', asThing(team, caller))) return team
      throw new HttpError('forbidden', 'Only owners of this team and admins can do this.')
    },
    shown: (team: Known, caller: Caller): Team => toTeam(team, caller, people),
    /**
     * Compares only with teams that the caller may see, because a refusal would reveal other teams.
     * @throws {HttpError} `conflict` for a taken name.
     */
    refuseTaken: (caller: Caller, name: string, butId?: string): void => {
      const same = [...known.values()].find(
        (team) =>
          team.id !== butId &&
          team.name.toLowerCase() === name.toLowerCase() &&
          can(caller, 'see', asThing(team, caller)),
      )
      if (same) throw new HttpError('conflict', `There is already a team called ${same.name}.`)
    },
  }
}

async function make(book: Book, caller: Caller, name: string) {
  const { store, known, noteChange, audit, shown, refuseTaken } = book
  refuseTaken(caller, name)
  if (known.size >= teamsMax) {
    throw new HttpError('conflict', `There are already ${teamsMax} teams. Delete one first.`)
  }
  const id = newId()
  await store.transaction(async ({ db }) => {
    await db.insert(teams).values({ id, name: storable(name) })
    await db.insert(teamMembers).values({ teamId: id, userId: caller.id, role: 'owner' })
  })
  const team: Known = { id, name, roles: new Map([[caller.id, 'owner']]), byGroup: new Set() }
  known.set(id, team)
  noteChange()
  audit.note({ kind: 'team_made', subject: name })
  return shown(team, caller)
}

const manageTeams = (book: Book): Pick<Teams, 'rename' | 'remove'> => ({
  async rename(caller, { id, name }) {
    const { store, noteChange, audit, managed, shown, refuseTaken } = book
    const team = managed(caller, id)
    refuseTaken(caller, name, id)
    await store.db
      .update(teams)
      .set({ name: storable(name) })
      .where(eq(teams.id, id))
    audit.note({ kind: 'team_changed', subject: `${team.name}: now ${name}` })
    team.name = name
    noteChange()
    return shown(team, caller)
  },
  async remove(caller, id) {
    const { store, noteChange, audit, known, managed } = book
    const team = managed(caller, id)
    await store.transaction(async ({ db }) => {
      await db
        .delete(spendingLimits)
        .where(and(eq(spendingLimits.scope, 'team'), eq(spendingLimits.subject, id)))
      await db.delete(teams).where(eq(teams.id, id))
    })
    known.delete(id)
    noteChange()
    audit.note({ kind: 'team_deleted', subject: team.name })
  },
})

const manageMembers = (book: Book): Pick<Teams, 'setMember' | 'removeMember'> => ({
  async setMember(caller, { teamId, userId, role }) {
    const { store, noteChange, audit, people, managed, shown } = book
    const team = managed(caller, teamId)
    const person = people.find(userId)
    if (!person) throw new HttpError('not_found', 'No person has this id.')
    if (role !== 'owner') keepOwner(team, userId, people)
    if (!team.roles.has(userId) && team.roles.size >= teamMembersMax) {
      throw new HttpError('conflict', `A team has at most ${teamMembersMax} people.`)
    }
    const set = { role, isByGroup: false }
    await store.db
      .insert(teamMembers)
      .values({ teamId, userId, ...set })
      .onConflictDoUpdate({ target: [teamMembers.teamId, teamMembers.userId], set })
    team.roles.set(userId, role)
    team.byGroup.delete(userId)
    noteChange()
    audit.note({ kind: 'team_changed', subject: `${team.name}: ${person.email} is ${role}` })
    return shown(team, caller)
  },
  async removeMember(caller, { teamId, userId }) {
    const { audit, people, find, managed } = book
    const team = userId === caller.id ? find(caller, teamId) : managed(caller, teamId)
    if (!team.roles.has(userId)) throw new HttpError('not_found', 'They are not in this team.')
    keepOwner(team, userId, people)
    await takeOut(book, team, userId)
    const email = people.find(userId)?.email ?? 'a deleted person'
    audit.note({ kind: 'team_changed', subject: `${team.name}: without ${email}` })
  },
})

async function takeOut({ store, noteChange }: Book, team: Known, userId: string): Promise<void> {
  await store.db
    .delete(teamMembers)
    .where(and(eq(teamMembers.teamId, team.id), eq(teamMembers.userId, userId)))
  team.roles.delete(userId)
  team.byGroup.delete(userId)
  noteChange()
}

async function followGroups(book: Book, userId: string, groups: readonly string[]): Promise<void> {
  const { store, noteChange, audit, people, known } = book
  const email = people.find(userId)?.email ?? ''
  for (const team of known.values()) {
    const isNamed = groups.includes(team.name.toLowerCase())
    if (isNamed && !team.roles.has(userId) && team.roles.size < teamMembersMax) {
      const row = { teamId: team.id, userId, role: 'editor', isByGroup: true } as const
      await store.db.insert(teamMembers).values(row).onConflictDoNothing()
      team.roles.set(userId, row.role)
      team.byGroup.add(userId)
      noteChange()
      audit.note({ kind: 'team_changed', subject: `${team.name}: ${email} is editor, by group` })
    } else if (!isNamed && team.byGroup.has(userId)) {
      await takeOut(book, team, userId)
      audit.note({ kind: 'team_changed', subject: `${team.name}: without ${email}, by group` })
    }
  }
}

function keepOwner({ roles }: Known, userId: string, { find }: Pick<PeopleStore, 'find'>): void {
  if (roles.get(userId) !== 'owner') return
  const hasOther = [...roles].some(([id, role]) => id !== userId && role === 'owner' && find(id))
  if (!hasOther) throw new HttpError('conflict', 'Make someone else an owner of this team first.')
}

async function readTeams({ db }: Store) {
  const known = new Map<string, Known>()
  const switches = new Map<keyof PeopleSettings, boolean>()
  const { readAgain, noteChange } = createReload(
    async () => ({
      rows: await db.select().from(teams).orderBy(asc(teams.createdAt)),
      members: await db.select().from(teamMembers).orderBy(asc(teamMembers.createdAt)),
      stored: await db.select().from(serverSwitches),
    }),
    ({ rows, members, stored }) => {
      const before = new Map(known)
      known.clear()
      for (const { id, name } of rows) {
        // The same object, because a change in progress writes to it.
        const team = before.get(id) ?? { id, name, roles: new Map(), byGroup: new Set() }
        team.name = name
        team.roles.clear()
        team.byGroup.clear()
        known.set(id, team)
      }
      for (const { teamId, userId, role, isByGroup } of members) {
        const team = known.get(teamId)
        team?.roles.set(userId, role)
        if (isByGroup) team?.byGroup.add(userId)
      }
      switches.clear()
      for (const { name, isOn } of stored) switches.set(name, isOn)
    },
  )
  await readAgain()
  return {
    known,
    readAgain,
    noteChange,
    settings: (): PeopleSettings => ({
      membersMakeTeams: switches.get('membersMakeTeams') ?? false,
      membersConnect: switches.get('membersConnect') ?? false,
      adminsReadChats: switches.get('adminsReadChats') ?? false,
    }),
    async change(settings: PeopleSettings): Promise<void> {
      for (const name of switchNames) {
        const isOn = settings[name]
        const changedAt = new Date()
        await db
          .insert(serverSwitches)
          .values({ name, isOn, changedAt })
          .onConflictDoUpdate({ target: serverSwitches.name, set: { isOn, changedAt } })
        switches.set(name, isOn)
        noteChange()
      }
    },
  }
}
