import { ownFirstSegments } from '#lib/base-path.ts'
import { trimSlashes } from '#lib/trim-slashes.ts'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { defaultKeyLimits, keyLimitsMax } from '#contract/access/keys.ts'
import { passwordLengthMax, passwordLengthMin } from '#contract/access/access.ts'
import { isInside } from './disk/is-inside.ts'
import { checkNetworkFile } from './engine/check-network-file.ts'

const empty = (value: unknown) => (value === '' ? undefined : value)
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' })
  .transform(trimSlashes)

const secretLengthMin = 16
/**
 * Minimum length of the master key in characters. It is long, because attackers with a copy of the
 * database can try any number of keys.
 */
export const masterKeyLengthMin = 32
/** Minimum number of different characters in an API key. */
const keyVarietyMin = 8
const newPeopleModes = ['approve', 'join', 'invited'] as const
const roles = ['all', 'web', 'worker'] as const
/** Maximum time for running work at a shutdown, in seconds: the longest answer. */
const drainSecondsMax = 1_800
const drainSentence = `must be 0 to ${drainSecondsMax}`
/**
 * Maximum number of database connections. The minimum is two, because statements run while a
 * transaction is open.
 */
const connectionsMax = 500
const connectionsSentence = `must be a whole number from 2 to ${connectionsMax}`
const logLevels = ['silent', 'error', 'warn', 'info', 'debug'] as const

const createListSchema = (
  pattern: RegExp | ((word: string) => boolean),
  error: string,
  clean = (word: string) => word,
) =>
  z.preprocess(
    empty,
    z
      .string()
      .default('')
      .transform((words) =>
        words
          .split(',')
          .map((word) => clean(word.trim().toLowerCase()))
          .filter(Boolean),
      )
      .refine(
        (words) =>
          words.every((word) => (pattern instanceof RegExp ? pattern.test(word) : pattern(word))),
        { error },
      ),
  )

const loopbackPattern = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?=[:/]|$)/
/**
 * URL of an identity provider, which is compared character by character. Plain HTTP is allowed only
 * on this machine.
 */
const issuerUrl = z
  .url({ protocol: /^https?$/, error: 'must be an https:// address' })
  .refine((url) => !url.startsWith('http:') || loopbackPattern.test(url), {
    error: 'must be an https:// address',
  })

const hostPattern = /^(?:[a-z0-9_][a-z0-9_.-]{0,252}|[0-9a-f:.]{2,45})$/

const rangeBitsMin = 8

/**
 * Returns whether an entry is an address, a CIDR range or a host name. Large ranges are refused,
 * because they would trust strangers.
 */
function isProxy(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/')
  const bits = isIP(address) === 6 ? 128 : 32
  if (prefix === undefined) return isIP(address) !== 0 || namePattern.test(address)
  const length = /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  return rest.length === 0 && isIP(address) !== 0 && length >= rangeBitsMin && length <= bits
}

/**
 * Matches host names. The last label is not a number, so that a mistyped IP address is not resolved
 * as a name.
 */
const namePattern = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,62})\.)*[a-z_][a-z0-9_-]{0,62}$/

