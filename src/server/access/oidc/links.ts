import { and, eq } from 'drizzle-orm'
import type { Audit } from '../../audit/audit.ts'
import { identities } from '../../store/schema.ts'
import type { Store } from '../../store/store.ts'
import type { PeopleStore, UserRow } from '../people/people.ts'
import type { OidcClaims } from './oidc-client.ts'

type Identity = Pick<OidcClaims, 'issuer' | 'subject'>

export type Links = {
  find: (identity: Identity) => Promise<typeof identities.$inferSelect | undefined>
  link: (identity: Identity, person: UserRow) => Promise<void>
  isLinked: (userId: string, issuer: string) => Promise<boolean>
  unlink: (userId: string, issuer: string) => Promise<void>
}

type LinksOptions = { people: Pick<PeopleStore, 'find'>; audit: Pick<Audit, 'note'> }

export const createLinks = ({ db }: Store, { people, audit }: LinksOptions): Links => ({
  async find({ issuer, subject }) {
    const isIt = and(eq(identities.issuer, issuer), eq(identities.subject, subject))
    return (await db.select().from(identities).where(isIt))[0]
  },
  async link({ issuer, subject }, { id, email }) {
    const added = await db
      .insert(identities)
      .values({ issuer, subject, userId: id })
      .onConflictDoNothing()
      .returning()
    if (added.length > 0) audit.note({ kind: 'identity_linked', subject: email })
  },
  isLinked: async (userId, issuer) => (await db.$count(identities, ofIssuer(userId, issuer))) > 0,
  async unlink(userId, issuer) {
    const gone = await db.delete(identities).where(ofIssuer(userId, issuer)).returning()
    const subject = people.find(userId)?.email ?? ''
    if (gone.length > 0) audit.note({ kind: 'identity_unlinked', subject })
  },
})

const ofIssuer = (userId: string, issuer: string) =>
  and(eq(identities.userId, userId), eq(identities.issuer, issuer))
