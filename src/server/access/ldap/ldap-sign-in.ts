import { eq } from 'drizzle-orm'
import type { SignInRefusal } from '#contract/access/access.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { identities } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import { createIdentities } from '../oidc/identities.ts'
import { OidcRefusal } from '../oidc/oidc-refusal.ts'
import { getGroupSessionEnd } from '../oidc/oidc-settings.ts'
import { isFirst, type PeopleStore } from '../people/people.ts'
import { createReload } from '../reload.ts'
import type { Teams } from '../teams/teams.ts'
import type { BrowserSessions } from '../sessions.ts'
import type { VerifyHow } from '../sign-in-flow.ts'
import { createLdapDirectory, ldapIssuer } from './ldap-directory.ts'
import type { LdapSettings } from './ldap-settings.ts'

/** Sign-in with the password of a directory (LDAP). */
export type LdapSignIn = {
  /** Returns whether a person signs in with the password of the directory. */
  isLinked: (userId: string) => boolean
  /**
   * Verifies a password at the directory, and creates the account if the person may join.
   * @param who.userId the person who confirms a session. Absent at a sign-in.
   * @returns `undefined` for an unknown name or a wrong password.
   * @throws {HttpError} `provider_unreachable`, or `how.refusal` for a person without access.
   */
  verify: (
    who: { name: string; userId?: string | undefined },
    password: string,
    how: VerifyHow,
  ) => Promise<{ userId: string; endsAt: Date | undefined } | undefined>
  /**
   * Reads the signed-in people of the directory again, so that their current groups apply. Signs out
   * people who no longer have access. People with a password of this server are left out.
   * @throws {HttpError} if the directory does not answer.
   */
  review: () => Promise<void>
  readAgain: () => Promise<void>
}

type LdapSignInOptions = {
  people: PeopleStore
  teams: Pick<Teams, 'followGroups'>
  sessions: Pick<BrowserSessions, 'list' | 'endAll'>
  audit: Audit
  clock: () => number
  changed: () => void
}

export async function openLdapSignIn(
  store: Store,
  settings: LdapSettings,
  { people, teams, sessions, audit, clock, changed }: LdapSignInOptions,
): Promise<LdapSignIn> {
  const directory = createLdapDirectory(settings)
  const linked = createIdentities(store, { people, teams, settings, audit, clock })
  /** Subjects at the directory by user id. */
  const subjects = new Map<string, string>()

  const { readAgain, noteChange } = createReload(
    () => store.db.select().from(identities).where(eq(identities.issuer, ldapIssuer)),
    (rows) => {
      subjects.clear()
      for (const { userId, subject } of rows) subjects.set(userId, subject)
    },
  )
  await readAgain()

  async function reviewPerson({ id, email }: { id: string; email: string }, subject: string) {
    const claims = await directory.find(subject)
    try {
      if (!claims) throw new OidcRefusal('no_access')
      await linked.admit(claims)
    } catch (error) {
      if (!(error instanceof OidcRefusal)) throw error
      await sessions.endAll(id)
      audit.note({ kind: 'session_ended', subject: `all of ${email}, at the directory` })
    }
  }

  return {
    isLinked: (userId) => subjects.has(userId),
    readAgain,
    async review() {
      try {
        // A copy, because sign-ins and reloads change the map meanwhile.
        for (const [userId, subject] of Array.from(subjects)) {
          const person = people.find(userId)
          if (!person || isFirst(userId) || person.passwordHash !== null) continue
          if ((await sessions.list(userId)).length > 0) await reviewPerson(person, subject)
        }
      } finally {
        changed()
      }
    },
    async verify({ name, userId }, password, { guesser, refusal }) {
      const known = userId === undefined ? undefined : subjects.get(userId)
      if (!people.areOn() || (userId !== undefined && known === undefined)) return undefined
      const claims = await directory.verify(
        known === undefined ? { name } : { subject: known },
        password,
      )
      if (!claims) return undefined
      try {
        const person = await linked.admit(claims)
        subjects.set(person.id, claims.subject)
        noteChange()
        const endsAt = getGroupSessionEnd(settings, clock())
        return { userId: person.id, endsAt }
      } catch (error) {
        if (!(error instanceof OidcRefusal)) throw error
        const { address } = guesser
        audit.note({ kind: 'sign_in_failed', subject: `directory: ${error.reason}`, address })
        throw new HttpError(refusal, refusalSentences[error.reason] ?? noAccess, { cause: error })
      } finally {
        changed()
      }
    },
  }
}

const noAccess = 'You have no access to this server. Ask an admin to invite you.'
const refusalSentences: Partial<Record<SignInRefusal, string>> = {
  unverified: 'The directory has no email address for you. Ask an admin to enter it there.',
  waiting: 'An admin has to approve your account first. Try again after that.',
}
