import path from 'node:path'
import { type Env, EnvError } from './env.ts'
import { isShareable, openConfiguredStore } from './store/open.ts'
import type { Store } from './store/store.ts'
import { type ForTests, openAccessServices } from './services/access.ts'
import { asServer } from './store/owner-scope.ts'
import { createEngineWorkers } from './engine/engine-workers.ts'
import { engineWorkerUrl } from './process/worker-files.ts'
import { openBlobStore, readPublicBucket } from './files/blobs/open-blobs.ts'
import { loadSecret } from './vault/secret.ts'
import { openQueue } from './generation/worker/queue.ts'
import { keepLease } from './store/keep-lease.ts'
import { openModelFiles } from './models/model-files.ts'
import { getModelShelf, openDisk } from './services/storage.ts'
import { openConnections } from './connections/open-connections.ts'
import { openCatalogue } from './services/catalogue.ts'
import { withinBudget } from './files/disk-budget.ts'
import { createFileService } from './files/file-service.ts'
import { pictureFetcher } from './files/pictures/fetch-picture.ts'
import { createModelling } from './services/modelling.ts'
import { createChat, toChatOptions } from './services/chat.ts'
import { settleBefore, watchOthers, startUpkeep, watchHealth } from './services/upkeep.ts'
import type { Access } from './access/access.ts'
import { linkTo, deriveLinkToken, loadLinkToken } from './access/link-token.ts'
import { createIdempotency } from './generation/idempotency.ts'
import { drain } from './services/drain.ts'
import { createGrants } from './granting/grants.ts'
import { createAppService } from './mcp-client/app-service.ts'
import { openMcpService } from './mcp-client/mcp-service.ts'
import { openWebApiService } from './web-apis/web-api-service.ts'
import { createSigner } from './files/blobs/signer.ts'
import { openMessages } from './services/messages.ts'
import { openWebhooks } from './webhooks/webhook-service.ts'
import { openServerVault } from './vault/open-server-vault.ts'
import { openPush } from './push/push-service.ts'
import { openServerSettings } from './settings/server-settings.ts'
import type { OpenedTo } from './routes/security-headers.ts'

/** Maximum wait of a starting server for an unreachable bucket, in milliseconds. */
const bucketWaitMs = 30_000

/** All services that routes call, each created once. */
export type Services = Awaited<ReturnType<typeof createServices>>

/**
 * Opens the store, creates the configured providers, and resumes unfinished work of an earlier
 * process.
 * @throws {EnvError} if files are to be in a bucket but rows are not on a database server.
 * @throws the errors of `openConfiguredStore`.
 */
export async function createServices(env: Env) {
  if (env.S3_BUCKET !== undefined && env.DATABASE_URL === undefined) {
    throw new EnvError(
      'DATABASE_URL must be set too when S3_BUCKET is: backups of the data folder hold its files as well.',
    )
  }
  if (env.BOZZETTO_ROLE !== 'all' && !isShareable(env)) {
    throw new EnvError(
      `BOZZETTO_ROLE can be ${env.BOZZETTO_ROLE} only where several servers work together: set DATABASE_URL, S3_BUCKET and BOZZETTO_MASTER_KEY.`,
    )
  }
  const store = await openConfiguredStore(env, { isShared: isShareable(env) })
  try {
    // If several servers start at once, the first server does the one-time setup.
    return await (store.replica.isShared
      ? oneAtATime(env, () => createServicesOn(store, env))
      : createServicesOn(store, env))
  } catch (error) {
    await store.close()
    throw error
  }
}

async function oneAtATime<T>(env: Env, work: () => Promise<T>): Promise<T> {
  const url = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? ''
  const { whileMigrating } = await import('./store/server/database-lock.ts')
  return whileMigrating(url, work)
}

/**
 * Creates the services on an open store. Their `close` also closes the store. Work that starts
 * here, such as the queue, runs as the server and not as a person.
 */
export const createServicesOn = (store: Store, env: Env, forTests: ForTests = {}) =>
  asServer(() => openServices(store, env, forTests))

