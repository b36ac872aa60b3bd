import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAccess, type Access } from './access/access.ts'
import { readOidcSettings } from './access/oidc/oidc-settings.ts'
import { readProxySettings } from './access/proxy-sign-in/proxy-settings.ts'
import { keepDeleting } from './access/people/keep-deleting.ts'
import { createKeyCheck } from './access/keys/api-keys.ts'
import { environmentIssuer } from './access/keys/environment-keys.ts'
import { linkTo, deriveLinkToken, loadLinkToken } from './access/link-token.ts'
import { watchAccess } from './access/other-replicas.ts'
import { shareMeters } from './access/keys/shared-meters.ts'
import { createKeyService, type KeyService } from './access/keys/key-service.ts'
import { loadSecret } from './vault/secret.ts'
import { noteRefusedAddresses } from './audit/note-refused-addresses.ts'
import { createAudit } from './audit/audit.ts'
import type { Changes } from './changes/changes.ts'
import { createChatService, type ChatService } from './chat/chat-service.ts'
import { createChatLibrary, tellingLibrary } from './chat/conversations/library-service.ts'
import { startTrashPurge } from './chat/conversations/purge-trash.ts'
import { createPictureReader } from './chat/runs/steps/read-picture.ts'
import { createSearchService } from './chat/conversations/search-service.ts'
import { createMeaning } from './chat/knowledge/meaning.ts'
import { candidatesMax } from './chat/knowledge/find-passages.ts'
import { createKnowledgeService } from './chat/knowledge/knowledge-service.ts'
import { createMemoryService } from './chat/memory/memory-service.ts'
import { createTemporaryAnswers } from './chat/temporary/temporary-answers.ts'
import { createUsageService } from './chat/usage/usage-service.ts'
import { pageFetcher } from './chat/tools/web/fetch-page.ts'
import { createStudioTools } from './chat/tools/studio/studio-tools.ts'
import type { Tool } from './chat/tools/tool.ts'
import { createToolbox } from './chat/tools/tools.ts'
import { forgetUnfinishedImports } from './chat/transfer/import-chats.ts'
import { createChatShareService } from './chat/sharing/chat-share-service.ts'
import { createChatTransfer } from './chat/transfer/transfer-service.ts'
import { createCutoutService } from './cutout/cutout-service.ts'
import { createDocumentService } from './documents/document-service.ts'
import { engineWorkerUrl, maskWeightsPath } from './process/worker-files.ts'
import { EnvError, type Env } from './env.ts'
import { pictureFetcher, type FetchPicture } from './files/pictures/fetch-picture.ts'
import { createDiskBudget, freeBytesMinDefault, withinBudget } from './files/disk-budget.ts'
import { createFileService, type FileService } from './files/file-service.ts'
import type { BlobStore } from './files/blobs/blob-store.ts'
import { openBlobStore, readPublicBucket } from './files/blobs/open-blobs.ts'
import { createSigner } from './files/blobs/signer.ts'
import { createAssetService } from './library/asset-service.ts'
import { createChangeAsset } from './library/change-asset.ts'
import { createImportModel } from './library/import-model.ts'
import { createShareService } from './library/share-service.ts'
import { startSweeping } from './library/sweep.ts'
import { createTurntables } from './library/turntables.ts'
import { createBills } from './generation/bills.ts'
import { createIdempotency } from './generation/idempotency.ts'
import { inspectWith } from './generation/inspect-model.ts'
import { openQueue, type Queue } from './generation/worker/queue.ts'
import { createTaskService, type TaskService } from './generation/task-service.ts'
import { createCatalogue, type Catalogue } from './models/catalogue.ts'
import { openModelFiles, type ModelFiles } from './models/model-files.ts'
import {
  combineStorages,
  createFolderStorage,
  createRowStorage,
  type ModelFileStorage,
} from './models/model-file-storage.ts'
import type { OpenedTo } from './routes/security-headers.ts'
import { openConnections } from './connections/open-connections.ts'
import { createEngineWorkers, type EngineWorkers } from './engine/engine-workers.ts'
import { openMcpService } from './mcp-client/mcp-service.ts'
import { openOnnxModels, type OnnxModelService } from './onnx-models/onnx-model-service.ts'
import { plainHost } from './outgoing/checked-request.ts'
import { createReadiness } from './observability/readiness.ts'
import { metrics } from './observability/server-metrics.ts'
import type { EmbeddingsProvider } from './ports/embeddings.ts'
import type { Providers } from './ports/providers.ts'
import { aliasCatalogue } from './chat/aliases/alias-catalogue.ts'
import { openModelAliases, type ModelAliases } from './chat/aliases/model-aliases.ts'
import { meteredCatalogue } from './chat/completions/metered-chat.ts'
import { findPrice } from './chat/completions/model-facts.ts'
import { createKeptBytes } from './spending/kept-bytes.ts'
import { createSpending, type Spending } from './spending/spending.ts'
import { createSpendingReport } from './spending/spending-report.ts'
import type { TaskPurchases } from './spending/task-purchases.ts'
import { keepLease, type Lease } from './store/keep-lease.ts'
import { isShareable, openConfiguredStore } from './store/open.ts'
import { asServer, currentActorId } from './store/owner-scope.ts'
import type { Store } from './store/store.ts'
import { openModelAccess } from './models/access/model-access.ts'
import { restrictCatalogue } from './models/access/restricted-catalogue.ts'
import { restrictEmbeddings } from './models/access/restricted-embeddings.ts'
import { createGrants } from './granting/grants.ts'
import { createActivity } from './process/activity.ts'
import { openWebhooks } from './webhooks/webhook-service.ts'
import { createWorkshop } from './workshop/workshop.ts'
import { keepVacuumed } from './store/embedded/vacuum.ts'

