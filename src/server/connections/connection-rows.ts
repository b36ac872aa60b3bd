import { asc, eq } from 'drizzle-orm'
import type { SecretFieldSpec } from '#contract/connections.ts'
import { setOwn } from '#lib/own-value.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'
import { connections, ownConnections, type SealedSecret } from '../store/schema.ts'
import type { Database } from '../store/store.ts'
import { toSecretHint } from '../vault/hint.ts'
import type { Vault } from '../vault/vault.ts'
import type { ConnectionEntry, Holder } from './connection-entry.ts'
import { divideFields } from './header-fields.ts'

export type ConnectionRow = Omit<typeof connections.$inferSelect, 'owner'> &
  Partial<Pick<typeof ownConnections.$inferSelect, 'userId' | 'teamId'>>

/**
 * Returns all stored connections. The connections of the server precede those of people and teams.
 */
export async function listRows(db: Database): Promise<ConnectionRow[]> {
  const { createdAt, id } = connections
  const ofServer = await db.select().from(connections).orderBy(asc(createdAt), asc(id))
  const own = await db
    .select()
    .from(ownConnections)
    .orderBy(asc(ownConnections.createdAt), asc(ownConnections.id))
  return [...ofServer, ...own]
}

function getHolder({ userId, teamId }: ConnectionRow): Holder | undefined {
  if (userId) return { userId }
  return teamId ? { teamId } : undefined
}

/**
 * Returns the context that a secret is bound to: connection, field and host. An attacker who
 * changes the host in the database can therefore not receive the secret.
 */
export const toSecretPlace = (
  row: Pick<ConnectionRow, 'id' | 'address'>,
  field: SecretFieldSpec['id'],
): string =>
  `connection\n${row.id}\n${field}\n${row.address === null ? '' : new URL(row.address).origin}`

/** @throws {HttpError} `conflict` if the vault cannot be opened. */
export const sealSecrets = (
  vault: Vault,
  row: Pick<ConnectionRow, 'id' | 'address'>,
  secrets: Readonly<Record<string, string>>,
): Record<string, SealedSecret> =>
  Object.fromEntries(
    Object.entries(secrets).map(([field, secret]) => [
      field,
      {
        sealed: vault.seal(secret, toSecretPlace(row, field)),
        hint: toSecretHint(secret),
        setAt: new Date().toISOString(),
      },
    ]),
  )

export function toConnectionEntry(
  row: ConnectionRow,
  { vault, kinds, allowedHosts }: EntryOptions,
): ConnectionEntry | undefined {
  const kind = kinds.find(({ id }) => id === row.kind)
  // The row belongs to another version of this program. It is kept, but cannot be used.
  if (!kind) return undefined
  const secrets: Record<string, string> = {}
  let fault: string | undefined
  for (const [field, { sealed }] of Object.entries(row.secrets)) {
    const secret = vault.open(sealed, toSecretPlace(row, field))
    if (secret === undefined) {
      fault = vault.problem ?? 'Its stored key cannot be read. Enter it again.'
    } else setOwn(secrets, field, secret)
  }
  const holder = getHolder(row)
  return {
    kind,
    id: row.id,
    name: row.name,
    address: row.address ?? undefined,
    source: 'settings',
    isOn: row.isOn,
    hints: Object.entries(row.secrets).map(([id, { hint, setAt }]) => ({ id, hint, setAt })),
    settings: {
      service: {
        id: row.id,
        title: row.name,
        addressSetting: kind.address && 'its address in Settings',
        addressExample: kind.address?.example ?? '',
        keySetting: 'its key in Settings',
      },
      baseUrl: row.address ?? '',
      ...divideFields(secrets),
      ...(row.chatApi !== null && { chatApi: row.chatApi }),
      allowedHosts,
    },
    ...(holder && { holder }),
    ...(fault !== undefined && { fault }),
  }
}

export type EntryOptions = {
  vault: Vault
  kinds: readonly ProviderKind[]
  allowedHosts: readonly string[]
}

/** Re-encrypts all stored secrets in the transaction of `db`. */
export async function resealRows(
  db: Database,
  again: (sealed: string, place: string) => string,
): Promise<void> {
  for (const row of await listRows(db)) {
    const secrets = Object.fromEntries(
      Object.entries(row.secrets).map(([field, secret]) => [
        field,
        { ...secret, sealed: again(secret.sealed, toSecretPlace(row, field)) },
      ]),
    )
    const table = getHolder(row) ? ownConnections : connections
    await db.update(table).set({ secrets }).where(eq(table.id, row.id))
  }
}
