import {
  BusyError,
  Client,
  ConstraintViolationError,
  EqualityFilter,
  Filter,
  InappropriateAuthError,
  InvalidCredentialsError,
  ResultCodeError,
  UnavailableError,
  type Entry,
} from 'ldapts'
import { emailSchema } from '#contract/access/people.ts'
import { HttpError } from '../../errors/http-error.ts'
import { log } from '../../observability/log.ts'
import { createGate } from '../../process/gate.ts'
import type { OidcClaims } from '../oidc/oidc-client.ts'
import type { LdapSettings } from './ldap-settings.ts'

export const ldapIssuer = 'ldap'

/** Maximum number of sign-ins at the directory at the same time. */
const runningMax = 4
const waitingMax = 20
const groupsMax = 1_000
/**
 * Attributes whose value stays the same if an entry is renamed: those of OpenLDAP, Active
 * Directory, FreeIPA, 389 DS and eDirectory.
 */
const idAttributes = ['entryUUID', 'objectGUID', 'ipaUniqueID', 'nsUniqueId', 'GUID'] as const
const binaryAttributes = ['objectGUID', 'GUID']

/** The directory (LDAP) that verifies passwords. */
export type LdapDirectory = {
  /**
   * Returns a person who has signed in before, without a password.
   * @returns `undefined` for a person who was deleted or disabled.
   * @throws {HttpError} `provider_unreachable`, or `rate_limited`.
   */
  find: (subject: string) => Promise<OidcClaims | undefined>
  /**
   * Verifies the password of a person.
   * @param who the typed name, or the subject of an earlier sign-in.
   * @returns `undefined` for an unknown name or a wrong password.
   * @throws {HttpError} `provider_unreachable`, or `rate_limited` for too many sign-ins at once.
   */
  verify: (
    who: { name: string } | { subject: string },
    password: string,
  ) => Promise<OidcClaims | undefined>
}

type Who = Parameters<LdapDirectory['verify']>[0]

export function createLdapDirectory(settings: LdapSettings): LdapDirectory {
  const gate = createGate({ runningMax, waitingMax, what: 'sign-in' })
  return {
    async verify(who, password) {
      // An LDAP server accepts a bind without a password as anonymous (RFC 4513, 5.1.2).
      if (password === '') return undefined
      return gate(() =>
        searchInTime(settings, who, (client, person) => bindAs(client, person, password)),
      )
    },
    find: (subject) =>
      gate(() => searchInTime(settings, { subject }, async (_client, person) => person?.claims)),
  }
}

async function searchInTime(
  settings: LdapSettings,
  who: Who,
  check: (client: Client, person: Found | undefined) => Promise<OidcClaims | undefined>,
): Promise<OidcClaims | undefined> {
  const { url, tls, timeoutMs } = settings
  const client = new Client({
    url,
    timeout: timeoutMs,
    connectTimeout: timeoutMs,
    strictDN: false,
    ...(url.startsWith('ldaps:') && { tlsOptions: tls }),
  })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The directory answered too late.')), timeoutMs)
  })
  try {
    const found = findPerson(client, settings, who)
    return await Promise.race([found.then((person) => check(client, person)), late])
  } catch (error) {
    throw new HttpError('provider_unreachable', describeFailure(error), { cause: error })
  } finally {
    clearTimeout(timer)
    void client.unbind().catch(() => {})
  }
}

type Found = { dn: string; claims: OidcClaims }

/** Searches for a person and the person's groups with the account of this server. */
async function findPerson(
  client: Client,
  settings: LdapSettings,
  who: Who,
): Promise<Found | undefined> {
  if (settings.startTls) {
    const { hostname } = new URL(settings.url)
    await client.startTLS({ ...settings.tls, host: hostname.replaceAll(/[[\]]/g, '') })
  }
  if (settings.account) await client.bind(settings.account.dn, settings.account.password)
  const filter = 'name' in who ? fillFilter(settings.filter, who) : createSubjectFilter(who.subject)
  const entry = filter === undefined ? undefined : await search(client, settings, filter)
  if (!entry || isDisabled(entry)) return undefined
  const subject = readSubject(entry)
  if (subject === undefined) {
    log().warn('An LDAP entry has no attribute that identifies it, such as entryUUID.')
    return undefined
  }
  const groups = await readGroups(client, settings, entry)
  const name = readFirst(entry, settings.nameAttribute) ?? readFirst(entry, 'cn') ?? ''
  const email = emailSchema.safeParse(readFirst(entry, settings.mailAttribute)).data
  return { dn: entry.dn, claims: { issuer: ldapIssuer, subject, name, email, groups } }
}

/** Values of attributes that disable an account: 389 DS and FreeIPA, eDirectory, OpenLDAP. */
const disablingValues = [
  ['nsAccountLock', 'true'],
  ['loginDisabled', 'true'],
  ['pwdAccountLockedTime', '000001010000z'],
] as const
/** Attribute with flags of Active Directory. */
const accountFlags = 'userAccountControl'
const disabledFlag = 2

