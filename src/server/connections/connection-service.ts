import { isDeepStrictEqual } from 'node:util'
import { and, count, eq, inArray } from 'drizzle-orm'
import pLimit from 'p-limit'
import {
  connectionsMax,
  type ChangeConnection,
  type Connection,
  type ConnectionList,
  type CreateConnection,
  type FoundServiceList,
} from '#contract/connections.ts'
import { ownValue } from '#lib/own-value.ts'
import type { Changes } from '../changes/changes.ts'
import { HttpError } from '../errors/http-error.ts'
import type { ModelChoices } from '../models/choices/model-choices.ts'
import type { ProviderKind } from '../ports/provider-kind.ts'
import { connections, importedModels, tasks, type SealedSecret } from '../store/schema.ts'
import { asServer } from '../store/owner-scope.ts'
import type { Store } from '../store/store.ts'
import type { Vault } from '../vault/vault.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { toConnectionEntry, listRows, sealSecrets, type ConnectionRow } from './connection-rows.ts'
import { freeId, toFreeConnectionName } from './free-id.ts'
import { resealAll } from './reseal-all.ts'
import { statusIn } from './connection-status.ts'
import { discoverServices } from './discovery/find-services.ts'
import { viewConnection, viewKind } from './connection-view.ts'
import { checkDraft, findProviderKind, mergeChange, type Draft } from './draft.ts'
import { connectionGone, findEntry } from './find-entry.ts'
import { withHeaderFields } from './header-fields.ts'
import type { LiveConnections } from './live-connections.ts'
import type { ImportedModels } from './imports/imported-models.ts'
import { createImportService, type ImportService } from './imports/import-service.ts'
import { createTrials, type Trials } from './trials.ts'
import type { StorageService } from './storage/storage-service.ts'

export type ConnectionService = Trials & {
  list: () => ConnectionList
  /**
   * @throws {HttpError} `bad_request` for fields that the kind does not accept, `conflict` for too
   * many connections.
   */
  create: (request: CreateConnection) => Promise<Connection>
  /**
   * @throws {HttpError} `not_found`. `conflict` for a connection of the environment. `bad_request`
   * as `create`.
   */
  change: (id: string, change: ChangeConnection) => Promise<Connection>
  /**
   * @throws {HttpError} `not_found`. `conflict` for a connection of the environment, or while it
   * has tasks.
   */
  remove: (id: string) => Promise<void>
  /** Finds servers on this machine, such as Ollama, that are not connected yet. */
  find: (signal: AbortSignal) => Promise<FoundServiceList['found']>
  storage: StorageService
  /**
   * Re-encrypts all stored keys with a new data key.
   * @throws {HttpError} `conflict` if the keys cannot be decrypted.
   */
  rotateKeys: () => Promise<void>
  imports: ImportService
}

export type ConnectionOptions = {
  store: Store
  vault: Vault
  live: LiveConnections
  choices: Pick<ModelChoices, 'forget'>
  changes: Changes
  kinds: readonly ProviderKind[]
  storage: StorageService
  allowedHosts: readonly string[]
  imported: ImportedModels
}

const owner = 'owner'