/** Time that a starting server waits for a bucket that cannot be reached yet. */
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
    // If several servers start at once, the first one does the one-time setup.
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
 * Creates the services on an open store. Their `close` closes the store, too. Work that is started
 * here, such as maintenance and the queue, runs as the server and not as a person.
 */
export const createServicesOn = (store: Store, env: Env, forTests: ForTests = {}) =>
  asServer(() => openServices(store, env, forTests))

type ForTests = Pick<Parameters<typeof openAccess>[1], 'passwordCost'>

async function openServices(store: Store, env: Env, forTests: ForTests) {
  const engine = createEngineWorkers({ workerUrl: engineWorkerUrl })
  // Opened first, so that nothing else runs if the bucket is refused.
  const blobs = await openBlobStore(env, bucketWaitMs)
  const [secret, linkToken, queue] = await Promise.all([
    loadSecret(env.BOZZETTO_SECRET, env.BOZZETTO_DATA),
    linkTokenFor(store, env),
    openQueue(store),
  ])
  const lease = await keepLease(store)

  const own = { secret, linkToken, ...forTests }
  const { audit, access, spending, ...keys } = await openAccessServices(store, env, own)
  const modelFiles = openModelFiles(getModelShelf(store, env))
  const { budget, networks } = await openDisk(env, () => connected.changes.tell('models'))
  const connected = await openConnections(store, env, { engine, networks, access })
  const { providers, changes } = connected
  const { countBytes } = spending
  const offered = await openCatalogue(connected, { store, access, modelFiles, spending, ...keys })
  const boundedBlobs = withinBudget(blobs, budget)
  const files = createFileService({ store, blobs: boundedBlobs, countBytes })
  const fetchFromWeb = pictureFetcher(env.BOZZETTO_FETCH_HOSTS)
  const { catalogue } = offered
  const shared = { store, catalogue, files, boundedBlobs, countBytes, spending: spending.tasks }
  const fetching = { fetchPicture: fetchFromWeb, providers, env, takes: takenBy(env) }
  const modelling = createModelling({ ...shared, ...fetching, engine, networks, queue, blobs })
  const { tasks, assets } = modelling.services
  const mcpServers = await openMcp(store, env, connected)
  const { closeMeaning, ...chatting } = createChat({
    ...shared,
    embeddings: offered.embeddings,
    sales: spending,
    changes,
    web: toWeb(offered.webSearch, env),
    tools: () => [...modelling.tools, ...mcpServers.tools()],
    cancelTask: (id) => tasks.cancel(id),
  })
  await settleBefore(store, lease, { keys: keys.apiKeys, spending })
  await tasks.start()
  await chatting.chat.recoverRuns()
  const stopWatching = watchOthers(store, lease, { tasks, ...chatting, access, keys, spending })
  const signing = openSigning(store, env, secret)
  const upkeep = startUpkeep(store, { blobs, assets, access })
  const readiness = watchReadiness(store, queue, { blobs, dataFolder: env.BOZZETTO_DATA })

  return {
    store,
    activity: upkeep.activity,
    audit,
    access,
    spending,
    /**
     * Returns the address to open in a browser, with the token if the server is opened by a link.
     */
    addressToOpen: (origin: string): string =>
      access.signInWith() === 'link' ? linkTo(origin, linkToken) : origin,
    readiness: readiness.look,
    ...connected.services,
    ...offered,
    modelFiles,
    blobs: boundedBlobs,
    budget,
    files,
    fetchFromWeb,
    ...modelling.services,
    studioTools: modelling.tools,
    mcpServers,
    networks,
    grants: getGrants(store, { ...access, audit, changes }),
    ...chatting,
    idempotency: createIdempotency(store, tasks),
    ...signing,
    ...toOrigins(env),
    ...keys,
    drain: (ms: number) => drain(ms, { readiness, tasks, chat: chatting.chat }),
    close: async () => {
      readiness.close()
      stopWatching()
      await Promise.allSettled([chatting.chat.close(), tasks.close(), connected.close()])
      await closeInTurn([{ close: closeMeaning }, signing.webhooks, lease, mcpServers, networks])
      await closeInTurn([upkeep, queue, engine, spending])
      await Promise.all([audit.close(), access.close()])
      await store.close()
    },
  }
}

