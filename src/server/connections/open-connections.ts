import { createChanges, type Changes } from '../changes/changes.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import type { Env } from '../env.ts'
import { maskWeightsPath } from '../process/worker-files.ts'
import { openModelChoices } from '../models/choices/model-choices.ts'
import { createGuideProvider } from '../providers/guide/guide-provider.ts'
import { openKnownModels } from '../providers/known-models/renew-known-models.ts'
import { providerKinds } from '../providers/kinds.ts'
import { createLocalProvider, type LocalNetworks } from '../providers/local/local-provider.ts'
import type { Teams } from '../access/teams/teams.ts'
import type { Store } from '../store/store.ts'
import { loadMasterKey } from '../vault/master-key.ts'
import { openVault } from '../vault/vault.ts'
import type { ConnectionEntry } from './connection-entry.ts'
import { readConnectionFile } from './connection-file.ts'
import { createConnectionService, loadConnections } from './connection-service.ts'
import { saveStatus } from './connection-status.ts'
import { environmentConnections } from './environment.ts'
import { createOwnConnections } from './own-connections.ts'
import { ofServer, openFor } from './holders.ts'
import { createImportedModels } from './imports/imported-models.ts'
import { createLiveConnections, type ConnectionStatus } from './live-connections.ts'
import { createStorageService } from './storage/storage-service.ts'

/** A status that only says again that all is well is written this often. */
const statusStepMs = 300_000

type Local = { engine: EngineWorkers; networks: LocalNetworks; access?: { teams: Teams } }

/** Everything that is connected: what is built in, what the environment names, and what is stored. */
export async function openConnections(store: Store, env: Env, { engine, networks, access }: Local) {
  const changes = createChanges(store.replica.wake)
  const masterKey = await loadMasterKey({
    set: env.BOZZETTO_MASTER_KEY,
    file: env.BOZZETTO_MASTER_KEY_FILE,
    dataFolder: env.BOZZETTO_DATA,
  })
  const vault = await openVault(store, masterKey)
  if (vault.problem !== undefined) console.error(vault.problem)
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
    /** Whether a connection is somebody else's than whom the work is done for. */
    isHidden: (id: string) => live.entries().some((entry) => entry.id === id && !isOpen(entry)),
    vault,
    choices,
    changes,
    connections,
    /** What routes call. */
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

/** What the environment names, by variables and by a file. @throws {EnvError} */
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

/** Writes a status when what it says has changed, else now and then; and tells pages of the former. */
function keepStatus(store: Store, changes: Changes) {
  const writtenMs = new Map<string, number>()
  return (id: string, status: ConnectionStatus, before: ConnectionStatus): void => {
    const isNews = says(status) !== says(before)
    const nowMs = performance.now()
    if (!isNews && nowMs - (writtenMs.get(id) ?? -Infinity) < statusStepMs) return
    writtenMs.set(id, nowMs)
    if (isNews) {
      changes.tell('connections')
      // The first word of a new one comes to a page that has just asked for its models.
      if (says(before) !== says({})) changes.tell('models')
    }
    saveStatus(store, id, status).catch((error: unknown) => {
      // It is only shown, and said again soon.
      console.warn('The status of a connection could not be written.', error)
    })
  }
}

const says = ({ problem, modelCount, lastAnsweredAt }: ConnectionStatus): string =>
  JSON.stringify([problem?.message, modelCount, lastAnsweredAt !== undefined])