const originPattern = /^https?:\/\/(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/
const originError =
  'must be origins without a path, separated by commas, such as https://www.example.com'

const basePattern = /^(?:\/[\w.~-]{1,64}){1,8}$/
const basePath = z
  .string()
  .default('')
  .transform((base) => base.split('/').filter(Boolean).join('/'))
  .transform((base) => (base === '' ? '' : `/${base}`))
  .refine((base) => base === '' || (basePattern.test(base) && !/\/\.{1,2}(?:\/|$)/.test(base)), {
    error: 'must be a path, such as /bozzetto',
  })
  .refine((base) => !ownFirstSegments.includes(base.split('/')[1] ?? ''), {
    error: `must not begin with a path of the server itself: ${ownFirstSegments.join(', ')}`,
  })

const bucketPattern = /^s3:\/\/[a-z0-9][\w.-]{1,62}(?:\/[\w./-]{0,200})?$/i

const groupPattern = /^.{1,200}$/
const groupsError = 'must be groups, separated by commas'

const zeroOrOne = z
  .preprocess(empty, z.enum(['0', '1'], { error: 'must be 1 or 0' }).default('0'))
  .transform((set) => set === '1')

const headerName = z.preprocess(
  empty,
  z
    .string()
    .regex(/^[a-z0-9-]{1,100}$/i, 'must be the name of a header, such as Remote-User')
    .optional(),
)

const sizePattern = /^(\d{1,6}(?:\.\d{1,3})?) ?([MGT])(i?)B?$/i
const sizePrefixes = 'KMGT'

/** Parses sizes such as `500MB`, `20G` and `20GiB` to bytes. `G` is 1000³, `Gi` is 1024³. */
const dataSize = z.preprocess(
  empty,
  z
    .string()
    .regex(sizePattern, 'must be a size, such as 500MB or 20GB')
    .transform((size) => {
      const [, amount = '', prefix = '', binary = ''] = sizePattern.exec(size) ?? []
      const exponent = sizePrefixes.indexOf(prefix.toUpperCase()) + 1
      return Math.round(Number(amount) * (binary === '' ? 1000 : 1024) ** exponent)
    })
    .optional(),
)

/**
 * Returns whether the user name or password in a URL contains a character that ends it, such as an
 * unencoded “/”.
 */
function hasRawCredentials(address: string): boolean {
  const rest = address.replace(/^[a-z]+:\/\//i, '')
  const [authority = ''] = /^[^/?#]*/.exec(rest) ?? []
  const end = authority.lastIndexOf('@')
  if (end >= 0) {
    const isRaw = /[@\s[\]]|%(?![0-9a-f]{2})/i.test(authority.slice(0, end))
    // A password with “@” and “/” leaves a second “@” in the path.
    return isRaw || /^[^?]*@/.test(rest.slice(authority.length))
  }
  // The password ends early if the text before its end is no host with a port, or if the “@” is in
  // the path.
  const isHost = /^[^:]*(?::\d*)?$|^\[/.test(authority)
  return rest.includes('@') && (!isHost || /^[^?]*@/.test(rest))
}

const databaseUrl = z.preprocess(
  empty,
  z
    .string()
    .refine((address) => !hasRawCredentials(address), {
      error:
        'has a user name or password with special characters, which must be percent-encoded: write %40 for @, %3A for :, %2F for /, %23 for #, %3F for ?, %25 for %',
      abort: true,
    })
    .pipe(
      z.url({
        protocol: /^postgres(?:ql)?$/,
        error: 'must be an address such as postgres://user:password@db.example.com/bozzetto',
      }),
    )
    .optional(),
)

const smtpUrl = z.preprocess(
  empty,
  z
    .string()
    .regex(
      /^smtps?:\/\/(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?\/?$/i,
      'must be an address without a user name, such as smtps://mail.example.com or smtp://mail.example.com:587',
    )
    .optional(),
)

const mailboxPattern = /^[^\s@,<>]{1,100}@[^\s@,<>]{1,150}$/
const senderPattern = /^(?:[^\s@,<>]+@[^\s@,<>]+|[^<>\r\n"]{1,100} <[^\s@,<>]+@[^\s@,<>]+>)$/

function createText(lengthMax: number) {
  const error = `must have at most ${lengthMax.toLocaleString('en')} characters`
  return z.preprocess(empty, z.string().max(lengthMax, error).optional())
}

const ldapAttribute = (usual: string) =>
  z.preprocess(
    empty,
    z
      .string()
      .regex(/^[a-z][a-z0-9-]{0,99}$/i, 'must be the name of an attribute, such as mail')
      .default(usual),
  )

/** @param placeholders A filter must contain at least one of these texts. */
const ldapFilter = (usual: string, placeholders: readonly string[]) =>
  z.preprocess(
    empty,
    z
      .string()
      .max(2_000, 'must have at most 2,000 characters')
      .refine((filter) => filter.startsWith('(') && filter.endsWith(')'), {
        error: `must be an LDAP filter in parentheses, such as ${usual}`,
      })
      .refine((filter) => placeholders.some((one) => filter.includes(one)), {
        error: `must contain ${placeholders.join(' or ')}`,
      })
      .default(usual),
  )

const networkFile = z.preprocess(
  empty,
  z
    .string()
    .endsWith('.onnx', 'must be the path of an .onnx file')
    .transform((file) => path.resolve(file))
    .superRefine((file, context) => {
      const wrong = checkNetworkFile(file)
      if (wrong)
        context.addIssue({ code: 'custom', message: `must name a network; ${file} ${wrong}` })
    })
    .optional(),
)

function limitOfKeys(limit: 'requestsPerMinute' | 'streams') {
  return createCount(defaultKeyLimits[limit], keyLimitsMax[limit])
}

/** Maximum number of hours between two backups: one month. */
const backupHoursMax = 744
const backupsMax = 1_000

function createCount(usual: number, max: number) {
  const error = `must be a whole number from 1 to ${max.toLocaleString('en')}`
  return z.preprocess(
    empty,
    z.coerce.number({ error }).int(error).min(1, error).max(max, error).default(usual),
  )
}

/** Pairs of settings: if the first is set, the second must be set, too. */
const pairs = [
  ['BOZZETTO_OIDC_ISSUER', 'BOZZETTO_OIDC_CLIENT_ID'],
  ['BOZZETTO_OIDC_CLIENT_ID', 'BOZZETTO_OIDC_ISSUER'],
  ['BOZZETTO_LDAP_URL', 'BOZZETTO_LDAP_BASE'],
  ['BOZZETTO_LDAP_BASE', 'BOZZETTO_LDAP_URL'],
  ['BOZZETTO_LDAP_BIND_DN', 'BOZZETTO_LDAP_BIND_PASSWORD'],
  ['BOZZETTO_LDAP_BIND_PASSWORD', 'BOZZETTO_LDAP_BIND_DN'],
] as const

const envSchema = z
  .object({
    PORT: z.preprocess(
      empty,
      z.coerce
        .number({ error: 'must be a number' })
        .int('must be a whole number')
        .min(0, 'must be 0 to 65535 (0 picks a free one)')
        .max(65535, 'must be 0 to 65535 (0 picks a free one)')
        .default(5310),
    ),
    HOST: z.preprocess(
      empty,
      z
        .string()
        .toLowerCase()
        .regex(hostPattern, {
          error: 'must be a name or an IP address of this machine, such as 127.0.0.1 or 0.0.0.0',
        })
        .default('127.0.0.1'),
    ),
    BOZZETTO_PASSWORD: z.preprocess(
      empty,
      z
        .string()
        .min(passwordLengthMin, `must have at least ${passwordLengthMin} characters`)
        .max(passwordLengthMax, `must have at most ${passwordLengthMax} characters`)
        .optional(),
    ),
    BOZZETTO_OIDC_ISSUER: z.preprocess(empty, issuerUrl.optional()),
    BOZZETTO_OIDC_CLIENT_ID: z.preprocess(empty, z.string().max(500).optional()),
    BOZZETTO_OIDC_CLIENT_SECRET: z.preprocess(empty, z.string().max(1000).optional()),
    BOZZETTO_OIDC_NAME: z.preprocess(empty, z.string().max(40).default('single sign-on')),
    BOZZETTO_OIDC_SCOPES: z.preprocess(
      empty,
      z
        .string()
        .max(500)
        .default('openid email profile')
        .refine((scopes) => scopes.split(' ').includes('openid'), {
          error: 'must be words separated by spaces, one of them openid',
        }),
    ),
    BOZZETTO_OIDC_DOMAINS: createListSchema(
      hostPattern,
      'must be domains of email addresses, separated by commas, such as example.com',
    ),
    BOZZETTO_OIDC_GROUPS: createListSchema(groupPattern, groupsError),
    BOZZETTO_OIDC_ADMIN_GROUPS: createListSchema(groupPattern, groupsError),
    BOZZETTO_OIDC_LINK_EMAIL: zeroOrOne,
    BOZZETTO_LDAP_URL: z.preprocess(
      empty,
      z
        .string()
        .regex(
          /^ldaps?:\/\/(?:[a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?\/?$/i,
          'must be an address without a path, such as ldaps://ldap.example.com',
        )
        .optional(),
    ),
    BOZZETTO_LDAP_START_TLS: zeroOrOne,
    BOZZETTO_LDAP_CA_FILE: createText(4_096),
    BOZZETTO_LDAP_BIND_DN: createText(1_000),
    BOZZETTO_LDAP_BIND_PASSWORD: createText(1_000),
    BOZZETTO_LDAP_BASE: createText(1_000),
    BOZZETTO_LDAP_FILTER: ldapFilter(
      '(&(|(objectClass=person)(objectClass=user))(|(mail={name})(uid={name})(sAMAccountName={name})(userPrincipalName={name})))',
      ['{name}'],
    ),
    BOZZETTO_LDAP_MAIL_ATTRIBUTE: ldapAttribute('mail'),
    BOZZETTO_LDAP_NAME_ATTRIBUTE: ldapAttribute('displayName'),
    BOZZETTO_LDAP_GROUP_BASE: createText(1_000),
    BOZZETTO_LDAP_GROUP_FILTER: ldapFilter(
      '(|(member={dn})(uniqueMember={dn})(&(objectClass=posixGroup)(memberUid={uid})))',
      ['{dn}', '{uid}'],
    ),
    BOZZETTO_LDAP_GROUPS: createListSchema(groupPattern, groupsError),
    BOZZETTO_LDAP_ADMIN_GROUPS: createListSchema(groupPattern, groupsError),
    BOZZETTO_LDAP_LINK_EMAIL: zeroOrOne,
    BOZZETTO_LDAP_TIMEOUT_SECONDS: createCount(5, 30),
    BOZZETTO_NEW_PEOPLE: z.preprocess(
      empty,
      z
        .enum(newPeopleModes, { error: `must be one of ${newPeopleModes.join(', ')}` })
        .default('approve'),
    ),
    BOZZETTO_SCIM_ADMIN_GROUPS: createListSchema(groupPattern, groupsError),
    BOZZETTO_FORBID_OFFLINE: zeroOrOne,
    BOZZETTO_GROUPS_ARE_TEAMS: zeroOrOne,
    BOZZETTO_HOSTS: createListSchema(
      hostPattern,
      'must be names without a port, separated by commas, such as studio.example.com',
      // Some platforms know only the whole URL of the app, so its scheme and trailing slash are
      // removed.
      (word) => word.replace(/^https?:\/\//, '').replace(/\/$/, ''),
    ),
    BOZZETTO_BASE: z.preprocess(empty, basePath),
    BOZZETTO_PROXIES: createListSchema(
      isProxy,
      'must be IP addresses, ranges or host names, separated by commas, such as 127.0.0.1, 172.16.0.0/12 or proxy.internal; a range has a prefix of 8 or more bits',
    ),
    BOZZETTO_PROXY_USER_HEADER: headerName,
    BOZZETTO_PROXY_EMAIL_HEADER: headerName,
    BOZZETTO_PROXY_NAME_HEADER: headerName,
    BOZZETTO_PROXY_GROUPS_HEADER: headerName,
    BOZZETTO_PROXY_ADMIN_GROUPS: createListSchema(groupPattern, groupsError),
    BOZZETTO_PROXY_LINK_EMAIL: zeroOrOne,
    BOZZETTO_FETCH_HOSTS: createListSchema(
      hostPattern,
      'must be names or IP addresses without a port, separated by commas, such as nas.local',
    ),
    BOZZETTO_EMBED_ORIGINS: createListSchema(originPattern, originError),
    BOZZETTO_VIEW_ORIGINS: createListSchema(originPattern, originError),
    BOZZETTO_LOG: z.preprocess(
      empty,
      z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
    ),
    OTEL_EXPORTER_OTLP_ENDPOINT: z.preprocess(empty, httpUrl.optional()),
    OTEL_SERVICE_NAME: z.preprocess(empty, z.string().max(200).default('bozzetto')),
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseUrl,
    DATABASE_CONNECTIONS: z.preprocess(
      empty,
      z.coerce
        .number({ error: 'must be a number' })
        .int(connectionsSentence)
        .min(2, connectionsSentence)
        .max(connectionsMax, connectionsSentence)
        .optional(),
    ),
    S3_ENDPOINT: z.preprocess(empty, httpUrl.optional()),
    S3_PUBLIC_ENDPOINT: z.preprocess(
      empty,
      z
        .string()
        .transform(trimSlashes)
        .refine((address) => originPattern.test(address), {
          error: 'must be an address without a path, such as https://s3.example.com',
        })
        .optional(),
    ),
    S3_BUCKET: z.preprocess(
      empty,
      z
        .string()
        .regex(/^[a-z0-9][a-z0-9._-]{1,62}$/i, 'must be the name of a bucket')
        .optional(),
    ),
    S3_REGION: z.preprocess(empty, z.string().max(100).default('us-east-1')),
    S3_ACCESS_KEY_ID: z.preprocess(empty, z.string().optional()),
    S3_SECRET_ACCESS_KEY: z.preprocess(empty, z.string().optional()),
    BOZZETTO_ROLE: z.preprocess(
      empty,
      z.enum(roles, { error: `must be one of ${roles.join(', ')}` }).default('all'),
    ),
    BOZZETTO_QUEUES: createListSchema(
      /^[a-z0-9][a-z0-9_-]{0,63}$/,
      'must be names of connections, separated by commas, such as local,comfyui',
    ),
    BOZZETTO_DRAIN_SECONDS: z.preprocess(
      empty,
      z.coerce
        .number({ error: 'must be a number' })
        .min(0, drainSentence)
        .max(drainSecondsMax, drainSentence)
        .default(0),
    ),
    BOZZETTO_DATA: z.preprocess(
      empty,
      z
        .string()
        .default('data')
        .transform((folder) => path.resolve(folder)),
    ),
    BOZZETTO_BACKUPS: z.preprocess(
      empty,
      z
        .string()
        .transform((place) => (place.startsWith('s3://') ? place : path.resolve(place)))
        .refine((place) => !place.startsWith('s3:') || bucketPattern.test(place), {
          error: 'must be a folder, or a bucket such as s3://backups/studio',
        })
        .optional(),
    ),
    BOZZETTO_BACKUP_HOURS: createCount(24, backupHoursMax),
    BOZZETTO_BACKUP_KEEP: createCount(7, backupsMax),
    BOZZETTO_DISK_QUOTA: dataSize,
    BOZZETTO_DISK_FREE: dataSize,
    BOZZETTO_MASK_MODEL: networkFile,
    BOZZETTO_DEPTH_MODEL: networkFile,
    BOZZETTO_UPDATE_FEED: z.preprocess(empty, httpUrl.optional()),
    BOZZETTO_SMTP_URL: smtpUrl,
    BOZZETTO_SMTP_USER: createText(500),
    BOZZETTO_SMTP_PASSWORD: createText(1000),
    BOZZETTO_MAIL_FROM: z.preprocess(
      empty,
      z
        .string()
        .regex(
          senderPattern,
          'must be an email address, such as studio@example.com or Studio <studio@example.com>',
        )
        .optional(),
    ),
    BOZZETTO_ALERT_EMAILS: createListSchema(
      mailboxPattern,
      'must be email addresses, separated by commas, such as admin@example.com',
    ),
    BOZZETTO_ALERT_WEBHOOK: z.preprocess(empty, httpUrl.optional()),
    BOZZETTO_NETWORKS_URL: z.preprocess(empty, httpUrl.default('https://huggingface.co')),
    BOZZETTO_SECRET: z.preprocess(
      empty,
      z
        .string()
        .min(secretLengthMin, `must have at least ${secretLengthMin} characters`)
        .optional(),
    ),
    BOZZETTO_MASTER_KEY: z.preprocess(
      empty,
      z
        .string()
        .min(masterKeyLengthMin, `must have at least ${masterKeyLengthMin} characters`)
        .optional(),
    ),
    BOZZETTO_MASTER_KEY_FILE: z.preprocess(
      empty,
      z
        .string()
        .transform((file) => path.resolve(file))
        .optional(),
    ),
    BOZZETTO_API_KEYS: z.preprocess(
      empty,
      z
        .string()
        .default('')
        .transform((keys) =>
          keys
            .split(',')
            .map((key) => key.trim())
            .filter(Boolean),
        )
        .refine((keys) => keys.every((key) => /^[\x21-\x7e]{16,200}$/.test(key)), {
          error:
            'must be keys of 16 to 200 visible ASCII characters, separated by commas; “openssl rand -hex 24” prints a good one',
        })
        .refine((keys) => keys.every((key) => new Set(key).size >= keyVarietyMin), {
          error: `holds a key that is easy to guess: use at least ${keyVarietyMin} different characters in each`,
        }),
    ),
    BOZZETTO_API_KEY_REQUESTS: limitOfKeys('requestsPerMinute'),
    BOZZETTO_API_KEY_STREAMS: limitOfKeys('streams'),
    BOZZETTO_CORS_ORIGINS: createListSchema(originPattern, originError),
    BOZZETTO_CONNECTIONS: z.preprocess(
      empty,
      z
        .string()
        .transform((file) => path.resolve(file))
        .optional(),
    ),
    BOZZETTO_MCP_COMMANDS: zeroOrOne,
    BOZZETTO_MCP_CLIENT_URL: z.preprocess(empty, httpUrl.optional()),
    BOZZETTO_GATEWAY_URL: z.preprocess(empty, httpUrl.optional()),
    BOZZETTO_GATEWAY_KEY: z.preprocess(empty, z.string().optional()),
    BOZZETTO_OPENAI_URL: z.preprocess(empty, httpUrl.optional()),
    BOZZETTO_OPENAI_KEY: z.preprocess(empty, z.string().optional()),
  })
  .superRefine((env, context) => {
    for (const name of ['GATEWAY', 'OPENAI'] as const) {
      if (env[`BOZZETTO_${name}_KEY`] && !env[`BOZZETTO_${name}_URL`]) {
        context.addIssue({
          code: 'custom',
          path: [`BOZZETTO_${name}_URL`],
          message: `must be set too when BOZZETTO_${name}_KEY is`,
        })
      }
    }
    for (const [name, other] of pairs) {
      if (env[name] && !env[other]) {
        const message = `must be set too when ${name} is`
        context.addIssue({ code: 'custom', path: [other], message })
      }
    }
    if (env.BOZZETTO_LDAP_START_TLS && env.BOZZETTO_LDAP_URL?.startsWith('ldaps:')) {
      context.addIssue({
        code: 'custom',
        path: ['BOZZETTO_LDAP_START_TLS'],
        message: 'must not be set with an ldaps:// address, which is already encrypted',
      })
    }
    if (env.BOZZETTO_PROXY_USER_HEADER && env.BOZZETTO_PROXIES.length === 0) {
      context.addIssue({
        code: 'custom',
        path: ['BOZZETTO_PROXIES'],
        message: 'must be set too when BOZZETTO_PROXY_USER_HEADER is: anybody else could send it',
      })
    }
    if (env.DATABASE_URL && !env.BOZZETTO_SECRET) {
      context.addIssue({
        code: 'custom',
        path: ['BOZZETTO_SECRET'],
        message:
          'must be set when DATABASE_URL is, to the same value at every start; “openssl rand -base64 32” prints a good one',
      })
    }
    if (env.BOZZETTO_BACKUPS && env.DATABASE_URL) {
      context.addIssue({
        code: 'custom',
        path: ['BOZZETTO_BACKUPS'],
        message:
          'cannot be set when DATABASE_URL is: the rows are on a database server, which has backups of its own, such as pg_dump',
      })
    }
    const isBackupInBucket = env.BOZZETTO_BACKUPS?.startsWith('s3://') === true
    if (
      env.BOZZETTO_BACKUPS &&
      !isBackupInBucket &&
      isInside(env.BOZZETTO_BACKUPS, env.BOZZETTO_DATA)
    ) {
      context.addIssue({
        code: 'custom',
        path: ['BOZZETTO_BACKUPS'],
        message: 'must be outside the data folder, best on another disk',
      })
    }
    for (const name of ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const) {
      if ((env.S3_BUCKET || isBackupInBucket) && !env[name]) {
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `must be set too when ${env.S3_BUCKET ? 'S3_BUCKET is' : 'BOZZETTO_BACKUPS is a bucket'}`,
        })
      }
    }
    if (env.BOZZETTO_GATEWAY_URL && !env.BOZZETTO_GATEWAY_KEY) {
      context.addIssue({
        code: 'custom',
        path: ['BOZZETTO_GATEWAY_KEY'],
        message: 'must be set too when BOZZETTO_GATEWAY_URL is',
      })
    }
  })

export const envNames: readonly string[] = Object.keys(envSchema.shape)

/**
 * Settings that can also be read from a file whose path is in `…_FILE`. `BOZZETTO_MASTER_KEY_FILE`
 * is missing, because the server creates that file.
 */
export const secretNames = [
  'BOZZETTO_PASSWORD',
  'BOZZETTO_OIDC_CLIENT_SECRET',
  'BOZZETTO_LDAP_BIND_PASSWORD',
  'BOZZETTO_SMTP_PASSWORD',
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BOZZETTO_SECRET',
  'BOZZETTO_API_KEYS',
  'BOZZETTO_GATEWAY_KEY',
  'BOZZETTO_OPENAI_KEY',
] as const satisfies readonly (keyof Env)[]

/**
 * Settings of one server, from environment variables. `settings/server-settings.ts` replaces some
 * of them while the server runs.
 */
export type Env = z.infer<typeof envSchema>

/**
 * Parses the text of one variable. The problem continues a sentence that begins with the variable's
 * name.
 */
export function parseEnvValue<N extends keyof Env>(
  name: N,
  text: string,
): { value: Env[N]; problem?: undefined } | { value?: undefined; problem: string } {
  const parsed = envSchema.shape[name].safeParse(text)
  return parsed.success
    ? // The schema of a variable returns the type that the object's schema returns for the variable.
      { value: parsed.data as Env[N] }
    : { problem: parsed.error.issues.map(({ message }) => message).join(' and ') }
}

/** Formats a default value as text. Returns an empty text for a setting without a default. */
export function formatEnvValue(value: Env[keyof Env]): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** Thrown for an invalid setting. The message contains the variable and its allowed values. */
export class EnvError extends Error {
  override readonly name = 'EnvError'
}

/**
 * Reads and checks the settings. Only this module contains the variables' names.
 * @throws {EnvError} with one sentence for each invalid variable.
 */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const parsed = envSchema.safeParse(variables)
  if (parsed.success) return parsed.data
  const sentences = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}.`)
  throw new EnvError(sentences.join('\n'))
}