async function openFoundations(store: Store, env: Env) {
  const vault = await openServerVault(store, env)
  // The settings are opened early, because they apply to everything else.
  const settings = await openServerSettings(store, env, { vault })
  // The blob store is opened early, so that nothing else runs if the bucket is refused.
  const blobs = await openBlobStore(env, bucketWaitMs)
  const [secret, linkToken, queue] = await Promise.all([
    loadSecret(env.BOZZETTO_SECRET, env.BOZZETTO_DATA),
    linkTokenFor(store, env),
    openQueue(store),
  ])
  return { vault, settings, blobs, secret, linkToken, queue, lease: await keepLease(store) }
}

async function openServices(store: Store, env: Env, forTests: ForTests) {
  const engine = createEngineWorkers({ workerUrl: engineWorkerUrl })
  const { secret, linkToken, lease, ...opened } = await openFoundations(store, env)
  const { vault, settings, blobs, queue } = opened
  const own = { secret, linkToken, ...forTests }
  const { audit, access, spending, ...keys } = await openAccessServices(store, env, own)
  const modelFiles = openModelFiles(getModelShelf(store, env))
  const { budget, networks, python } = await openDisk(env, () => connected.changes.tell('models'))
  const connected = await openConnections(store, env, { engine, networks, access, vault })
  const { providers, changes } = connected
  const { keptBytes } = keys
  const offered = await openCatalogue(connected, { store, access, modelFiles, spending, ...keys })
  const boundedBlobs = withinBudget(blobs, budget)
  const files = createFileService({ store, blobs: boundedBlobs, keptBytes })
  const { catalogue } = offered
  const shared = { store, catalogue, files, boundedBlobs, keptBytes, spending: spending.tasks }
  const fetchPicture = pictureFetcher(env.BOZZETTO_FETCH_HOSTS)
  const fetching = { fetchPicture, providers, env, takes: takenBy(env), changes, access }
  const push = openPushFor(store, env, { ...connected, access })
  const making = { ...offered, ...shared, ...fetching, ...push, engine, networks, queue, blobs }
  const modelling = createModelling(making)
  const { tasks } = modelling.services
  const toolSources = await openToolSources(store, env, connected)
  const { closeMeaning, ...chatting } = createChat({
    ...making,
    sales: spending,
    ...toChatOptions(offered.webSearch, env),
    tools: () => [...modelling.tools, ...toolSources.tools()],
    cancelTask: (id) => tasks.cancel(id),
    isFreeModel: isFreeOf(providers),
  })
  await settleBefore(store, lease, { keys: keys.apiKeys, spending })
  await resumeWork(tasks, chatting.chat)
  const watched = { tasks, ...chatting, access, keys, spending, settings }
  const stopWatching = watchOthers(store, lease, watched)
  const signing = openSigning(store, env, secret)
  const upkeep = startUpkeep(store, { ...modelling.services, blobs, ...connected, access })
  const health = watchHealth(store, queue, { blobs, env, engine, ...connected, ...chatting })
  const messages = openMessages(store, env, { secret, health, connected })
  return {
    store,
    activity: upkeep.activity,
    audit,
    access,
    settings,
    spending,
    addressToOpen: getAddressToOpen(access, linkToken),
    ...health.services,
    ...connected.services,
    ...offered,
    modelFiles,
    blobs: boundedBlobs,
    budget,
    files,
    fetchFromWeb: fetchPicture,
    ...modelling.services,
    studioTools: modelling.tools,
    ...toolSources.services,
    networks,
    push,
    python,
    grants: getGrants(store, { ...access, audit, changes }),
    ...chatting,
    idempotency: createIdempotency(store, tasks),
    ...signing,
    ...messages.services,
    ...toOrigins(env),
    ...keys,
    drain: (ms: number) => drain(ms, { readiness: health, tasks, chat: chatting.chat }),
    close: async () => {
      health.close()
      stopWatching()
      await Promise.allSettled([chatting.chat.close(), tasks.close(), connected.close()])
      await closeInTurn([messages, { close: closeMeaning }, signing.webhooks, lease, toolSources])
      await closeInTurn([push, networks, upkeep, queue, engine, spending])
      await Promise.all([audit.close(), access.close()])
      await store.close()
    },
  }
}

