import { randomBytes } from 'node:crypto'
import { and, count, desc, eq, gt, lt } from 'drizzle-orm'
import type {
  AcceptInvitation,
  Invitation,
  Invite,
  Invited,
  ShownInvitation,
} from '#contract/access/people.ts'
import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors/http-error.ts'
import { invitations } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { hashSecret } from '../digest.ts'
import type { Hashing } from '../password/hashing.ts'
import { isWeakPassword, weakPasswordSentence } from '../password/password-strength.ts'
import { isIssuedByAdmin } from './issuers.ts'
import { emailInUse, type PeopleStore, type UserRow } from './people.ts'

const tokenBytes = 32
const lifetimeMs = 7 * 24 * 60 * 60 * 1000
const openMax = 100

/** Links that create one account each and are valid for a week. */
export type Invitations = {
  list: () => Promise<Invitation[]>
  /**
   * @param by id of the inviting admin. The invitation ends when this admin's account is disabled
   * or demoted.
   * @returns the invitation and the link's token, which cannot be read again.
   * @throws {HttpError} `conflict` for too many invitations, or an email address in use.
   */
  invite: (request: Invite, by: string) => Promise<Invited>
  /**
   * Replaces the token of a link, which ends the previous link.
   * @throws {HttpError} `not_found` if the invitation was used, was revoked, or has expired.
   */
  renew: (id: string) => Promise<Invited>
  revoke: (id: string) => Promise<boolean>
  find: (token: string) => Promise<ShownInvitation>
  /**
   * Creates the account.
   * @throws {HttpError} the errors of `find`. `bad_request` for a weak password, or for another email
   * address than that of the invitation. `conflict` if the email address is already used.
   */
  accept: (request: AcceptInvitation) => Promise<UserRow>
}

type InvitationsOptions = { people: PeopleStore; hashing: Hashing; clock: () => number }

export function createInvitations(
  store: Store,
  { people, hashing, clock }: InvitationsOptions,
): Invitations {
  const { db } = store
  const isOpen = (token: string) =>
    and(
      eq(invitations.digest, hashSecret(token)),
      gt(invitations.expiresAt, new Date(clock())),
      isIssuedByAdmin(invitations.invitedBy),
    )

  async function find(token: string) {
    const [row] = await db.select().from(invitations).where(isOpen(token))
    if (!row) throw gone()
    return { name: row.name, ...(row.email !== null && { email: row.email }) }
  }

  return {
    async list() {
      await db.delete(invitations).where(lt(invitations.expiresAt, new Date(clock())))
      const rows = await db
        .select()
        .from(invitations)
        .where(isIssuedByAdmin(invitations.invitedBy))
        .orderBy(desc(invitations.createdAt))
      return rows.map(toInvitation)
    },

    async invite({ name, email, role }, by) {
      if (email !== undefined && people.findByEmail(email)) throw emailInUse()
      const [open] = await db.select({ count: count() }).from(invitations)
      if ((open?.count ?? 0) >= openMax) {
        throw new HttpError('conflict', `There are already ${openMax} invitations. Revoke some.`)
      }
      const token = randomBytes(tokenBytes).toString('base64url')
      const now = clock()
      const row = {
        id: newId(),
        digest: hashSecret(token),
        name: storable(name),
        email: email ?? null,
        role,
        invitedBy: by,
        createdAt: new Date(now),
        expiresAt: new Date(now + lifetimeMs),
      }
      await db.insert(invitations).values(row)
      return { invitation: toInvitation(row), token }
    },

    async renew(id) {
      const token = randomBytes(tokenBytes).toString('base64url')
      const now = clock()
      const set = { digest: hashSecret(token), expiresAt: new Date(now + lifetimeMs) }
      const isUsable = and(
        eq(invitations.id, id),
        gt(invitations.expiresAt, new Date(now)),
        isIssuedByAdmin(invitations.invitedBy),
      )
      const [row] = await db.update(invitations).set(set).where(isUsable).returning()
      if (!row) throw gone()
      return { invitation: toInvitation(row), token }
    },

    async revoke(id) {
      const gone = await db.delete(invitations).where(eq(invitations.id, id)).returning()
      return gone.length > 0
    },

    find,

    async accept({ token, name, email, password }) {
      const invited = await find(token)
      if (invited.email !== undefined && invited.email !== email) throw otherAddress(invited.email)
      if (await isWeakPassword(password)) throw new HttpError('bad_request', weakPasswordSentence)
      const passwordHash = await hashing.hash(password)
      const row = await store.transaction(async ({ db: within }) => {
        const [used] = await within.delete(invitations).where(isOpen(token)).returning()
        if (!used) throw gone()
        return people.insert(within, { id: newId(), name, email, role: used.role, passwordHash })
      })
      people.know(row)
      return row
    },
  }
}

const toInvitation = (row: typeof invitations.$inferSelect): Invitation => ({
  id: row.id,
  name: row.name,
  ...(row.email !== null && { email: row.email }),
  role: row.role,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
})

function otherAddress(email: string): HttpError {
  const message = `This invitation is for ${email}. Use this address, or ask for a new invitation.`
  return new HttpError('bad_request', message, { issues: [{ path: 'email', message }] })
}

const gone = () =>
  new HttpError('not_found', 'This invitation was used, revoked or has expired. Ask for a new one.')