/** Time in which a load balancer notices that this server is shutting down. */
const noticeMs = 5_000
const drainLookMs = 100

async function drain(
  ms: number,
  of: {
    readiness: { close: () => void }
    tasks: Pick<TaskService, 'rest' | 'busyCount'>
    chat: Pick<ChatService, 'rest' | 'busyCount'>
  },
): Promise<void> {
  const until = performance.now() + ms
  of.readiness.close()
  await of.tasks.rest()
  await sleep(Math.min(noticeMs, ms / 2))
  of.chat.rest()
  const isBusy = () => of.chat.busyCount() + of.tasks.busyCount() > 0
  while (isBusy() && performance.now() < until) await sleep(drainLookMs)
}

function takenBy({ BOZZETTO_ROLE: role, BOZZETTO_QUEUES: queues }: Env) {
  const own = new Set(queues)
  return (provider: string): boolean => role !== 'web' && (own.size === 0 || own.has(provider))
}

/** Servers that share a database share the token, too. */
const linkTokenFor = async ({ replica }: Store, env: Env): Promise<string> =>
  replica.isShared && env.BOZZETTO_SECRET !== undefined
    ? deriveLinkToken(env.BOZZETTO_SECRET)
    : loadLinkToken(env.BOZZETTO_DATA)

/**
 * Ends what was running when the last server stopped. Does nothing if other servers may be running
 * it.
 */
async function settleBefore(
  store: Store,
  { hadOthers }: Lease,
  { keys, spending }: { keys: KeyService; spending: Spending },
): Promise<void> {
  if (!hadOthers) {
    await forgetUnfinishedImports(store)
    await keys.settleLeft()
  }
  await settleGone(keys, spending)
}

async function settleGone(
  keys: Pick<KeyService, 'settleGone'>,
  spending: Pick<Spending, 'settleLeft'>,
): Promise<void> {
  await Promise.all([keys.settleGone(), spending.settleLeft()])
}

/** Takes over the work of stopped servers, and applies changes of access made on other servers. */
function watchOthers(
  store: Store,
  lease: Lease,
  of: {
    tasks: Pick<TaskService, 'takeUp'>
    chat: Pick<ChatService, 'recoverRuns'>
    access: Pick<Access, 'readAgain'>
    keys: { apiKeys: Pick<KeyService, 'forget' | 'settleGone'>; stopSharing: () => void }
    spending: Pick<Spending, 'settleLeft'>
  },
) {
  lease.onDeath(async () => {
    await settleGone(of.keys.apiKeys, of.spending)
    await Promise.all([of.tasks.takeUp(), of.chat.recoverRuns()])
  })
  const stop = watchAccess(store, async () => {
    of.keys.apiKeys.forget()
    await of.access.readAgain()
  })
  return () => {
    stop()
    of.keys.stopSharing()
  }
}