async function resumeWork(
  tasks: { start: () => Promise<unknown> },
  chat: { recoverRuns: () => Promise<unknown> },
): Promise<void> {
  await tasks.start()
  await chat.recoverRuns()
}

const isFreeOf =
  (providers: Connected['providers']) =>
  (modelId: string): boolean =>
    providers.chat().some(({ id, isFree }) => isFree === true && modelId.startsWith(`${id}/`))

const getAddressToOpen =
  ({ signInWith, basePath }: Pick<Access, 'signInWith' | 'basePath'>, linkToken: string) =>
  (origin: string): string =>
    signInWith() === 'link' ? linkTo(origin + basePath, linkToken) : origin + basePath

function takenBy({ BOZZETTO_ROLE: role, BOZZETTO_QUEUES: queues }: Env) {
  const own = new Set(queues)
  return (provider: string): boolean => role !== 'web' && (own.size === 0 || own.has(provider))
}

const linkTokenFor = async ({ replica }: Store, env: Env): Promise<string> =>
  replica.isShared && env.BOZZETTO_SECRET !== undefined
    ? deriveLinkToken(env.BOZZETTO_SECRET)
    : loadLinkToken(env.BOZZETTO_DATA)

function getGrants(store: Store, options: Parameters<typeof createGrants>[1]) {
  const grants = createGrants(store, options)
  options.changes.onAudience(grants.audienceOf)
  return grants
}

async function closeInTurn(all: readonly { close: () => Promise<unknown> }[]): Promise<void> {
  for (const one of all) await one.close()
}

type Connected = Awaited<ReturnType<typeof openConnections>>

async function openToolSources(store: Store, env: Env, { vault, changes }: Connected) {
  const allowedHosts = env.BOZZETTO_FETCH_HOSTS
  const webApis = await openWebApiService({ store, vault, changes, allowedHosts })
  const mcpServers = await openMcpService({
    store,
    vault,
    changes,
    allowedHosts,
    takesCommands: env.BOZZETTO_MCP_COMMANDS,
    folder: path.join(env.BOZZETTO_DATA, 'mcp'),
    clientUrl: env.BOZZETTO_MCP_CLIENT_URL,
  })
  const tools = () => [...mcpServers.tools(), ...webApis.tools()]
  const apps = createAppService(store, mcpServers)
  return { services: { mcpServers, webApis, apps }, tools, close: mcpServers.close }
}

const openPushFor = (
  store: Store,
  env: Env,
  { vault, access: { sessions } }: Pick<Connected, 'vault'> & { access: Access },
) => openPush(store, { vault, sessions, allowedHosts: env.BOZZETTO_FETCH_HOSTS })

const openSigning = (store: Store, env: Env, secret: string) => ({
  signer: createSigner(secret),
  webhooks: openWebhooks(store, { secret, allowedHosts: env.BOZZETTO_FETCH_HOSTS }),
})

/**
 * Returns the allowed origins of other websites: `openedTo` for pages that may frame this server's
 * pages, `corsOrigins` for scripts that call the API with a key. `areCopiesForbidden` returns
 * whether browsers must not store copies for reading offline.
 */
const toOrigins = (
  env: Env,
): {
  openedTo: OpenedTo
  corsOrigins: () => readonly string[]
  areCopiesForbidden: () => boolean
} => ({
  openedTo: {
    get framedBy() {
      return env.BOZZETTO_EMBED_ORIGINS
    },
    get loadsFrom() {
      return env.BOZZETTO_VIEW_ORIGINS
    },
    filesFrom: readPublicBucket(env),
  },
  corsOrigins: () => env.BOZZETTO_CORS_ORIGINS,
  areCopiesForbidden: () => env.BOZZETTO_FORBID_OFFLINE,
})