export function createConnectionService(options: ConnectionOptions): ConnectionService {
  const { store, vault, live, changes, kinds } = options
  const { db } = store
  // Each change depends on the existing connections, so changes run sequentially.
  const inTurn = pLimit(1)
  const told = () => {
    changes.tell('connections')
    changes.tell('models')
  }
  const getView = (entry: ConnectionEntry) => viewConnection(entry, live.statusOf(entry.id))
  const findOwn = (id: string): ConnectionEntry => {
    const entry = findEntry(live, id)
    if (entry.source === 'environment') throw setElsewhere()
    return entry
  }
  const take = (row: ConnectionRow | undefined): ConnectionEntry => {
    const entry = row && toConnectionEntry(row, options)
    if (!entry) throw connectionGone()
    live.put(entry, live.statusOf(entry.id))
    told()
    return entry
  }

  return {
    list: () => ({
      connections: live.entries().map(getView),
      kinds: kinds.map(viewKind),
      ...(vault.problem !== undefined && { keysProblem: vault.problem }),
    }),
    create: (request) =>
      inTurn(async () => {
        const taken = live.entries()
        refuseMore(taken)
        const kind = findProviderKind(kinds, request.kind)
        const { address, secrets, chatApi } = checkDraft(kind, withHeaderFields(request))
        const id = freeId(request.name ?? kind.id, taken, kind.id)
        const name = request.name ?? toFreeConnectionName(kind.name, taken)
        const sealed = sealSecrets(vault, { id, address }, secrets)
        const values = { id, address, owner, kind: kind.id, name, secrets: sealed, chatApi }
        const [row] = await db.insert(connections).values(values).returning()
        return getView(take(row))
      }),
    change: (id, asked) =>
      inTurn(async () => {
        const entry = findOwn(id)
        const change = withHeaderFields(asked)
        const draft = mergeChange(entry, change)
        const [before] = await db.select().from(connections).where(eq(connections.id, id))
        const sealed = resealChanged(vault, before, { id, ...draft, change })
        const [row] = await db
          .update(connections)
          .set({
            address: draft.address,
            chatApi: draft.chatApi,
            secrets: sealed,
            changedAt: new Date(),
            ...(change.name !== undefined && { name: change.name }),
            ...(change.isOn !== undefined && { isOn: change.isOn }),
          })
          .where(eq(connections.id, id))
          .returning()
        return getView(take(row))
      }),
    remove: (id) =>
      inTurn(async () => {
        findOwn(id)
        await refuseWhileBusy(store, id)
        await deleteRows(options, id)
        live.remove(id)
        told()
      }),
    ...createTrials(options),
    storage: options.storage,
    find: (signal) => discoverServices(kinds, live.entries(), signal),
    rotateKeys: () => inTurn(() => vault.rotate(resealAll)),
    imports: createImportService(options),
  }
}

async function deleteRows(
  { store, imported, choices, storage }: ConnectionOptions,
  id: string,
): Promise<void> {
  await store.db.delete(connections).where(eq(connections.id, id))
  await store.db.delete(importedModels).where(eq(importedModels.connectionId, id))
  await imported.load()
  await choices.forget(id)
  storage.removeOf(id)
}

export function resealChanged(
  vault: Vault,
  before: Pick<ConnectionRow, 'secrets'> | undefined,
  {
    id,
    address,
    secrets,
    change,
  }: Pick<Draft, 'address' | 'secrets'> & { id: string; change: ChangeConnection },
): Record<string, SealedSecret> {
  const isNew = (field: string) => ownValue(change.secrets, field) !== undefined
  // Unchanged keys are kept even if they cannot be decrypted now.
  const kept = Object.entries(before?.secrets ?? {}).filter(([field]) => !isNew(field))
  const given = Object.entries(secrets).filter(([field]) => isNew(field))
  return {
    ...Object.fromEntries(kept),
    ...sealSecrets(vault, { id, address }, Object.fromEntries(given)),
  }
}

export async function loadConnections({
  store,
  live,
  ...options
}: ConnectionOptions): Promise<void> {
  const rows = await listRows(store.db)
  const known = new Map(live.entries().map((entry) => [entry.id, entry]))
  for (const row of rows) {
    const entry = toConnectionEntry(row, options)
    if (entry && !isSame(known.get(row.id), entry)) live.put(entry, statusIn(row))
    known.delete(row.id)
  }
  // Another process has deleted these connections.
  for (const [id, { source }] of known) if (source !== 'environment') live.remove(id)
}

const isSame = (one: ConnectionEntry | undefined, other: ConnectionEntry): boolean =>
  one !== undefined &&
  isDeepStrictEqual({ ...one, kind: one.kind.id }, { ...other, kind: other.kind.id })

function refuseMore(entries: readonly ConnectionEntry[]): void {
  const added = entries.filter(({ source }) => source === 'settings')
  if (added.length < connectionsMax) return
  throw new HttpError(
    'conflict',
    `There are already ${connectionsMax} connections. Delete one first.`,
  )
}

const setElsewhere = () =>
  new HttpError(
    'conflict',
    'This connection comes from the environment. Change it there and restart the server.',
  )

/** @throws {HttpError} `conflict` if a task of any person uses the connection. */
export async function refuseWhileBusy({ db }: Store, provider: string): Promise<void> {
  const [row] = await asServer(() =>
    db
      .select({ n: count() })
      .from(tasks)
      .where(and(eq(tasks.provider, provider), inArray(tasks.status, ['queued', 'running']))),
  )
  const busy = row?.n ?? 0
  if (busy === 0) return
  throw new HttpError(
    'conflict',
    `${busy === 1 ? 'A task is' : `${busy} tasks are`} still under way on this connection. Cancel them or wait until they are done.`,
  )
}
