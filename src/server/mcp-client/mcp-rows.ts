import { asc, eq } from 'drizzle-orm'
import type { McpServer, McpTool } from '#contract/mcp-servers.ts'
import { ownValue, setOwn } from '#lib/own-value.ts'
import { mcpServers, type KeptTool, type SealedSecret } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import { toSecretHint } from '../vault/hint.ts'
import type { Reseal, Vault } from '../vault/vault.ts'
import {
  registeredClientSchema,
  oauthSignInSchema,
  type OAuthSignIn,
  type RegisteredClient,
} from './sign-in-state.ts'
import { getToolTitle } from './tool-definition.ts'
import { hashValue } from '../tool-schemas/hash-value.ts'

export type McpRow = typeof mcpServers.$inferSelect

export const listMcpRows = (db: Database): Promise<McpRow[]> =>
  db.select().from(mcpServers).orderBy(asc(mcpServers.createdAt), asc(mcpServers.id))

type Place = Pick<McpRow, 'id' | 'address' | 'command'>

/**
 * Returns the context that a secret is bound to: server, field, host and command. An attacker who
 * changes a database row can therefore not have the secret sent elsewhere.
 */
function getPlace({ id, address, command }: Place, field: string): string {
  const where = address === null ? hashValue(command) : new URL(address).origin
  return `mcp server\n${id}\n${field}\n${where}`
}

/** @param secrets values by name. Empty values are omitted. */
export const sealHeaders = (
  vault: Vault,
  row: Place,
  secrets: Readonly<Record<string, string>>,
): Record<string, SealedSecret> =>
  Object.fromEntries(
    Object.entries(secrets)
      .filter(([, secret]) => secret !== '')
      .map(([field, secret]) => [
        field,
        {
          sealed: vault.seal(secret, getPlace(row, field)),
          hint: toSecretHint(secret),
          setAt: new Date().toISOString(),
        },
      ]),
  )

// Names of the fields that store a sign-in. Header names contain no colon, so a header cannot have
// the same name.
const signInField = ':sign-in'
const clientField = ':client'
const signedIn = 'signed in'

const isHeader = (field: string): boolean => !field.startsWith(':')

export const sealSignIn = (
  vault: Vault,
  row: Place,
  signIn: OAuthSignIn,
): Record<string, SealedSecret> => ({
  [signInField]: {
    sealed: vault.seal(JSON.stringify(signIn), getPlace(row, signInField)),
    hint: signIn.tokens ? signedIn : '',
    setAt: new Date().toISOString(),
  },
})

/** @returns undefined if no sign-in was started, or if the master key does not decrypt it. */
export const openSignIn = (vault: Vault, row: McpRow): OAuthSignIn | undefined =>
  oauthSignInSchema.safeParse(openField(vault, row, signInField)).data

/**
 * Encrypts a client that a person has registered manually. The client id stays readable as the
 * hint.
 */
export const sealClient = (
  vault: Vault,
  row: Place,
  client: RegisteredClient,
): Record<string, SealedSecret> => ({
  [clientField]: {
    sealed: vault.seal(JSON.stringify(client), getPlace(row, clientField)),
    hint: client.id,
    setAt: new Date().toISOString(),
  },
})

/** @returns undefined if no client was entered, or if the master key does not decrypt it. */
export const openClient = (vault: Vault, row: McpRow): RegisteredClient | undefined =>
  registeredClientSchema.safeParse(openField(vault, row, clientField)).data

function openField(vault: Vault, row: McpRow, field: string): unknown {
  const stored = ownValue(row.secrets, field)
  const open = stored && vault.open(stored.sealed, getPlace(row, field))
  return open === undefined ? undefined : JSON.parse(open)
}

/**
 * @returns `secrets` without the sign-in and its registered client, which are useless after the
 * client changes.
 */
export const withoutSignIn = (secrets: McpRow['secrets']): McpRow['secrets'] =>
  Object.fromEntries(Object.entries(secrets).filter(([field]) => isHeader(field)))

/**
 * Returns undefined if a header cannot be decrypted, so that no request is sent with only some of
 * its headers.
 */
export function openHeaders(vault: Vault, row: McpRow): Record<string, string> | undefined {
  const open: Record<string, string> = {}
  for (const [field, { sealed }] of Object.entries(row.secrets)) {
    if (!isHeader(field)) continue
    const secret = vault.open(sealed, getPlace(row, field))
    if (secret === undefined) return undefined
    setOwn(open, field, secret)
  }
  return open
}

/** Re-encrypts all stored headers in the transaction of `db`. */
export async function resealMcpRows(db: Database, again: Reseal): Promise<void> {
  for (const row of await listMcpRows(db)) {
    const secrets = Object.fromEntries(
      Object.entries(row.secrets).map(([field, secret]) => [
        field,
        { ...secret, sealed: again(secret.sealed, getPlace(row, field)) },
      ]),
    )
    await db.update(mcpServers).set({ secrets }).where(eq(mcpServers.id, row.id))
  }
}

export const viewMcpRow = ({ id, name, address, command, isOn, ...row }: McpRow): McpServer => ({
  id,
  name,
  isOn,
  ...(address !== null && { address }),
  ...(command && { command }),
  secrets: Object.entries(row.secrets).flatMap(([field, { hint }]) =>
    isHeader(field) ? { id: field, hint } : [],
  ),
  ...(row.secrets[clientField] && { clientId: row.secrets[clientField].hint }),
  ...getSignIn({ address, ...row }),
  tools: row.tools.map(viewTool),
  ...(row.status ?? { leftOutCount: 0 }),
})

function getSignIn({
  address,
  secrets,
  status,
}: Pick<McpRow, 'address' | 'secrets' | 'status'>): Pick<McpServer, 'signIn'> {
  const hasHeader = Object.keys(secrets).some((name) => /^authorization$/i.test(name))
  if (address === null || hasHeader) return {}
  if (status?.problem?.code === 'provider_refused') return { signIn: 'wanted' }
  return secrets[signInField]?.hint === signedIn ? { signIn: 'done' } : {}
}

const viewTool = ({ name, title, description, isOn, isGone, ...rest }: KeptTool): McpTool => ({
  name,
  title: getToolTitle({ name, title }),
  description,
  isOn,
  ...(isGone && { isGone }),
  ...(rest.next && {
    change: {
      description: rest.next.description,
      hasOtherArguments: hashValue(rest.next.parameters) !== hashValue(rest.parameters),
    },
  }),
})
