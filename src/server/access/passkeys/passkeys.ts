import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { and, asc, count, eq, lt } from 'drizzle-orm'
import type { Passkey } from '#contract/access/passkeys.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { log } from '../../observability/log.ts'
import { passkeys } from '../../store/schema.ts'
import { storable } from '../../store/storable.ts'
import type { Store } from '../../store/store.ts'
import { hashSecret } from '../digest.ts'
import type { GuessLimit } from '../guess-limit.ts'
import type { SessionRow } from '../sessions.ts'
import type { SignInRequester, SignInFlow } from '../sign-in-flow.ts'
import { createChallenges, type Challenges } from './challenges.ts'

const perPersonMax = 20
const timeoutMs = 5 * 60_000
const forSignIn = 'sign-in'

/** URL at which a person uses a passkey, as the browser sees the URL. */
export type PasskeySite = {
  /** Host name that passkeys are bound to (WebAuthn relying party id). */
  rpId: string
  origin: string
}

/** Signs people in with key pairs of phones, computers and security keys (WebAuthn). */
export type Passkeys = {
  areThere: () => Promise<boolean>
  list: (userId: string) => Promise<Passkey[]>
  /**
   * Returns the options for the browser to create a passkey.
   * @throws {HttpError} `conflict` if the server has no password, or the person has too many
   * passkeys.
   */
  begin: (own: SessionRow, place: PasskeySite, name: string) => Promise<{ challenge: string }>
  add: (
    own: SessionRow,
    made: { name: string; answer: unknown },
    place: PasskeySite,
  ) => Promise<Passkey>
  rename: (userId: string, id: string, name: string) => Promise<Passkey>
  remove: (userId: string, id: string) => Promise<void>
  beginSignIn: (place: PasskeySite) => Promise<{ challenge: string }>
  /**
   * Signs in without a second-factor code, because the authenticator verifies its user with a
   * fingerprint, a face or a PIN.
   * @returns the session token.
   * @throws {HttpError} `unauthorized`, with the same message for every problem, or `rate_limited`.
   */
  signIn: (
    answer: unknown,
    place: PasskeySite,
    caller: SignInRequester,
  ) => Promise<{ token: string; userId: string }>
}

type PasskeysOptions = {
  signInFlow: Pick<SignInFlow, 'letIn'>
  guesses: GuessLimit
  emailOf: (userId: string) => string | undefined
  hasPassword: () => boolean
  audit: Audit
  secret: string
  clock: () => number
}

// The package is imported on first use, because loading it takes half a second.
const load = () => import('@simplewebauthn/server')

export function createPasskeys(store: Store, options: PasskeysOptions): Passkeys {
  const parts = { ...options, challenges: createChallenges(store, options) }
  return { ...createOwn(store, parts), ...createSignIn(store, parts) }
}

type Parts = PasskeysOptions & { challenges: Challenges }

const isOwn = (userId: string, id: string) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

/** Returns the WebAuthn user handle, a hash that hides the id of the account. */
const toUserHandle = (userId: string, secret: string) =>
  new Uint8Array(Buffer.from(hashSecret(`passkey user\n${secret}\n${userId}`), 'hex'))