/**
 * Creates the grants, and makes changes of a shared chat known to the people with whom it is
 * shared.
 */
function getGrants(store: Store, options: Parameters<typeof createGrants>[1]) {
  const grants = createGrants(store, options)
  options.changes.onAudience(grants.audienceOf)
  return grants
}

const priceWaitMs = 1_000

type CatalogueOptions = {
  store: Store
  access: Pick<Access, 'teams'>
  modelFiles: ModelFiles
  modelAliases: ModelAliases
  spending: Spending
}

/**
 * Opens the catalogue of all models. It contains only models that the current person may use, and
 * counts the usage of chat models. If rules change on another server, a notification reloads them.
 */
async function openCatalogue(
  {
    providers,
    changes,
    choices,
    isHidden,
    embeddings,
    webSearches,
  }: Awaited<ReturnType<typeof openConnections>>,
  { store, access, modelFiles, modelAliases, spending }: CatalogueOptions,
) {
  const onLate = () => changes.tell('models')
  const modelAccess = await openModelAccess(store, (userId) => access.teams.idsOf(userId))
  changes.onElsewhere(modelAccess.readAgain)
  changes.onElsewhere(modelAliases.readAgain)
  const all = createCatalogue({ providers, modelFiles, choices, onLate })
  const metered = meteredCatalogue(restrictCatalogue(all, { ...modelAccess, isHidden }), spending)
  const isOpen = (modelId: string) => {
    const actorId = currentActorId()
    return actorId === undefined || modelAccess.mayUse(actorId, modelId)
  }
  return {
    catalogue: aliasCatalogue(metered, {
      aliases: modelAliases,
      isOpen,
      findPrice: (provider, model) => findPrice(provider, model, priceWaitMs),
    }),
    embeddings: restrictEmbeddings(embeddings, modelAccess),
    webSearch: () => webSearches().find(({ id }) => isOpen(id))?.search,
    modelAccess,
    modelAliases,
  }
}

async function closeInTurn(all: readonly { close: () => Promise<unknown> }[]): Promise<void> {
  for (const one of all) await one.close()
}

type ModellingOptions = {
  store: Store
  env: Env
  engine: EngineWorkers
  networks: OnnxModelService
  queue: Queue
  catalogue: Catalogue
  providers: Providers
  files: FileService
  blobs: BlobStore
  /** Blob store that refuses files beyond the disk quota. */
  boundedBlobs: BlobStore
  fetchPicture: FetchPicture
  countBytes: (bytes: number) => Promise<void>
  spending: TaskPurchases
  takes: (provider: string) => boolean
}

function createModelling(options: ModellingOptions) {
  const { store, engine, networks, catalogue, providers, files, blobs, boundedBlobs } = options
  const { countBytes } = options
  const inspect = inspectWith(engine)
  const tasks = createTaskService({ ...options, inspect })
  const assets = createAssetService(store)
  const bills = createBills({ catalogue, providers })
  const cutouts = createCutoutService({
    files,
    blobs,
    engine,
    weightsPath: maskWeightsPath,
    networks,
  })
  const importModel = createImportModel({ store, blobs: boundedBlobs, inspect, countBytes })
  const workshop = createWorkshop()
  const changeAsset = createChangeAsset({ blobs, workshop, importModel })
  return {
    services: {
      cutouts,
      assets,
      importModel,
      changeAsset,
      shares: createShareService(store),
      turntables: createTurntables({ store, blobs, inspect: engine.inspect }),
      tasks,
      bills,
    },
    tools: createStudioTools({
      ...options,
      tasks,
      assets,
      bills,
      cutouts,
      inspect: engine.inspect,
      workshop,
      changeAsset,
    }),
  }
}

type Web = NonNullable<NonNullable<Parameters<typeof createToolbox>[0]>['web']>

const toWeb = (search: Web['search'], { BOZZETTO_FETCH_HOSTS: allowedHosts }: Env): Web => ({
  search,
  fetchPage: pageFetcher({ allowedHosts }),
})