const isDisabled = (entry: Entry): boolean =>
  (Number(readFirst(entry, accountFlags) ?? 0) & disabledFlag) !== 0 ||
  disablingValues.some(([name, value]) => readFirst(entry, name)?.toLowerCase() === value)

/** Checks the password by signing in as the person. */
async function bindAs(
  client: Client,
  person: Found | undefined,
  password: string,
): Promise<OidcClaims | undefined> {
  try {
    if (person) await client.bind(person.dn, password)
    return person?.claims
  } catch (error) {
    if (wrongPasswordErrors.some((wrong) => error instanceof wrong)) return undefined
    throw error
  }
}

async function search(
  client: Client,
  { base, mailAttribute, nameAttribute }: LdapSettings,
  filter: Filter | string,
): Promise<Entry | undefined> {
  const { searchEntries } = await client.search(base, {
    filter,
    sizeLimit: 2,
    attributes: [
      ...idAttributes,
      mailAttribute,
      nameAttribute,
      'cn',
      'uid',
      'memberOf',
      accountFlags,
      ...disablingValues.map(([name]) => name),
    ],
    explicitBufferAttributes: binaryAttributes,
  })
  if (searchEntries.length > 1) log().warn('More than one LDAP entry has the typed name.')
  return searchEntries.length === 1 ? searchEntries[0] : undefined
}

async function readGroups(
  client: Client,
  { groupBase, groupFilter }: LdapSettings,
  entry: Entry,
): Promise<string[]> {
  const filter = fillFilter(groupFilter, { dn: entry.dn, uid: readFirst(entry, 'uid') ?? '' })
  const { searchEntries } = await client.search(groupBase, {
    filter,
    sizeLimit: groupsMax,
    attributes: ['cn'],
  })
  const names = [
    ...readAll(entry, 'memberOf').map(parseGroupName),
    ...searchEntries.map((group) => readFirst(group, 'cn') ?? ''),
  ]
  return [...new Set(names.map((name) => name.toLowerCase()))].filter((name) => name !== '')
}

/** Errors of a bind with a wrong password, or for a locked or disabled account. */
const wrongPasswordErrors = [
  InvalidCredentialsError,
  InappropriateAuthError,
  ConstraintViolationError,
]

const describeFailure = (error: unknown): string =>
  error instanceof InvalidCredentialsError
    ? 'The directory (LDAP) refuses this server’s own account. Ask an admin to check BOZZETTO_LDAP_BIND_DN and its password.'
    : error instanceof ResultCodeError &&
        !(error instanceof UnavailableError || error instanceof BusyError)
      ? 'The directory (LDAP) refuses the search for people. Ask an admin to check BOZZETTO_LDAP_BASE and BOZZETTO_LDAP_FILTER.'
      : 'The directory (LDAP) that checks passwords cannot be reached. Try again later. Accounts with a password of this server can still sign in.'

/** Inserts values into a filter, escaped (RFC 4515) so that no value can change the filter. */
export const fillFilter = (filter: string, values: Record<string, string>): string =>
  Object.entries(values).reduce(
    (filled, [name, value]) => filled.replaceAll(`{${name}}`, () => Filter.escape(value)),
    filter,
  )

/**
 * Returns a permanent identifier of an entry: the name of an attribute, a colon, and the value.
 * Binary values are hexadecimal.
 */
function readSubject(entry: Entry): string | undefined {
  for (const name of idAttributes) {
    const [value] = [entry[name]].flat()
    if (Buffer.isBuffer(value) && value.length > 0) return `${name}:${value.toString('hex')}`
    if (typeof value === 'string' && value !== '') return `${name}:${value}`
  }
  return undefined
}

function createSubjectFilter(subject: string): Filter | undefined {
  const name = idAttributes.find((one) => subject.startsWith(`${one}:`))
  if (name === undefined) return undefined
  const value = subject.slice(name.length + 1)
  const isBinary = binaryAttributes.includes(name)
  return new EqualityFilter({
    attribute: name,
    value: isBinary ? Buffer.from(value, 'hex') : value,
  })
}

const readAll = (entry: Entry, name: string): string[] => {
  const key = Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase())
  return (key === undefined ? [] : [entry[key] ?? []].flat()).map(String)
}

const readFirst = (entry: Entry, name: string): string | undefined =>
  readAll(entry, name)[0]?.trim() || undefined

/** Returns the name of a group from its DN, such as `admins` for `cn=admins,ou=groups`. */
export function parseGroupName(dn: string): string {
  const [, escaped = ''] = /^[^=,]+=((?:\\.|[^\\,+])*)/s.exec(dn) ?? []
  const bytes = escaped.replaceAll(/(?:\\[0-9a-f]{2})+/gi, (hex) =>
    Buffer.from(hex.replaceAll('\\', ''), 'hex').toString(),
  )
  return bytes.replaceAll(/\\(.)/gs, '$1').trim()
}
