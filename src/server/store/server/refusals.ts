import type { ClientBase } from 'pg'
import { formatDatabaseName } from './connection.ts'
import { DatabaseUnusableError, isUnreachable } from './unreachable.ts'

/** Oldest version of Postgres with all features that the migrations use. */
const versionMin = 150_000

/** Ends of sentences that begin with “The database NAME”, by SQLSTATE. */
const refusals = new Map([
  ['28P01', 'does not take this user’s password. Check DATABASE_URL.'],
  ['28000', 'does not let this user in. Check DATABASE_URL and the server’s pg_hba.conf.'],
  ['3D000', 'does not exist. Check DATABASE_URL, or create the database.'],
  [
    '42501',
    'does not give this user the rights it needs. Make the user its owner: alter database … owner to ….',
  ],
  ['25006', 'is read-only. Set DATABASE_URL to the primary server.'],
  [
    '53300',
    'has no free connection for this user. Raise the limit of the server, the database or the user, or lower DATABASE_CONNECTIONS.',
  ],
  ...['XX001', 'XX002', '58P01'].map(
    (state) =>
      [
        state,
        'is damaged. Restore a backup of it, or repair it with the database server.',
      ] as const,
  ),
])

const certificateCodes = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_UNTRUSTED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const protocolCode = '08P01'

/** Returns a {@link DatabaseUnusableError} for a known failure, otherwise `error` itself. */
export function toUnusable(url: string, error: unknown): unknown {
  if (error instanceof DatabaseUnusableError) return error
  const why = describeRefusal(error)
  if (why === undefined) return error
  return new DatabaseUnusableError(`The database ${formatDatabaseName(url)} ${why}`, {
    cause: error,
  })
}

function describeRefusal(error: unknown): string | undefined {
  const { code, message } = origin(error)
  // The message is shown, because poolers use this code for every refusal.
  if (code === protocolCode) return `cannot be used: “${message}”. Check DATABASE_URL.`
  if (code === '28000' && /no encryption|SSL off/i.test(message)) {
    return 'accepts encrypted connections only. Add sslmode=verify-full to DATABASE_URL.'
  }
  return (
    refusals.get(code) ??
    describeTlsFault(code, message) ??
    (isUnreachable(error)
      ? 'cannot be reached. Check DATABASE_URL and the database server.'
      : undefined)
  )
}

function describeTlsFault(code: string, message: string): string | undefined {
  if (certificateCodes.has(code)) {
    return `has a TLS certificate that is not trusted (${message}). Add sslrootcert=/path/to/ca.pem to DATABASE_URL, or set NODE_EXTRA_CA_CERTS.`
  }
  if (message === 'The server does not support SSL connections') {
    return 'does not offer TLS. Remove sslmode from DATABASE_URL, or turn TLS on at the database server.'
  }
  const isTls =
    code === 'EPROTO' || code.startsWith('ERR_SSL_') || message.includes('SSL connection')
  if (isTls) {
    return `cannot be reached over TLS (${message}). Check sslmode in DATABASE_URL.`
  }
  return code === 'ENOENT' || code === 'EACCES'
    ? `cannot be reached: a certificate file of DATABASE_URL cannot be read (${message}).`
    : undefined
}

/**
 * Returns code and message of the innermost error, because the store wraps errors of the driver.
 */
function origin(error: unknown): { code: string; message: string } {
  if (!(error instanceof Error)) return { code: '', message: '' }
  if (error.name === 'StoreUnreachableError' && error.cause) return origin(error.cause)
  return { code: 'code' in error ? String(error.code) : '', message: error.message }
}

type Fitness = {
  version: number
  encoding: string
  schema: string | null
  isReadOnly: boolean
  canCreateTables: boolean
  canCreateSchemas: boolean
}

/**
 * Checks the version and rights of the database before a migration or a request fails.
 * @throws {DatabaseUnusableError} with a sentence that explains the problem.
 */
export async function assertDatabaseFits(url: string, client: ClientBase): Promise<void> {
  const { rows } = await client.query<Fitness>(`
    select current_setting('server_version_num')::int as version,
      current_setting('server_encoding') as encoding,
      current_schema() as schema,
      pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as "isReadOnly",
      coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'create'), false) as "canCreateTables",
      has_database_privilege(current_database(), 'create')
        or to_regnamespace('pgboss') is not null as "canCreateSchemas"`)
  const why = rows[0] && describeMisfit(rows[0])
  if (why !== undefined)
    throw new DatabaseUnusableError(`The database ${formatDatabaseName(url)} ${why}`)
}

function describeMisfit(found: Fitness): string | undefined {
  if (found.version < versionMin) {
    return `runs on Postgres ${Math.floor(found.version / 10_000)}. Bozzetto needs 15 or newer.`
  }
  if (found.encoding !== 'UTF8') {
    return `has the encoding ${found.encoding}, which cannot store all text. Create one with: createdb --encoding UTF8 --template template0 NAME.`
  }
  if (found.isReadOnly) return 'is read-only. Set DATABASE_URL to the primary server.'
  if (!found.canCreateTables) {
    return 'does not let this user create tables in the schema public. Make the user its owner, or: grant create on schema public to ….'
  }
  if (found.schema !== 'public') {
    return `has the search_path set to another schema (${found.schema ?? 'none'}). Bozzetto keeps its tables in public: reset search_path for this user and in DATABASE_URL, or use a database of its own.`
  }
  if (!found.canCreateSchemas) {
    return 'does not let this user create the schema of the task queue. Make the user its owner, or: grant create on database … to ….'
  }
  return undefined
}