type ChatServicesOptions = {
  store: Store
  embeddings: () => readonly EmbeddingsProvider[]
  sales: Pick<Spending, 'applying' | 'reserve'>
  catalogue: Catalogue
  files: FileService
  boundedBlobs: BlobStore
  changes: Changes
  web: Web
  tools: () => readonly Tool[]
  cancelTask: (taskId: string) => Promise<unknown>
}

function createChat(options: ChatServicesOptions) {
  const { store, catalogue, files, boundedBlobs: blobs, changes, web, tools, cancelTask } = options
  const keptBytes = createKeptBytes(options.sales)
  const changed = (conversationId?: string) => changes.tell('chats', conversationId)
  const memory = createMemoryService({ store })
  const meaning = createMeaning(
    { ...options, spending: options.sales },
    { foundMax: candidatesMax },
  )
  const knowledge = createKnowledgeService({ store, meaning })
  const toolbox = createToolbox({ web, memory, more: tools })
  const chat = createChatService({
    store,
    catalogue,
    toolbox,
    memory,
    knowledge,
    readPicture: createPictureReader({ files, blobs }),
    keepPicture: async (bytes, name) => (await files.upload(bytes, name, { isResized: true })).id,
    cancelTask,
    keptBytes,
    changed,
  })
  return {
    chat,
    toolbox,
    memory,
    chatLibrary: tellingLibrary(createChatLibrary({ store }), changed),
    temporaryAnswers: createTemporaryAnswers({ catalogue }),
    usage: createUsageService({ store }),
    knowledge,
    closeMeaning: meaning.close,
    chatShares: createChatShareService({ store, chat, keptBytes, changed }),
    chatTransfer: createChatTransfer({
      store,
      blobs,
      files,
      chat,
      knowledge,
      keptBytes,
      changed,
      catalogue,
    }),
    search: createSearchService({ store }),
    documents: createDocumentService({ store, keptBytes }),
  }
}

function startUpkeep(
  store: Store,
  {
    blobs,
    assets,
    access,
  }: { blobs: BlobStore; assets: ReturnType<typeof createAssetService>; access: Access },
) {
  const activity = createActivity()
  const stopDeleting = keepDeleting(access.people)
  const stopTidying = startTrashPurge(store)
  const stopVacuuming = keepVacuumed(store, activity)
  const stopSweeping = startSweeping({ store, blobs, assets })
  return {
    activity,
    close: () =>
      Promise.allSettled([stopTidying(), stopSweeping(), stopVacuuming(), stopDeleting()]),
  }
}

/** Watches whether the server can handle requests; includes the length of the queue. */
function watchReadiness(
  store: Store,
  queue: Queue,
  { blobs, dataFolder }: { blobs: BlobStore; dataFolder: string },
) {
  metrics.gauge('bozzetto_tasks_waiting', 'Jobs in the queue.', () => queue.waitingCount())
  return createReadiness({
    store,
    isQueueOpen: async () => (await queue.waitingCount()) >= 0,
    checkFiles: blobs.check,
    dataFolder,
  })
}

/** Creates the disk quota. Files in a bucket do not count towards it. */
const getBudget = (env: Env) =>
  createDiskBudget({
    folder: env.BOZZETTO_DATA,
    quotaBytes: env.S3_BUCKET === undefined ? env.BOZZETTO_DISK_QUOTA : undefined,
    freeBytesMin: env.S3_BUCKET === undefined ? (env.BOZZETTO_DISK_FREE ?? freeBytesMinDefault) : 0,
  })

type Connected = Awaited<ReturnType<typeof openConnections>>

const openMcp = (store: Store, env: Env, { vault, changes }: Connected) =>
  openMcpService({
    store,
    vault,
    changes,
    allowedHosts: env.BOZZETTO_FETCH_HOSTS,
    takesCommands: env.BOZZETTO_MCP_COMMANDS,
    folder: path.join(env.BOZZETTO_DATA, 'mcp'),
    clientUrl: env.BOZZETTO_MCP_CLIENT_URL,
  })

async function openDisk(env: Env, onShapes: () => void) {
  const budget = getBudget(env)
  const { BOZZETTO_NETWORKS_URL: hub, BOZZETTO_FETCH_HOSTS: hosts } = env
  const networks = await openOnnxModels({
    folder: path.join(env.BOZZETTO_DATA, 'networks'),
    budget,
    hub,
    // Allow the configured mirror at any address, because an operator chose it.
    allowedHosts: [...hosts, plainHost(new URL(hub).hostname)],
    set: { mask: env.BOZZETTO_MASK_MODEL, depth: env.BOZZETTO_DEPTH_MODEL },
    onShapes,
  })
  return { budget, networks }
}

