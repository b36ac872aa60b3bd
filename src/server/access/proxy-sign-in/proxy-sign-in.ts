import type { Context } from 'hono'
import type { Audit } from '../../audit/audit.ts'
import type { Store } from '../../store/store.ts'
import type { Caller } from '../caller.ts'
import { createIdentities } from '../oidc/identities.ts'
import type { OidcClaims } from '../oidc/oidc-client.ts'
import { OidcRefusal } from '../oidc/oidc-refusal.ts'
import type { PeopleStore } from '../people/people.ts'
import type { SessionRow } from '../sessions.ts'
import type { Teams } from '../teams/teams.ts'
import type { Comer, WayIn } from '../way-in.ts'
import type { ProxySettings } from './proxy-settings.ts'

/** Signing in by the word of a proxy that has asked for a password itself, such as Authelia or oauth2-proxy. */
export type ProxySignIn = {
  /** Whom it names; absent where it names nobody, and for what came past it. */
  subjectOf: (c: Context) => string | undefined
  /** Whether a session may still be used: one that its word opened, for as long as it names the same person. */
  holds: (c: Context, session: SessionRow) => boolean
  /** @returns the session's token. @throws {OidcRefusal} for who may not come in. */
  signIn: (c: Context, caller: Comer) => Promise<string>
}

/** Stands in the place of an identity provider's address. */
const issuer = 'proxy'
const headerLengthMax = 1_000
const emailPattern = /^[^\s@,]+@[^\s@,]+$/

type Options = {
  people: PeopleStore
  teams: Pick<Teams, 'followGroups'>
  wayIn: Pick<WayIn, 'letIn'>
  audit: Audit
  /** Milliseconds. */
  clock: () => number
  callerOf: (c: Context) => Caller
  changed: () => void
}

/** @param settings absent where no proxy is asked; then sessions that one has opened hold no longer. */
export function createProxySignIn(
  store: Store,
  settings: ProxySettings | undefined,
  { people, teams, wayIn, audit, clock, callerOf, changed }: Options,
): ProxySignIn {
  const admission = settings && { ...settings, domains: [], groups: [] }
  const identities =
    admission && createIdentities(store, { people, teams, settings: admission, audit, clock })

  /** Anybody can send headers, so they count only from the proxy itself. */
  function headerOf(c: Context, name: string | undefined): string | undefined {
    if (name === undefined || !callerOf(c).isFromProxy) return undefined
    const told = c.req.header(name)?.trim() ?? ''
    return told === '' || told.length > headerLengthMax ? undefined : told
  }

  function subjectOf(c: Context): string | undefined {
    if (!people.areOn()) return undefined
    const subject = headerOf(c, settings?.headers.user)
    // Sent twice, Node joins them: one is what a stranger sent, and the proxy did not take away.
    return subject?.includes(',') ? undefined : subject
  }

  function claimsOf(c: Context, subject: string): OidcClaims {
    const { headers } = settings ?? {}
    const email = (headerOf(c, headers?.email) ?? subject).toLowerCase()
    const groups = headerOf(c, headers?.groups)
    return {
      issuer,
      subject,
      // Node reads headers as Latin-1; proxies send names in UTF-8.
      name: Buffer.from(headerOf(c, headers?.name) ?? subject, 'latin1').toString(),
      email: emailPattern.test(email) ? email : undefined,
      groups: groups
        ?.toLowerCase()
        .split(/[,|]/)
        .map((group) => group.trim()),
    }
  }

  return {
    subjectOf,
    holds: (c, { proxySubject }) => proxySubject === null || proxySubject === subjectOf(c),
    async signIn(c, caller) {
      const subject = subjectOf(c)
      if (subject === undefined || !identities) throw new OidcRefusal('refused')
      try {
        const { id } = await identities.admit(claimsOf(c, subject))
        return await wayIn.letIn(caller, { userId: id, kind: issuer, proxySubject: subject })
      } catch (error) {
        if (error instanceof OidcRefusal) {
          const { address } = caller
          audit.note({
            kind: 'sign_in_failed',
            subject: `${issuer}: ${subject}: ${error.reason}`,
            address,
          })
        }
        throw error
      } finally {
        changed()
      }
    },
  }
}
