import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import type { AccessState } from '#contract/access/access.ts'
import type { Audit } from '../audit/audit.ts'
import { EnvError } from '../env.ts'
import { cutRefusedGuests } from '../http/open-streams.ts'
import { firstOwnerId } from '../store/owner-scope.ts'
import type { Store } from '../store/store.ts'
import { readCaller, isLoopbackHost, type RequestOrigin } from './caller.ts'
import { createCredentials, generationOfPerson } from './credentials.ts'
import { createDeviceCookies, type DeviceCookies } from './device-cookie.ts'
import { hashSecret } from './digest.ts'
import { createGuessLimit, guessLifetimeMs, type GuessLimit } from './guess-limit.ts'
import { openGuessRecords, type GuessRecords } from './guess-record.ts'
import {
  openOwnerPassword,
  takeFromEnvironment,
  type OwnerPassword,
  type PasswordRow,
} from './password/owner-password.ts'
import { createHashing, type Hashing } from './password/hashing.ts'
import type { PasswordCost } from './password/password.ts'
import { createPasswordResets, type PasswordResets } from './password/password-resets.ts'
import { createPasswordSettings, type PasswordSettings } from './password/password-settings.ts'
import type { LdapSignIn } from './ldap/ldap-sign-in.ts'
import type { LdapSettings } from './ldap/ldap-settings.ts'
import { openOidc } from './oidc/open-oidc.ts'
import type { Oidc } from './oidc/oidc.ts'
import type { OidcSettings } from './oidc/oidc-settings.ts'
import { createPasskeys, type Passkeys } from './passkeys/passkeys.ts'
import { openPeople, type PeopleStore } from './people/people.ts'
import { openTeams, type Teams } from './teams/teams.ts'
import { createPeople, type People } from './people/people-settings.ts'
import type { ProxySettings } from './proxy-sign-in/proxy-settings.ts'
import { createProxySignIn, type ProxySignIn } from './proxy-sign-in/proxy-sign-in.ts'
import { createScimStore, type ScimSettings, type ScimStore } from './scim/scim-store.ts'
import { createScimToken, type ScimToken } from './scim/scim-token.ts'
import { createFactorSettings, type FactorSettings } from './second-factor/factor-settings.ts'
import { openSecondFactor, type SecondFactor } from './second-factor/second-factor.ts'
import {
  createBrowserSessions,
  linkLimits,
  passwordLimits,
  type BrowserSessions,
} from './sessions.ts'
import { openTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'
import { createSignInFlow, type SignInFlow } from './sign-in-flow.ts'

export type AccessSettings = {
  listensOn: string
  basePath?: string
  password?: string | undefined
  /** Token of the sign-in link, which is valid while the server has no password. */
  linkToken: string
  names: readonly string[]
  /** IP addresses, CIDR ranges and host names of proxies whose headers are trusted. */
  proxies: readonly string[]
  secret: string
  oidc?: OidcSettings | undefined
  proxySignIn?: ProxySettings | undefined
  ldap?: LdapSettings | undefined
  /** SCIM settings. Code must read them at each use, because an admin can change some. */
  scim?: ScimSettings
}

type AccessOptions = AccessSettings & {
  audit: Audit
  /** Default: parameters with which one hash takes a quarter of a second. */
  passwordCost?: PasswordCost
  clock?: () => number
}

export type Access = PasswordSettings & {
  people: People
  teams: Teams
  sessions: BrowserSessions
  cookieName: string
  /** Path under which a proxy serves this server, such as `/studio`, or an empty text. */
  basePath: string
  devices: DeviceCookies
  passwordResets: PasswordResets
  /** Limit on wrong guesses, shared by all secrets that can be guessed. */
  guesses: GuessLimit
  callerOf: (c: Context) => RequestOrigin
  /** Returns whether a request may use this host name, given without a port. */
  isOwnName: (name: string) => boolean
  signInWith: () => AccessState['signInWith']
  passwordFrom: () => AccessState['passwordFrom']
  signInFlow: SignInFlow
  secondFactor: FactorSettings
  passkeys: Passkeys
  oidc: Oidc | undefined
  directory: LdapSignIn | undefined
  proxySignIn: ProxySignIn
  scim: ScimStore
  scimToken: ScimToken
  /** Notifies the other server processes that passwords, people, sessions or keys have changed. */
  changed: () => void
  /**
   * Reloads passwords, people, sessions and keys, because another process may have changed them.
   */
  readAgain: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Opens access control. A new password in the environment replaces the old password and ends its
 * sessions.
 * @throws {EnvError} if the server can be reached from other machines without a password.
 */
export async function openAccess(store: Store, options: AccessOptions): Promise<Access> {
  const { names, proxies, listensOn, audit, clock = Date.now } = options
  const records = await openGuessRecords(store, { clock, lifetimeMs: guessLifetimeMs })
  const guesses = createGuessLimit({ clock, record: records.of('sign-in') })
  const isOpenToOthers = !isLoopbackHost(listensOn) || names.length > 0 || proxies.length > 0
  const hashing = createHashing(options.passwordCost)
  const record = records.of('code')
  const factor = await openSecondFactor(store, { secret: options.secret, audit, clock, record })
  const generationWith = nameGenerations(options.linkToken)
  const getGeneration = (row: PasswordRow | undefined) =>
    generationWith(row, factor.enrolment(firstOwnerId))
  const password = await openOwnerPassword(store, {
    moveSessions: (within, { row, keepId }) =>
      sessions.moveTo(getGeneration(row), { userId: firstOwnerId, keepId, within }),
    audit,
    clock,
  })
  const people = await openPeople(store)
  const generationOfUserWith = (userId: string, enrolment: string | undefined) => {
    if (userId === firstOwnerId) return generationWith(password.current(), enrolment)
    const person = people.find(userId)
    return person && !person.isOff ? generationOfPerson(person, enrolment) : undefined
  }
  const generationOfUser = (userId: string) =>
    generationOfUserWith(userId, factor.enrolment(userId))
  const teams = await openTeams(store, { people, audit })
  const sessions = createBrowserSessions(store, {
    generation: generationOfUser,
    limits: () => (password.current() ? passwordLimits : linkLimits),
    clock,
  })
  await takeFromEnvironment(password, options.password, hashing)
  if (!password.current() && isOpenToOthers) throw new EnvError(passwordMissing(options))

  const trusted = await openTrustedProxies(proxies)
  const changed = () => {
    store.replica.wake.tell('access:')
    void cutRefusedGuests()
  }
  const directory =
    options.ldap &&
    // The LDAP client is imported on demand, so that servers without a directory start faster.
    (await (
      await import('./ldap/ldap-sign-in.ts')
    ).openLdapSignIn(store, options.ldap, { people, teams, sessions, audit, clock, changed }))

  return assemble(store, options, {
    trusted,
    records,
    guesses,
    hashing,
    factor,
    password,
    people,
    teams,
    sessions,
    generations: { ofOwner: getGeneration, ofUser: generationOfUser, with: generationOfUserWith },
    isOpenToOthers,
    directory,
    changed,
    clock,
  })
}

const noScimGroups = { BOZZETTO_SCIM_ADMIN_GROUPS: [], BOZZETTO_GROUPS_ARE_TEAMS: false }

type Opened = {
  trusted: TrustedProxies & { close: () => void }
  records: GuessRecords
  guesses: GuessLimit
  hashing: Hashing
  factor: SecondFactor
  password: OwnerPassword
  people: PeopleStore
  teams: Teams
  sessions: BrowserSessions
  generations: {
    ofOwner: (row: PasswordRow | undefined) => string
    ofUser: (userId: string) => string | undefined
    /** Returns the session generation of a person with the second factor `enrolment`. */
    with: (userId: string, enrolment: string | undefined) => string | undefined
  }
  isOpenToOthers: boolean
  directory: LdapSignIn | undefined
  changed: () => void
  clock: () => number
}

function assemble(store: Store, options: AccessOptions, opened: Opened): Access {
  const { names, listensOn, linkToken, secret, audit } = options
  const { guesses, factor, password, people, teams, sessions, generations } = opened
  const credentials = createCredentials({
    ...opened,
    linkToken,
    generationOf: generations.ofOwner,
    audit,
  })
  const hasPassword = () => password.current() !== undefined
  const getEmail = (userId: string) => people.find(userId)?.email
  const common = { ...opened, ...credentials, hasPassword, emailOf: getEmail, audit }
  const signInFlow = createSignInFlow({ ...common, generationOf: generations.ofUser })
  const peopleHere = createPeople(store, common)
  const callers = new WeakMap<Context, RequestOrigin>()
  const callerHere = (c: Context): RequestOrigin => {
    const known = callers.get(c)
    if (known) return known
    const caller = readCaller(c, opened.trusted)
    callers.set(c, caller)
    return caller
  }
  return {
    sessions,
    teams,
    people: peopleHere,
    signInFlow,
    passwordResets: createPasswordResets(store, common),
    passkeys: createPasskeys(store, { ...common, signInFlow, secret }),
    oidc: openOidc(store, options.oidc, { ...common, signInFlow, secret }),
    proxySignIn: createProxySignIn(store, options.proxySignIn, {
      ...common,
      signInFlow,
      callerOf: callerHere,
    }),
    scim: createScimStore(store, {
      ...common,
      peopleHere,
      settings: options.scim ?? noScimGroups,
    }),
    scimToken: createScimToken(store, audit),
    secondFactor: createFactorSettings({
      ...common,
      hasPasswordOf: peopleHere.hasPassword,
      moveSessions: (within, { userId, enrolment, keepId }) =>
        sessions.moveTo(generations.with(userId, enrolment) ?? '', { userId, keepId, within }),
    }),
    cookieName: `bozzetto-${createHash('sha256').update(`cookie\n${secret}`).digest('hex').slice(0, 8)}`,
    basePath: options.basePath ?? '',
    devices: createDeviceCookies(secret, opened.clock),
    guesses,
    callerOf: callerHere,
    isOwnName: (name) => names.includes(name) || isLoopbackHost(name) || name === listensOn,
    signInWith: () => (people.areOn() ? 'account' : hasPassword() ? 'password' : 'link'),
    passwordFrom: () => password.current()?.source,
    ...createPasswordSettings({
      ...common,
      hasSecondFactor: () => factor.enrolment(firstOwnerId) !== undefined,
      areAccountsOn: people.areOn,
    }),
    changed: opened.changed,
    directory: opened.directory,
    readAgain: async () => {
      await Promise.all([
        password.readAgain(),
        factor.readAgain(),
        people.readAgain(),
        opened.directory?.readAgain(),
      ])
      await teams.readAgain()
      sessions.forget()
    },
    close: async () => {
      opened.trusted.close()
      await opened.records.close()
    },
  }
}

/**
 * Returns the generation of a person's sessions: a hash of the current password and second factor,
 * or of the sign-in link. A changed password or second factor thereby ends older sessions.
 */
const nameGenerations =
  (linkToken: string) =>
  (row: PasswordRow | undefined, enrolment: string | undefined): string => {
    const code = enrolment === undefined ? '' : `\nsecond factor\n${enrolment}`
    return hashSecret(row ? `password\n${row.hash}${code}` : `link\n${linkToken}`)
  }

function passwordMissing({ listensOn, names }: AccessSettings): string {
  const why = !isLoopbackHost(listensOn)
    ? `HOST is ${listensOn}, so others can reach this server`
    : names.length > 0
      ? `BOZZETTO_HOSTS names ${names.join(', ')}, so others can reach this server`
      : 'BOZZETTO_PROXIES is set, so others can reach this server'
  return `${why}, and it has no password. Set BOZZETTO_PASSWORD, or start it once with only HOST=127.0.0.1 and set a password in Settings.`
}