function createOwn(
  store: Store,
  { challenges, hasPassword, audit, secret, clock }: Parts,
): Omit<Passkeys, 'areThere' | 'beginSignIn' | 'signIn'> {
  const { db } = store
  return {
    async list(userId) {
      const rows = await db
        .select()
        .from(passkeys)
        .where(eq(passkeys.userId, userId))
        .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
      return rows.map(toPasskey)
    },

    async begin({ userId, id: sessionId }, { rpId }, name) {
      if (!hasPassword()) {
        throw new HttpError('conflict', 'Set a password first: it lets you in without the passkey.')
      }
      const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId))
      if (rows.length >= perPersonMax) throw tooMany()
      const { generateRegistrationOptions } = await load()
      return generateRegistrationOptions({
        rpName: 'Bozzetto',
        rpID: rpId,
        userName: name,
        userID: toUserHandle(userId, secret),
        challenge: new Uint8Array(Buffer.from(challenges.make(sessionId))),
        timeout: timeoutMs,
        excludeCredentials: rows.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    async add({ userId, id: sessionId }, { name, answer }, { rpId, origin }) {
      const { verifyRegistrationResponse } = await load()
      let challenge = ''
      try {
        const { verified, registrationInfo } = await verifyRegistrationResponse({
          response: answer as RegistrationResponseJSON,
          expectedChallenge: (given) => {
            challenge = given
            return challenges.isOurs(given, sessionId)
          },
          expectedOrigin: origin,
          expectedRPID: rpId,
        })
        if (!verified || !(await challenges.spend(challenge)))
          throw new Error('It was used before.')
        const { id, publicKey, counter, transports = [] } = registrationInfo.credential
        const row = await insert(store, {
          id,
          userId,
          name: storable(name),
          publicKey: Buffer.from(publicKey).toString('base64url'),
          counter,
          transports: storable(transports.join(' ')),
          createdAt: new Date(clock()),
        })
        audit.note({ kind: 'passkey_added', subject: name })
        return toPasskey(row)
      } catch (error) {
        if (error instanceof HttpError) throw error
        throw new HttpError('bad_request', 'This passkey could not be added. Try again.', {
          cause: error,
        })
      }
    },

    async rename(userId, id, name) {
      const set = { name: storable(name) }
      const [row] = await db.update(passkeys).set(set).where(isOwn(userId, id)).returning()
      if (!row) throw gone()
      return toPasskey(row)
    },

    async remove(userId, id) {
      const [row] = await db.delete(passkeys).where(isOwn(userId, id)).returning()
      if (!row) throw gone()
      audit.note({ kind: 'passkey_removed', subject: row.name })
    },
  }
}

function createSignIn(
  { db }: Store,
  { challenges, signInFlow, guesses, hasPassword, emailOf, audit, clock }: Parts,
): Pick<Passkeys, 'areThere' | 'beginSignIn' | 'signIn'> {
  async function verify(
    answer: unknown,
    { rpId, origin }: PasskeySite,
    row: typeof passkeys.$inferSelect,
  ): Promise<string> {
    const { verifyAuthenticationResponse } = await load()
    const response = answer as AuthenticationResponseJSON
    let challenge = ''
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: (given) => {
        challenge = given
        return challenges.isOurs(given, forSignIn)
      },
      expectedOrigin: origin,
      expectedRPID: rpId,
      credential: {
        id: row.id,
        publicKey: new Uint8Array(Buffer.from(row.publicKey, 'base64url')),
        counter: row.counter,
      },
    })
    if (!verified || !(await challenges.spend(challenge))) throw new Error('It was used before.')
    const { newCounter: counter } = authenticationInfo
    // A signature counter that does not increase shows that the key was copied. Many authenticators
    // always send 0.
    const isNext = counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, counter)
    const changed = await db
      .update(passkeys)
      .set({ counter, lastUsedAt: new Date(clock()) })
      .where(and(eq(passkeys.id, row.id), isNext))
      .returning()
    if (changed.length === 0) throw new Error('Its counter went back.')
    return row.userId
  }

  return {
    areThere: async () => (await db.select({ id: passkeys.id }).from(passkeys).limit(1)).length > 0,

    async beginSignIn({ rpId }) {
      const { generateAuthenticationOptions } = await load()
      return generateAuthenticationOptions({
        rpID: rpId,
        challenge: new Uint8Array(Buffer.from(challenges.make(forSignIn))),
        timeout: timeoutMs,
        userVerification: 'required',
      })
    },

    async signIn(answer, place, caller) {
      let row: typeof passkeys.$inferSelect | undefined
      try {
        if (!hasPassword()) throw new Error('There is no password.')
        const { id } = answer as AuthenticationResponseJSON
        ;[row] = await db.select().from(passkeys).where(eq(passkeys.id, id))
        if (!row) throw new Error('Nobody has such a passkey.')
        const userId = await verify(answer, place, row)
        const token = await signInFlow.letIn(caller, { userId, kind: 'passkey' })
        return { token, userId }
      } catch (error) {
        // A passkey's signature cannot be guessed, so a valid signature is accepted even after many
        // failures.
        guesses.begin(caller)
        log().info({ error }, 'A passkey was refused.')
        const email = row && emailOf(row.userId)
        const subject = email === undefined ? 'passkey' : `passkey for ${email}`
        audit.note({ kind: 'sign_in_failed', subject, address: caller.address })
        throw new HttpError('unauthorized', refusedSentence, { cause: error })
      }
    },
  }
}

const insert = (store: Store, values: typeof passkeys.$inferInsert) =>
  store.transaction(async ({ db }) => {
    const [row] = await db.insert(passkeys).values(values).onConflictDoNothing().returning()
    if (!row) throw new HttpError('conflict', 'This passkey is already added.')
    const [own] = await db
      .select({ count: count() })
      .from(passkeys)
      .where(eq(passkeys.userId, values.userId))
    if ((own?.count ?? 0) > perPersonMax) throw tooMany()
    return row
  })

const toPasskey = (row: typeof passkeys.$inferSelect): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.createdAt.toISOString(),
  ...(row.lastUsedAt && { lastUsedAt: row.lastUsedAt.toISOString() }),
})

const refusedSentence = 'This passkey is not known here. Sign in another way.'
const tooMany = () =>
  new HttpError('conflict', `There are already ${perPersonMax} passkeys. Remove one first.`)
const gone = () => new HttpError('not_found', 'There is no passkey with this id.')
