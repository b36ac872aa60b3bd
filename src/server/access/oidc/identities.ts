import { and, eq, gt } from 'drizzle-orm'
import type { Role } from '#contract/access/access.ts'
import { nameLengthMax, turningCharacters } from '#contract/access/name.ts'
import { cutText } from '#lib/cut-text.ts'
import { newId } from '#lib/id.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { identities, invitations } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import type { Teams } from '../teams/teams.ts'
import { isIssuedByAdmin } from '../people/issuers.ts'
import { isFirst, type PeopleStore, type UserRow } from '../people/people.ts'
import type { OidcClaims } from './oidc-client.ts'
import { OidcRefusal } from './oidc-refusal.ts'
import { isUnclaimed } from '../scim/scim-store.ts'
import { createLinks, type Links } from './links.ts'
import type { Admission } from './oidc-settings.ts'

/**
 * Finds the account of a person whom the identity provider or proxy identifies by issuer and
 * subject.
 */
export type Identities = Pick<Links, 'isLinked' | 'unlink'> & {
  /**
   * Returns the account of an identity, and creates the account if the person may join.
   * @throws {OidcRefusal} `waiting` for approval. `unverified` if a first sign-in has no verified
   * email address. `no_access` otherwise.
   */
  admit: (claims: OidcClaims) => Promise<UserRow>
  isOf: (userId: string, claims: OidcClaims) => Promise<boolean>
  userOf: (identity: Pick<OidcClaims, 'issuer' | 'subject'>) => Promise<string | undefined>
  /**
   * Links an identity to a signed-in person.
   * @throws {OidcRefusal} `taken` by another account, or `no_access`.
   */
  linkTo: (userId: string, claims: OidcClaims) => Promise<void>
}

type IdentitiesOptions = {
  people: PeopleStore
  teams: Pick<Teams, 'followGroups'>
  settings: Admission
  audit: Audit
  clock: () => number
}

export function createIdentities(
  store: Store,
  { people, teams, settings, audit, clock }: IdentitiesOptions,
): Identities {
  const { db } = store
  const { find, link, ...links } = createLinks(store, { people, audit })

  /** Sets the role according to the person's groups, unless an admin has set the role by hand. */
  async function followGroups(person: UserRow, claims: OidcClaims, isByGroup: boolean) {
    if (claims.groups === undefined || settings.adminGroups.length === 0) return
    const isAdmin = isIn(settings.adminGroups, claims.groups)
    const role = isAdmin ? 'admin' : isByGroup ? 'member' : person.role
    if (role === person.role || isFirst(person.id)) return
    await people.change(person.id, { role })
    await db
      .update(identities)
      .set({ isAdminByGroup: isAdmin })
      .where(and(eq(identities.issuer, claims.issuer), eq(identities.subject, claims.subject)))
    audit.note({ kind: 'person_changed', subject: `${person.email}: ${role}, by group` })
  }

  async function join(claims: OidcClaims, email: string): Promise<UserRow> {
    const { issuer, subject } = claims
    const row = await store.transaction(async ({ db: within }) => {
      const [invited] = await within
        .delete(invitations)
        .where(isInvited(email, clock()))
        .returning()
      if (!invited && settings.newPeople === 'invited') throw new OidcRefusal('no_access')
      const isWaiting = !invited && settings.newPeople === 'approve'
      const role: Role = invited?.role ?? 'member'
      const plain = storable(claims.name).replaceAll(turningCharacters, '').trim()
      const name = cutText(plain || email, nameLengthMax)
      const person = { id: newId(), name, email, role, isOff: isWaiting, isWaiting }
      const made = await people.insert(within, person)
      await within.insert(identities).values({ issuer, subject, userId: made.id })
      return made
    })
    people.know(row)
    audit.note({ kind: row.isWaiting ? 'person_waiting' : 'person_joined', subject: email })
    return row
  }

  async function meet(claims: OidcClaims): Promise<UserRow> {
    const { email } = claims
    if (email === undefined) throw new OidcRefusal('unverified')
    const same = people.findByEmail(email)
    if (same) {
      await assertLinkable(store, same, settings)
      await link(claims, same)
      return same
    }
    try {
      return await join(claims, email)
    } catch (error) {
      if (error instanceof HttpError) throw new OidcRefusal('no_access', { cause: error })
      throw error
    }
  }

  return {
    async admit(claims) {
      if (!isAllowed(claims, settings)) throw new OidcRefusal('no_access')
      const identity = await find(claims)
      const known = identity && people.find(identity.userId)
      const person = known ?? (await meet(claims))
      if (person.isWaiting) throw new OidcRefusal('waiting')
      if (person.isOff) throw new OidcRefusal('no_access')
      await followGroups(person, claims, identity?.isAdminByGroup ?? false)
      if (settings.groupsAreTeams && claims.groups) {
        await teams.followGroups(person.id, claims.groups)
      }
      return people.find(person.id) ?? person
    },
    isOf: async (userId, claims) => (await find(claims))?.userId === userId,
    userOf: async (identity) => (await find(identity))?.userId,
    async linkTo(userId, claims) {
      const person = people.find(userId)
      if (!person || !isAllowed(claims, settings)) throw new OidcRefusal('no_access')
      await link(claims, person)
      // Concurrent sign-ins may link one identity to two people, so the stored link decides.
      if ((await find(claims))?.userId !== userId) throw new OidcRefusal('taken')
    },
    ...links,
  }
}

async function assertLinkable(store: Store, person: UserRow, settings: Admission): Promise<void> {
  const isLinkable = settings.linksByEmail || (await isUnclaimed(store, person))
  if (!isLinkable) throw new OidcRefusal('no_access')
}

const isInvited = (email: string, nowMs: number) =>
  and(
    eq(invitations.email, email),
    gt(invitations.expiresAt, new Date(nowMs)),
    isIssuedByAdmin(invitations.invitedBy),
  )

const isIn = (wanted: readonly string[], groups: readonly string[] = []): boolean =>
  groups.some((group) => wanted.includes(group))

/**
 * Returns whether the settings allow the person to sign in. Checked at each sign-in, so that
 * changed settings also apply to existing people.
 */
function isAllowed({ email, groups }: OidcClaims, settings: Admission): boolean {
  const domain = email?.slice(email.lastIndexOf('@') + 1)
  const isOfDomain =
    settings.domains.length === 0 || (domain !== undefined && settings.domains.includes(domain))
  return isOfDomain && (settings.groups.length === 0 || isIn(settings.groups, groups))
}
