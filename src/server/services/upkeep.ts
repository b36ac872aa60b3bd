import { statfs } from 'node:fs/promises'
import type { ServerStatus, ShrunkDatabase } from '#contract/server-status.ts'
import type { Store } from '../store/store.ts'
import type { Lease } from '../store/keep-lease.ts'
import type { KeyService } from '../access/keys/key-service.ts'
import type { Spending } from '../spending/spending.ts'
import { forgetUnfinishedImports } from '../chat/transfer/import-chats.ts'
import type { TaskService } from '../generation/task-service.ts'
import type { ChatService } from '../chat/chat-service.ts'
import type { Access } from '../access/access.ts'
import { watchAccess } from '../access/other-replicas.ts'
import type { BlobStore } from '../files/blobs/blob-store.ts'
import type { createAssetService } from '../library/asset-service.ts'
import { createActivity } from '../process/activity.ts'
import { keepReviewing } from '../access/ldap/keep-reviewing.ts'
import { keepDeleting } from '../access/people/keep-deleting.ts'
import { startTrashPurge } from '../chat/conversations/purge-trash.ts'
import { keepVacuumed } from '../store/embedded/vacuum.ts'
import type { SlicerFiles } from '../library/slicer-files.ts'
import { startSweeping } from '../library/sweep.ts'
import type { ScanFolders } from '../providers/local/scan-folders.ts'
import type { Queue } from '../generation/worker/queue.ts'
import { metrics } from '../observability/server-metrics.ts'
import { readLastBackup } from '../status/last-backup.ts'
import { createLoadHistory } from '../status/load-history.ts'
import { createLoadReader, createServerStatus, toSamples } from '../status/server-status.ts'
import type { ServerSettings } from '../settings/server-settings.ts'
import type { Env } from '../env.ts'
import { viewConnection } from '../connections/connection-view.ts'
import type { LiveConnections } from '../connections/live-connections.ts'
import type { EngineWorkers } from '../engine/engine-workers.ts'
import { createUpdateCheck } from '../status/update-check.ts'
import { appVersion } from '#lib/app-version.ts'
import { shrinkDatabase } from '../store/embedded/shrink.ts'
import { createReadiness } from '../observability/readiness.ts'

/**
 * Ends the work that was running when the last server stopped. Does nothing if other servers may be
 * running this work.
 */
export async function settleBefore(
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
export function watchOthers(
  store: Store,
  lease: Lease,
  of: {
    tasks: Pick<TaskService, 'takeUp'>
    chat: Pick<ChatService, 'recoverRuns'>
    access: Pick<Access, 'readAgain'>
    keys: { apiKeys: Pick<KeyService, 'forget' | 'settleGone'>; stopSharing: () => void }
    spending: Pick<Spending, 'settleLeft'>
    settings: Pick<ServerSettings, 'readAgain'>
  },
) {
  lease.onDeath(async () => {
    await settleGone(of.keys.apiKeys, of.spending)
    await Promise.all([of.tasks.takeUp(), of.chat.recoverRuns()])
  })
  const stop = watchAccess(store, async () => {
    of.keys.apiKeys.forget()
    await Promise.all([of.access.readAgain(), of.settings.readAgain()])
  })
  return () => {
    stop()
    of.keys.stopSharing()
  }
}

/** Starts the work that repeats: vacuum, cleanup of unused files, and permanent deletion. */
export function startUpkeep(
  store: Store,
  {
    access,
    ...kept
  }: {
    blobs: BlobStore
    assets: ReturnType<typeof createAssetService>
    slicerFiles: Pick<SlicerFiles, 'deleteExpired'>
    scans: ScanFolders
    access: Access
  },
) {
  const activity = createActivity()
  const stopDeleting = keepDeleting(access.people)
  const stopReviewing = access.directory && keepReviewing(access.directory)
  const stopTidying = startTrashPurge(store)
  const stopVacuuming = keepVacuumed(store, activity)
  const stopSweeping = startSweeping({ store, ...kept })
  return {
    activity,
    close: () =>
      Promise.allSettled([
        stopTidying(),
        stopSweeping(),
        stopVacuuming(),
        stopDeleting(),
        stopReviewing?.(),
      ]),
  }
}

type HealthOptions = {
  blobs: BlobStore
  env: Env
  engine: Pick<EngineWorkers, 'getState'>
  live: Pick<LiveConnections, 'entries' | 'statusOf'>
  chat: Pick<ChatService, 'busyCount'>
}

/** Watches whether the server can handle requests, and collects its status for admins. */
export function watchHealth(
  store: Store,
  queue: Queue,
  { blobs, env, engine, live, chat }: HealthOptions,
) {
  const dataFolder = env.BOZZETTO_DATA
  const updates = createUpdateCheck({
    getFeed: () => env.BOZZETTO_UPDATE_FEED,
    version: appVersion,
    allowedHosts: env.BOZZETTO_FETCH_HOSTS,
  })
  void updates.check()
  const waitingTaskCount = () => queue.waitingCount()
  metrics.gauge('bozzetto_tasks_waiting', 'Jobs in the queue.', waitingTaskCount)
  metrics.gauge(
    'bozzetto_backup_age_seconds',
    'Age of the last backup of the data folder.',
    async () => {
      const madeAt = await readLastBackup(dataFolder)
      return madeAt === undefined ? undefined : (Date.now() - Date.parse(madeAt)) / 1000
    },
  )
  const readiness = createReadiness({
    store,
    isQueueOpen: async () => (await waitingTaskCount()) >= 0,
    checkFiles: blobs.check,
    dataFolder,
  })
  const history = createLoadHistory(
    createLoadReader({ store, dataFolder, answerCount: chat.busyCount }),
  )
  void history.sample()
  const serverStatus = createServerStatus({
    store,
    dataFolder,
    env,
    readiness: readiness.look,
    answerCount: chat.busyCount,
    waitingTaskCount,
    getNewer: updates.getNewer,
    files: env.S3_BUCKET === undefined ? 'folder' : 'bucket',
    engine: engine.getState,
    listConnections: () => viewStates(live),
    listHistory: history.list,
  })
  metrics.collect('server', async () => toSamples(await serverStatus()))
  return {
    services: {
      readiness: readiness.look,
      serverStatus,
      shrinkDatabase: createShrink(store, dataFolder),
    },
    getNewer: updates.getNewer,
    close: () => {
      updates.close()
      history.close()
      readiness.close()
    },
  }
}

const viewStates = ({ entries, statusOf }: HealthOptions['live']): ServerStatus['connections'] =>
  entries()
    .filter(({ holder }) => holder === undefined)
    .map((entry) => {
      const { id, name, isOn, lastAnsweredAt, problem } = viewConnection(entry, statusOf(entry.id))
      return {
        id,
        name,
        isOn,
        ...(lastAnsweredAt !== undefined && { lastAnsweredAt }),
        ...(problem && { problem: problem.message }),
      }
    })

/** Creates a function that shrinks the database. Calls at the same time share one run. */
function createShrink(store: Store, dataFolder: string): () => Promise<ShrunkDatabase> {
  const readFreeBytes = async () => {
    const { bavail, bsize } = await statfs(dataFolder)
    return bavail * bsize
  }
  let running: Promise<ShrunkDatabase> | undefined
  return () => {
    running ??= shrinkDatabase(store, readFreeBytes).finally(() => (running = undefined))
    return running
  }
}
