import * as z from 'zod'
import type { BeginOidc } from '#contract/access/access.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createSeal } from '../../vault/seal.ts'
import { createFairQueue } from '../../process/fair-queue.ts'
import { toNetwork } from '../guess-limit.ts'
import type { SessionRow, BrowserSessions } from '../sessions.ts'
import type { SignInRequester, SignInFlow } from '../sign-in-flow.ts'
import type { Identities } from './identities.ts'
import type { OidcClaims, OidcClient, PendingSignIn } from './oidc-client.ts'
import { OidcRefusal } from './oidc-refusal.ts'
import { getGroupSessionEnd, type OidcSettings } from './oidc-settings.ts'

/** Time limit for signing in at the identity provider, in seconds. */
export const oidcLifetimeSeconds = 10 * 60
const exchangesMax = 4
const subject = 'identity provider'
/**
 * Purpose of the encrypted value that the browser keeps during a sign-in. Values for other purposes
 * are refused.
 */
const sealedAs = 'browser'

const keptSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  purpose: z.enum(['sign-in', 'confirm', 'link']),
  sessionId: z.string().optional(),
  endsAtMs: z.number(),
})

export type Oidc = {
  name: string
  /**
   * Starts a sign-in, a confirmation or the linking of an account.
   * @param purpose.own the session to confirm or to link. Absent for a sign-in.
   * @returns the redirect URL, and a value that `finish` needs.
   * @throws {HttpError} `conflict` before there are accounts, or `provider_unreachable`.
   */
  begin: (
    redirectUri: string,
    purpose: { purpose: Purpose; own: SessionRow | undefined },
  ) => Promise<{ address: string; kept: string }>
  /**
   * Completes a sign-in, a confirmation or a link that `begin` started.
   * @returns the token of a new session and the person's email address, or nothing after a
   * confirmation or link.
   * @throws {OidcRefusal}, or {HttpError} `unauthorized` if the account is disabled.
   */
  finish: (
    back: SentBack,
    caller: SignInRequester,
  ) => Promise<{ token: string; email: string } | undefined>
  signOut: (token: string) => Promise<string[]>
  isLinked: (userId: string) => Promise<boolean>
  unlink: (userId: string) => Promise<void>
}

type Purpose = BeginOidc['purpose']

type SentBack = {
  query: string
  kept: string | undefined
  own: SessionRow | undefined
  signal: AbortSignal
}

type OidcOptions = {
  settings: OidcSettings
  client: OidcClient
  identities: Identities
  areAccountsOn: () => boolean
  sessions: BrowserSessions
  signInFlow: Pick<SignInFlow, 'letIn'>
  audit: Audit
  secret: string
  clock: () => number
  changed: () => void
}

export function createOidc(options: OidcOptions): Oidc {
  const { settings, client, identities, sessions, signInFlow, audit, clock } = options
  const seal = createSeal(options.secret, subject)
  const verifyAnswer = createVerification(client)

  function open(kept: string | undefined) {
    const bytes = seal.open(kept ?? '', sealedAs)
    const read = bytes && keptSchema.safeParse(JSON.parse(bytes.toString()))
    const leftMs = (read?.data?.endsAtMs ?? 0) - clock()
    if (leftMs <= 0 || leftMs > oidcLifetimeSeconds * 1000) return undefined
    return read?.data
  }

  async function signIn(claims: OidcClaims, caller: SignInRequester) {
    const person = await identities.admit(claims)
    const endsAt = getGroupSessionEnd(settings, clock())
    const providerSession = claims.session ?? ''
    const who = { userId: person.id, kind: subject, endsAt, providerSession }
    const token = await signInFlow.letIn(caller, who)
    return { token, email: person.email }
  }

  return {
    name: settings.name,

    async begin(redirectUri, { purpose, own }) {
      if (!options.areAccountsOn()) {
        throw new HttpError(
          'conflict',
          'Accounts are not turned on yet. An admin does that in Settings.',
        )
      }
      const isFresh = purpose === 'confirm'
      const { address, pending } = await client.begin({ redirectUri, isFresh })
      const endsAtMs = clock() + oidcLifetimeSeconds * 1000
      const kept = { ...pending, purpose, endsAtMs, ...(own && { sessionId: own.id }) }
      return { address, kept: seal.close(Buffer.from(JSON.stringify(kept)), sealedAs) }
    },

    async finish({ query, kept, own, signal }, caller) {
      const { address } = caller
      try {
        const begun = open(kept)
        if (!begun) throw new OidcRefusal('refused')
        const { purpose, sessionId, endsAtMs: _, ...pending } = begun
        const isFresh = purpose === 'confirm'
        const claims = await verifyAnswer(query, { pending, isFresh, caller, signal })
        try {
          if (purpose === 'sign-in') return await signIn(claims, caller)
          if (!own || own.id !== sessionId) throw new OidcRefusal('other_person')
          if (purpose === 'link') await identities.linkTo(own.userId, claims)
          else if (await identities.isOf(own.userId, claims)) await sessions.confirm(own.id)
          else throw new OidcRefusal('other_person')
          return undefined
        } finally {
          // Other processes reload access even after a refusal, because the person's groups may
          // have changed.
          options.changed()
        }
      } catch (error) {
        if (error instanceof OidcRefusal) {
          audit.note({ kind: 'sign_in_failed', subject: `${subject}: ${error.reason}`, address })
        }
        throw error
      }
    },

    async signOut(token) {
      const { subject: userThere, session } = await client.readSignOut(token)
      const { issuer } = settings
      const userId =
        userThere === undefined
          ? undefined
          : await identities.userOf({ issuer, subject: userThere })
      const ended = await sessions.endOfProvider({ userId, session })
      if (ended.length > 0) {
        audit.note({ kind: 'session_ended', subject: `${ended.length}, at the identity provider` })
      }
      return ended
    },
    isLinked: (userId) => identities.isLinked(userId, settings.issuer),
    unlink: (userId) => identities.unlink(userId, settings.issuer),
  }
}

type Verification = {
  pending: PendingSignIn
  isFresh: boolean
  caller: SignInRequester
  signal: AbortSignal
}

/**
 * Limits concurrent requests to the provider. Networks, and browsers in which somebody has signed
 * in before, take turns in a queue.
 */
function createVerification({ finish }: OidcClient) {
  const queue = createFairQueue(exchangesMax)
  return async (query: string, { caller, signal, ...how }: Verification): Promise<OidcClaims> => {
    const who = caller.device ?? toNetwork(caller.address)
    const endTurn = await queue.take({ who, signal }).catch((error: unknown) => {
      throw new OidcRefusal('refused', { cause: error })
    })
    try {
      return await finish(query, how)
    } finally {
      endTurn()
    }
  }
}
