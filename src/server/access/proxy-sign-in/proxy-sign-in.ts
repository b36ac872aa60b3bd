import type { Context } from 'hono'
import { asRecord, asString, isList } from '#lib/fields.ts'
import type { Audit } from '../../audit/audit.ts'
import type { Store } from '../../store/store.ts'
import type { RequestOrigin } from '../caller.ts'
import { hashSecret } from '../digest.ts'
import { createIdentities } from '../oidc/identities.ts'
import type { OidcClaims } from '../oidc/oidc-client.ts'
import { OidcRefusal } from '../oidc/oidc-refusal.ts'
import type { PeopleStore } from '../people/people.ts'
import type { SessionRow } from '../sessions.ts'
import type { Teams } from '../teams/teams.ts'
import type { SignInRequester, SignInFlow } from '../sign-in-flow.ts'
import type { ProxySettings } from './proxy-settings.ts'

/** Signs in people whom a proxy such as Authelia or oauth2-proxy has authenticated. */
export type ProxySignIn = {
  /** Returns the user name that the proxy sends. Absent if the request bypassed the proxy. */
  subjectOf: (c: Context) => string | undefined
  /**
   * Returns whether a session is valid. Each request of a session that the proxy opened must
   * contain the same person and groups.
   */
  holds: (c: Context, session: SessionRow) => boolean
  signIn: (c: Context, caller: SignInRequester) => Promise<string>
}

const issuer = 'proxy'
const headerLengthMax = 1_000
const groupsLengthMax = 10_000
const emailPattern = /^[^\s@,]+@[^\s@,]+$/

function getHeader(c: Context, name: string | undefined, lengthMax = headerLengthMax) {
  const told = name === undefined ? '' : (c.req.header(name)?.trim() ?? '')
  return told === '' || told.length > lengthMax ? undefined : told
}

type Options = {
  people: PeopleStore
  teams: Pick<Teams, 'followGroups'>
  signInFlow: Pick<SignInFlow, 'letIn'>
  audit: Audit
  clock: () => number
  callerOf: (c: Context) => RequestOrigin
  changed: () => void
}

/**
 * @param settings absent if no proxy is configured, which makes sessions opened by a proxy invalid.
 */
export function createProxySignIn(
  store: Store,
  settings: ProxySettings | undefined,
  { people, teams, signInFlow, audit, clock, callerOf, changed }: Options,
): ProxySignIn {
  const identities = settings && createIdentities(store, { people, teams, settings, audit, clock })

  const names = Object.values(settings?.headers ?? {}).filter((name) => name !== undefined)

  function getSubject(c: Context): string | undefined {
    if (!settings || !people.areOn() || !callerOf(c).isFromProxy) return undefined
    // A repeated header may come from the client, if the proxy does not remove the client's header.
    if (names.some((name) => timesSent(c, name) > 1)) return undefined
    const subject = getHeader(c, settings.headers.user)
    return subject?.includes(',') ? undefined : subject
  }

  /**
   * Returns the groups that the proxy sends, or `undefined` if no groups are configured. Proxies
   * omit the header for people without groups, so the list is then empty.
   */
  function getGroups(c: Context): string[] | undefined {
    const name = settings?.headers.groups
    if (name === undefined) return undefined
    const told = getHeader(c, name, groupsLengthMax)?.toLowerCase() ?? ''
    return told
      .split(/[,|]/)
      .map((group) => group.trim())
      .filter((group) => group !== '')
  }

  /**
   * Encodes the person and groups that the proxy sends. A session becomes invalid when this value
   * changes.
   */
  function getWord(c: Context): string | undefined {
    const [subject, groups] = [getSubject(c), getGroups(c)]
    if (subject === undefined || groups === undefined) return subject
    return `${subject},${hashSecret(groups.toSorted().join())}`
  }

  function getClaims(c: Context, subject: string): OidcClaims {
    const { headers } = settings ?? {}
    const address = headers?.email === undefined ? subject : getHeader(c, headers.email)
    const email = address?.toLowerCase() ?? ''
    return {
      issuer,
      subject,
      // Node decodes headers as Latin-1, but proxies send names in UTF-8.
      name: Buffer.from(getHeader(c, headers?.name) ?? subject, 'latin1').toString(),
      email: emailPattern.test(email) ? email : undefined,
      groups: getGroups(c),
    }
  }

  return {
    subjectOf: getSubject,
    holds: (c, { proxySubject }) => proxySubject === null || proxySubject === getWord(c),
    async signIn(c, caller) {
      const subject = getSubject(c)
      if (subject === undefined || !identities) throw new OidcRefusal('refused')
      try {
        const { id } = await identities.admit(getClaims(c, subject))
        return await signInFlow.letIn(caller, {
          userId: id,
          kind: issuer,
          proxySubject: getWord(c),
        })
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

/** Node joins repeated headers into one, so the raw headers are counted. */
function timesSent({ env, req }: Context, name: string): number {
  const { rawHeaders } = asRecord(asRecord(env)['incoming'])
  // Requests that this process made itself have no raw headers.
  if (!isList(rawHeaders)) return req.header(name) === undefined ? 0 : 1
  const wanted = name.toLowerCase()
  return rawHeaders.filter((one, at) => at % 2 === 0 && asString(one).toLowerCase() === wanted)
    .length
}
