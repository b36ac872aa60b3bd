import type { BeginAccounts, ChangePerson, Person } from '#contract/access/people.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Store } from '../../store/store.ts'
import type { Guesser } from '../guess-limit.ts'
import type { Hashing } from '../password/hashing.ts'
import { isWeakPassword, weakPasswordSentence } from '../password/password-strength.ts'
import type { SecondFactor } from '../second-factor/second-factor.ts'
import type { SessionRow } from '../session-rows.ts'
import type { BrowserSessions } from '../sessions.ts'
import type { Verified, VerifyHow } from '../sign-in-flow.ts'
import { createDeletions, type Deletions } from './deletions.ts'
import { createInvitations, type Invitations } from './invitations.ts'
import { isFirst, type Caller, type PeopleStore } from './people.ts'

export type People = Pick<PeopleStore, 'areOn' | 'list'> &
  Deletions & {
    invitations: Invitations
    /** Returns a person who may sign in. Before there are accounts, returns the owner. */
    caller: (userId: string) => Caller | undefined
    find: (userId: string) => Person | undefined
    /**
     * Returns whether a person has a password, here or at the directory. People who sign in with an
     * identity provider have none.
     */
    hasPassword: (userId: string) => boolean
    hasLocalPassword: (userId: string) => boolean
    /**
     * Creates the first account.
     * @throws {HttpError} `conflict` while the server has no password, or if there are accounts.
     */
    begin: (first: BeginAccounts) => Promise<Person>
    /**
     * Changes a person. Disabling an account ends all its sessions.
     * @throws {HttpError} the errors of `PeopleStore.change`.
     */
    change: (id: string, change: ChangePerson) => Promise<Person>
    /**
     * Changes the password of a person other than the first, and signs all other browsers out.
     * @throws {HttpError} `forbidden` for a wrong current password, `bad_request` for a weak new
     * password, `rate_limited`.
     */
    changePassword: (change: {
      current: string
      next: string
      guesser: Guesser
      own: SessionRow
    }) => Promise<void>
  }

type PeopleOptions = {
  people: PeopleStore
  directory: { isLinked: (userId: string) => boolean } | undefined
  sessions: BrowserSessions
  hasPassword: () => boolean
  verifyOf: (userId: string, credential: { password: string }, how: VerifyHow) => Promise<Verified>
  factor: Pick<SecondFactor, 'enrolment' | 'forget'>
  hashing: Hashing
  audit: Audit
  clock: () => number
  changed: () => void
}

export function createPeople(store: Store, options: PeopleOptions): People {
  const { people, directory, sessions, hasPassword, verifyOf, factor, hashing, audit, clock } =
    options
  const withFactor = (person: Person): Person =>
    factor.enrolment(person.id) === undefined ? person : { ...person, hasSecondFactor: true }
  const hasLocalPassword = (userId: string) =>
    isFirst(userId) ? hasPassword() : (people.find(userId)?.passwordHash ?? null) !== null
  return {
    areOn: people.areOn,
    list: () => people.list().map(withFactor),
    invitations: createInvitations(store, { people, hashing, clock }),
    find: (userId) => people.list().find(({ id }) => id === userId),
    hasPassword: (userId) => hasLocalPassword(userId) || (directory?.isLinked(userId) ?? false),
    hasLocalPassword,
    caller(userId) {
      if (!people.areOn()) return { id: userId, role: 'admin' }
      const row = people.find(userId)
      return row && !row.isOff ? { id: row.id, role: row.role } : undefined
    },
    async begin(first) {
      if (!hasPassword()) {
        throw new HttpError('conflict', 'Set a password first: people sign in with passwords.')
      }
      const person = await people.begin(first)
      audit.note({ kind: 'accounts_begun', subject: person.email })
      return person
    },
    async change(id, change) {
      const person = await people.change(id, change)
      if (person.isOff) await sessions.endAll(id)
      const state = person.isOff ? 'turned off' : person.role
      audit.note({ kind: 'person_changed', subject: `${person.email}: ${state}` })
      return withFactor(person)
    },
    ...createDeletions(store, { people, sessions, factor, audit, clock, changed: options.changed }),
    async changePassword({ current, next, guesser, own }) {
      const { userId, id } = own
      if (!hasLocalPassword(userId)) {
        throw new HttpError(
          'conflict',
          'Your password is not kept here. Change it where your organisation manages it.',
        )
      }
      const how = { guesser, refusal: 'forbidden' } as const
      const { takeBack } = await verifyOf(userId, { password: current }, how)
      takeBack()
      if (await isWeakPassword(next)) throw new HttpError('bad_request', weakPasswordSentence)
      await people.change(userId, { passwordHash: await hashing.hash(next) })
      await sessions.renew(userId, id)
      audit.note({ kind: 'password_set', subject: people.find(userId)?.email ?? '' })
    },
  }
}
