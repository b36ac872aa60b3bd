import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { z } from 'zod'
import {
  serverStatusSchema,
  type LoadPoint,
  type NewerVersion,
  type ServerStatus,
} from '#contract/server-status.ts'
import { appBuild, appVersion } from '#lib/app-version.ts'
import type { MetricSample } from '../observability/metrics.ts'
import { listProblems } from '../observability/recent-problems.ts'
import type { Readiness } from '../observability/readiness.ts'
import type { EngineState } from '../engine/engine-workers.ts'
import { countStreams } from '../http/open-streams.ts'
import type { Store } from '../store/store.ts'
import { getBackupDueMs, readLastBackup, type BackupSchedule } from './last-backup.ts'

const peopleMax = 50
const tasksMax = 50
/** Interval of the timers that measure the delay of the event loop, in milliseconds. */
const timerMs = 20

type StatusOptions = {
  store: Store
  dataFolder: string
  env: BackupSchedule
  readiness: () => Promise<Readiness>
  answerCount: () => number
  waitingTaskCount: () => Promise<number>
  getNewer: () => NewerVersion | undefined
  files: ServerStatus['files']
  engine: () => EngineState
  listConnections: () => ServerStatus['connections']
  listHistory: () => LoadPoint[]
}

export function createServerStatus(options: StatusOptions): () => Promise<ServerStatus> {
  const { store, dataFolder } = options
  const startMs = Date.now() - process.uptime() * 1000
  let lastUse = performance.eventLoopUtilization()
  const delays = monitorEventLoopDelay({ resolution: timerMs })
  delays.enable()
  return async () => {
    const use = performance.eventLoopUtilization()
    const busyRatio = performance.eventLoopUtilization(use, lastUse).utilization
    lastUse = use
    // Node measures the time between two timers, which includes the interval itself.
    const delayMs = Math.max(0, Math.round(delays.percentile(99) / 1e6 - timerMs))
    delays.reset()
    const newer = options.getNewer()
    const [
      { checks },
      database,
      disk,
      waitingTaskCount,
      runningTaskCount,
      tasks,
      stored,
      storage,
      today,
      backupAt,
    ] = await Promise.all([
      options.readiness(),
      readDatabase(store),
      readDisk(dataFolder),
      options.waitingTaskCount(),
      countRunningTasks(store),
      readTasks(store),
      readStored(store),
      readStorage(store),
      readToday(store),
      readLastBackup(dataFolder),
    ])
    const backupDueMs = getBackupDueMs(options.env, { madeAt: backupAt, startMs })
    return {
      checkedAt: new Date().toISOString(),
      version: appVersion,
      build: appBuild,
      ...(newer && { newer }),
      startedAt: new Date(startMs).toISOString(),
      checks,
      process: { memoryBytes: process.memoryUsage.rss(), busyRatio, delayMs },
      database,
      disk,
      history: options.listHistory(),
      files: options.files,
      engine: options.engine(),
      connections: options.listConnections(),
      answerCount: options.answerCount(),
      streamCount: countStreams(),
      waitingTaskCount,
      runningTaskCount,
      tasks,
      stored,
      storage,
      today,
      ...(backupAt !== undefined && { backupAt }),
      ...(backupDueMs !== undefined && { backupDueAt: new Date(backupDueMs).toISOString() }),
      problems: listProblems(),
    }
  }
}

type LoadOptions = Pick<StatusOptions, 'store' | 'dataFolder' | 'answerCount'>

/** Creates a function that reads the load since its previous call. */
export function createLoadReader({ store, dataFolder, answerCount }: LoadOptions) {
  let lastUse = performance.eventLoopUtilization()
  return async (): Promise<LoadPoint> => {
    const use = performance.eventLoopUtilization()
    const busyRatio = performance.eventLoopUtilization(use, lastUse).utilization
    lastUse = use
    const { freeBytes, totalBytes } = await readDisk(dataFolder)
    return {
      at: new Date().toISOString(),
      busyRatio,
      responseMs: await readResponseMs(store),
      usedBytes: totalBytes - freeBytes,
      workCount: answerCount() + (await countRunningTasks(store)),
    }
  }
}

const shapes = serverStatusSchema.shape
const bytesSchema = z.object({ bytes: z.number() })

async function readDatabase(store: Store): Promise<ServerStatus['database']> {
  const responseMs = await readResponseMs(store)
  const { rows } = await store.executeSql(
    'select pg_database_size(current_database())::float8 as bytes',
  )
  return {
    kind: store.embedded ? 'embedded' : 'server',
    sizeBytes: bytesSchema.parse(rows[0]).bytes,
    responseMs,
  }
}

async function readResponseMs({ executeSql }: Store): Promise<number> {
  const startMs = performance.now()
  await executeSql('select 1')
  return Math.round((performance.now() - startMs) * 10) / 10
}

