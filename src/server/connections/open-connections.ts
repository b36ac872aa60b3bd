import { createChanges, type Changes } from '../changes/changes.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import type { Env } from '../env.ts'
import { maskWeightsPath } from '../process/worker-files.ts'
import { openModelChoices } from '../models/choices/model-choices.ts'
import { createGuideProvider } from '../providers/guide/guide-provider.ts'
import { openKnownModels } from '../providers/known-models/renew-known-models.ts'
import { providerKinds } from '../providers/kinds.ts'
import { createLocalProvider, type LocalNetworks } from '../providers/local/local-provider.ts'
import { openScanFolders } from '../providers/local/scan-folders.ts'
import type { Teams } from '../access/teams/teams.ts'
import { currentActorId } from '../store/owner-scope.ts'
import type { Store } from '../store/store.ts'
import { openServerVault } from '../vault/open-server-vault.ts'
import type { Vault } from '../vault/vault.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { readConnectionFile } from './connection-file.ts'
import { createConnectionService, loadConnections } from './connection-service.ts'
import { saveStatus } from './connection-status.ts'
import { environmentConnections } from './environment.ts'
import { createOwnConnections } from './own-connections.ts'
import { createImportedModels } from './imports/imported-models.ts'
import {
  createLiveConnections,
  type ConnectionStatus,
  type LiveConnections,
} from './live-connections.ts'
import { createStorageService } from './storage/storage-service.ts'

/** Minimum time between two writes of a status that has no error and has not changed. */
const statusStepMs = 300_000

type Local = {
  engine: EngineWorkers
  networks: LocalNetworks
  access?: { teams: Teams }
  vault?: Vault
}

export async function openConnections(store: Store, env: Env, local: Local) {
  const scans = openScanFolders(env.BOZZETTO_DATA)
  const changes = createChanges(store.replica.wake)
  const { engine, networks, access, vault = await openServerVault(store, env) } = local
  const kinds = providerKinds
  const environment = await readEnvironment(env)
  const imported = createImportedModels(store)
  await imported.load()
  const teams = () => {
    if (!access) throw new Error('There are no teams here.')
    return access.teams
  }
  const isOpen = openFor((userId) => teams().idsOf(userId))
  const live = createLiveConnections({
    importedOf: imported.of,
    builtIn: {
      chat: [createGuideProvider()],
      generation: [
        createLocalProvider({
          engine,
          weightsPath: maskWeightsPath,
          networks,
          scans,
        }),
      ],
    },
    environment,
    isOpen,
    onStatus: keepStatus(store, changes),
  })
  const choices = await openModelChoices(store, changes)
  const storage = createStorageService({ live: ofServer(live), changes })
  const allowedHosts = env.BOZZETTO_FETCH_HOSTS
  const knownModels = await openKnownModels({ dataFolder: env.BOZZETTO_DATA, allowedHosts })
  const options = { store, vault, live, choices, changes, kinds, storage, imported, allowedHosts }
  await loadConnections(options)
  const connections = createConnectionService({ ...options, live: ofServer(live) })
  const ownConnections = createOwnConnections(options, teams)
  changes.onElsewhere(async () => {
    await vault.readAgain()
    await imported.load()
    await loadConnections(options)
    await choices.load()
  })
  return {
    ...live,
    live,
    scans,
    isHidden: (id: string) => live.entries().some((entry) => entry.id === id && !isOpen(entry)),
    /** Returns the enabled connections of the server, with their last error. */
    listStates: () =>
      ofServer(live)
        .entries()
        .filter(({ isOn }) => isOn)
        .map(({ id, name }) => ({ id, name, ...live.statusOf(id) })),
    vault,
    choices,
    changes,
    connections,
    services: {
      changes,
      connections,
      ownConnections,
      modelChoices: choices,
      knownModels,
      llmUpstreams: live.llmUpstreams,
      embeddings: live.embeddings,
    },
    close: async () => storage.close(),
  }
}

async function readEnvironment(env: Env): Promise<readonly ConnectionEntry[]> {
  const taken = environmentConnections(env, providerKinds)
  if (env.BOZZETTO_CONNECTIONS === undefined) return taken
  const read = await readConnectionFile(env.BOZZETTO_CONNECTIONS, {
    kinds: providerKinds,
    variables: process.env,
    allowedHosts: env.BOZZETTO_FETCH_HOSTS,
    taken,
  })
  return [...taken, ...read]
}

function keepStatus(store: Store, changes: Changes) {
  const writtenMs = new Map<string, number>()
  return (id: string, status: ConnectionStatus, before: ConnectionStatus): void => {
    const isNews = says(status) !== says(before)
    const nowMs = performance.now()
    if (!isNews && nowMs - (writtenMs.get(id) ?? -Infinity) < statusStepMs) return
    writtenMs.set(id, nowMs)
    if (isNews) {
      changes.tell('connections')
      // The page that created the connection has requested the first status, so it needs no
      // notification.
      if (says(before) !== says({})) changes.tell('models')
    }
    saveStatus(store, id, status).catch((error: unknown) => {
      // A failed write is harmless, because the status is written again soon.
      console.warn('The status of a connection could not be written.', error)
    })
  }
}

const says = ({ problem, modelCount, lastAnsweredAt }: ConnectionStatus): string =>
  JSON.stringify([problem?.message, modelCount, lastAnsweredAt !== undefined])

const ofServer = (live: LiveConnections): LiveConnections => ({
  ...live,
  entries: () => live.entries().filter(({ holder }) => holder === undefined),
})

/**
 * Creates a function that returns whether the current person may use a connection. Background work
 * of the server may use all connections.
 * @param teamsOf returns the ids of a person's teams.
 */
const openFor =
  (teamsOf: (userId: string) => readonly string[]) =>
  ({ holder }: ConnectionEntry): boolean => {
    const userId = currentActorId()
    if (holder === undefined || userId === undefined) return true
    return 'userId' in holder ? holder.userId === userId : teamsOf(userId).includes(holder.teamId)
  }