/**
 * Opens the storage of downloaded model files: the data folder. With a database server, files are
 * also stored in rows, which all servers share.
 */
function getModelShelf(store: Store, { BOZZETTO_DATA, DATABASE_URL }: Env): ModelFileStorage {
  const inFolder = createFolderStorage(path.join(BOZZETTO_DATA, 'models'))
  return DATABASE_URL === undefined ? inFolder : combineStorages(createRowStorage(store), inFolder)
}

const openSigning = (store: Store, env: Env, secret: string) => ({
  signer: createSigner(secret),
  webhooks: openWebhooks(store, { secret, allowedHosts: env.BOZZETTO_FETCH_HOSTS }),
})

/**
 * Returns the allowed origins of other websites. `openedTo` is for the security policy of our pages
 * (who may frame them, what they may load), `corsOrigins` for scripts that call the API with a key.
 */
const toOrigins = (env: Env): { openedTo: OpenedTo; corsOrigins: readonly string[] } => ({
  openedTo: {
    framedBy: env.BOZZETTO_EMBED_ORIGINS,
    loadsFrom: env.BOZZETTO_VIEW_ORIGINS,
    filesFrom: readPublicBucket(env),
  },
  corsOrigins: env.BOZZETTO_CORS_ORIGINS,
})

async function openAccessServices(
  store: Store,
  env: Env,
  { secret, linkToken, ...forTests }: { secret: string; linkToken: string } & ForTests,
) {
  const audit = createAudit(store, {
    secrets: [
      secret,
      env.BOZZETTO_PASSWORD,
      env.BOZZETTO_MASTER_KEY,
      env.BOZZETTO_GATEWAY_KEY,
      env.S3_SECRET_ACCESS_KEY,
      env.BOZZETTO_OIDC_CLIENT_SECRET,
      env.BOZZETTO_OPENAI_KEY,
      ...env.BOZZETTO_API_KEYS,
    ],
  })
  const access = await openAccess(store, {
    audit,
    listensOn: env.HOST,
    password: env.BOZZETTO_PASSWORD,
    linkToken,
    names: env.BOZZETTO_HOSTS,
    proxies: env.BOZZETTO_PROXIES,
    secret,
    oidc: readOidcSettings(env),
    proxySignIn: readProxySettings(env),
    ...forTests,
  })
  const apiKeys = createKeyService(store)
  let stopSharing: (() => void) | undefined
  const getEmail = (userId: string) => access.people.find(userId)?.email
  const stopNoting = noteRefusedAddresses({ audit, emailOf: getEmail })
  const modelAliases = await openModelAliases(store)
  const spending = createSpending(store, {
    audit,
    teamsOf: (userId) => access.teams.idsOf(userId),
    modelsOf: modelAliases.resolve,
  })
  const environmentIssuers = new Set(
    env.BOZZETTO_API_KEYS.map((key) => environmentIssuer(key, secret)),
  )
  return {
    audit,
    access,
    spending,
    modelAliases,
    apiKeys,
    spendingReport: createSpendingReport(store, spending),
    stopSharing: () => {
      stopSharing?.()
      stopNoting()
    },
    environmentKeyCount: env.BOZZETTO_API_KEYS.length,
    isIssuer: async (issuer: string) => environmentIssuers.has(issuer) || apiKeys.isInUse(issuer),
    keyCheck: createKeyCheck(env.BOZZETTO_API_KEYS, {
      limits: {
        requestsPerMinute: env.BOZZETTO_API_KEY_REQUESTS,
        streams: env.BOZZETTO_API_KEY_STREAMS,
      },
      issued: apiKeys,
      audit,
      spending,
      secret,
      share: (keysNow) => {
        const shared = shareMeters(store, keysNow)
        stopSharing = shared?.stop
        return shared
      },
      isActive: (ownerId) => access.people.caller(ownerId) !== undefined,
      countWrong: (c) =>
        void access.guesses.begin({ address: access.callerOf(c).address, isProgram: true }),
    }),
  }
}