async function readDisk(folder: string): Promise<ServerStatus['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

async function countRunningTasks({ executeSql }: Store): Promise<number> {
  const { rows } = await executeSql(
    `select count(*)::int as count from tasks where status = 'running'`,
  )
  return z.object({ count: z.number() }).parse(rows[0]).count
}

async function readTasks(store: Store): Promise<ServerStatus['tasks']> {
  const { rows } = await store.executeSql(
    `select t.id, t.model_id as "modelId", coalesce(u.name, t.owner_id) as person, t.status,
       to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"
     from tasks t left join users u on u.id = t.owner_id
     where t.status in ('queued', 'running')
     order by t.status = 'running' desc, t.id limit $1`,
    [tasksMax],
  )
  return shapes.tasks.parse(rows)
}

const sumOf = (table: string) => `(select coalesce(sum(size_bytes), 0)::float8 from ${table})`

async function readStored({ executeSql }: Store): Promise<ServerStatus['stored']> {
  const { rows } = await executeSql(
    `select ${sumOf('assets')} as "modelBytes", ${sumOf('files')} as "pictureBytes",
       ${sumOf('documents')} as "documentBytes"`,
  )
  return shapes.stored.parse(rows[0])
}

async function readStorage(store: Store): Promise<ServerStatus['storage']> {
  const { rows } = await store.executeSql(
    `select s.owner_id as "ownerId", coalesce(u.name, s.owner_id) as person,
       sum(s.models)::float8 as "modelBytes", sum(s.pictures)::float8 as "pictureBytes",
       sum(s.documents)::float8 as "documentBytes"
     from (
       select owner_id, size_bytes as models, 0 as pictures, 0 as documents from assets
       union all select owner_id, 0, size_bytes, 0 from files
       union all select owner_id, 0, 0, size_bytes from documents
     ) s left join users u on u.id = s.owner_id
     group by s.owner_id, u.name
     order by sum(s.models + s.pictures + s.documents) desc limit $1`,
    [peopleMax],
  )
  return shapes.storage.parse(rows)
}

async function readToday(store: Store): Promise<ServerStatus['today']> {
  const { rows } = await store.executeSql(
    `select coalesce(sum(usd), 0)::float8 as usd, coalesce(sum(tokens), 0)::float8 as tokens,
       coalesce(sum(models), 0)::float8 as models
     from usage_days where day = $1`,
    [new Date().toISOString().slice(0, 10)],
  )
  return shapes.today.parse(rows[0])
}

const gauge = (name: string, help: string, value: number): MetricSample => ({
  name,
  help,
  type: 'gauge',
  values: [{ value }],
})

/** Returns the metrics that `/metrics` derives from a status. */
export function toSamples(status: ServerStatus): MetricSample[] {
  return [
    {
      name: 'bozzetto_check_ok',
      help: '1 if a check of /readyz succeeds, else 0.',
      type: 'gauge',
      values: Object.entries(status.checks).map(([check, outcome]) => ({
        labels: { check },
        value: outcome === 'ok' ? 1 : 0,
      })),
    },
    {
      name: 'bozzetto_connection_ok',
      help: '1 if the last request to a connection succeeded, else 0.',
      type: 'gauge',
      values: status.connections
        .filter(({ isOn }) => isOn)
        .map(({ id, problem }) => ({
          labels: { connection: id },
          value: problem === undefined ? 1 : 0,
        })),
    },
    gauge(
      'bozzetto_engine_ok',
      '0 if the last job of the local engine failed without a fault of its input, else 1.',
      status.engine.problem === undefined ? 1 : 0,
    ),
    gauge(
      'bozzetto_event_loop_delay_seconds',
      'Delay of timers since the last reading, 99th percentile.',
      status.process.delayMs / 1000,
    ),
    gauge('bozzetto_streams_open', 'Open event streams and streamed answers.', status.streamCount),
    gauge('bozzetto_answers_running', 'Answers that are being written.', status.answerCount),
    gauge('bozzetto_tasks_running', '3D tasks that are running.', status.runningTaskCount),
    {
      name: 'bozzetto_stored_bytes',
      help: 'Bytes of stored files, by kind.',
      type: 'gauge',
      values: [
        { labels: { kind: 'models' }, value: status.stored.modelBytes },
        { labels: { kind: 'pictures' }, value: status.stored.pictureBytes },
        { labels: { kind: 'documents' }, value: status.stored.documentBytes },
      ],
    },
    gauge('bozzetto_database_bytes', 'Size of the database.', status.database.sizeBytes),
    gauge('bozzetto_disk_free_bytes', 'Free space of the data folder.', status.disk.freeBytes),
    gauge('bozzetto_disk_bytes', 'Size of the data folder’s disk.', status.disk.totalBytes),
    gauge('bozzetto_today_usd', 'Money used by everyone today (UTC).', status.today.usd),
    gauge('bozzetto_today_tokens', 'Tokens used by everyone today (UTC).', status.today.tokens),
    gauge('bozzetto_today_models', '3D models made today (UTC).', status.today.models),
  ]
}
