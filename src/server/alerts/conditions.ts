import { statfs } from 'node:fs/promises'
import { and, eq, gt, inArray, notInArray, sum } from 'drizzle-orm'
import type { Connection } from '#contract/connections.ts'
import type { NewerVersion } from '#contract/server-status.ts'
import type { Env } from '../env.ts'
import { log } from '../observability/log.ts'
import type { Readiness } from '../observability/readiness.ts'
import { getBackupDueMs, readLastBackup } from '../status/last-backup.ts'
import { auditEvents } from '../store/schema.ts'
import type { Store } from '../store/store.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/**
 * Number of consecutive looks at which a check must fail, so that a short pause raises no alert.
 */
const failuresMin = 2
const timeoutDefaultMs = 3_000
const freeRatioMin = 0.1
const wrongSignInsMax = 20
const wrongSignInsMs = 10 * minuteMs

/** A state of the server that an admin should know about. */
export type AlertCondition = {
  /** Identifies the condition, which raises one alert while it lasts. */
  key: string
  /** True if the condition may not hold on other servers of the same database. */
  isLocal: boolean
  title: string
  text: string
}

export type ConditionSources = {
  store: Store
  env: Pick<Env, 'BOZZETTO_BACKUPS' | 'BOZZETTO_BACKUP_HOURS' | 'BOZZETTO_DATA'>
  readiness: () => Promise<Readiness>
  getNewer: () => NewerVersion | undefined
  listConnections: () => readonly Pick<Connection, 'id' | 'name' | 'problem'>[]
  clock: () => number
  readFreeRatio?: (folder: string) => Promise<number>
  /** Maximum time for reading one condition, in milliseconds. */
  timeoutMs?: number
}

const checkTitles = new Map([
  ['store', 'The database does not answer'],
  ['queue', 'The queue of 3D tasks does not answer'],
  ['files', 'Stored files cannot be reached'],
  ['disk', 'The disk is full or cannot be written to'],
])

/** Creates the function that lists the current conditions. */
export function createConditions(sources: ConditionSources): () => Promise<AlertCondition[]> {
  const failures = new Map<string, number>()
  /** The last conditions of each source. */
  const found = new Map<string, AlertCondition[]>()
  const startMs = sources.clock()
  const { timeoutMs = timeoutDefaultMs } = sources

  function countFailures(failing: readonly AlertCondition[]): AlertCondition[] {
    const keys = new Set(failing.map(({ key }) => key))
    for (const key of failures.keys()) if (!keys.has(key)) failures.delete(key)
    return failing.filter(({ key }) => {
      const times = (failures.get(key) ?? 0) + 1
      failures.set(key, times)
      return times >= failuresMin
    })
  }

  return async () => {
    const { checks } = await sources.readiness()
    const failing = [...listFailingChecks(checks), ...listFailingConnections(sources)]
    const lasting = countFailures(failing)
    if (checks['store'] === 'failing') return lasting
    const others = await Promise.all([
      lookInTime('disk', () => findFullDisk(sources)),
      lookInTime('backup', () => findOldBackup(sources, startMs)),
      lookInTime('sign-in', () => findWrongSignIns(sources)),
      lookInTime('limits', () => listReachedLimits(sources)),
    ])
    return [...lasting, ...others.flat(), ...findNewVersion(sources)]
  }

  /**
   * Returns the conditions of a source. If the source fails or is late, returns its last
   * conditions, so that their alerts do not end.
   */
  async function lookInTime(
    source: string,
    find: () => Promise<AlertCondition[]>,
  ): Promise<AlertCondition[]> {
    try {
      found.set(source, await waitFor(find(), timeoutMs))
    } catch (error) {
      log().warn({ error }, 'A condition for alerts could not be checked.')
    }
    return found.get(source) ?? []
  }
}

async function waitFor<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The check takes too long.')), timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const listFailingChecks = (checks: Readiness['checks']): AlertCondition[] =>
  Object.entries(checks)
    .filter(([, state]) => state === 'failing')
    .map(([check]) => ({
      key: `check ${check}`,
      isLocal: true,
      title: checkTitles.get(check) ?? `The check “${check}” fails`,
      text: `The check “${check}” of /readyz has failed for a minute. The log contains details.`,
    }))

const listFailingConnections = ({ listConnections }: ConditionSources): AlertCondition[] =>
  listConnections().flatMap(({ id, name, problem }) =>
    problem === undefined
      ? []
      : [
          {
            key: `connection ${id}`,
            isLocal: true,
            title: `The connection “${name}” fails`,
            text: problem.message,
          },
        ],
  )

async function readDiskRatio(folder: string): Promise<number> {
  const { bavail, blocks } = await statfs(folder)
  return bavail / blocks
}

async function findFullDisk({
  env,
  readFreeRatio = readDiskRatio,
}: ConditionSources): Promise<AlertCondition[]> {
  const ratio = await readFreeRatio(env.BOZZETTO_DATA)
  if (ratio >= freeRatioMin) return []
  const title = 'The disk fills up'
  const text = `${Math.floor(ratio * 100)} % of the disk of the data folder is free. Delete files, or enlarge the disk.`
  return [{ key: 'disk space', isLocal: true, title, text }]
}

async function findOldBackup(
  { env, clock }: ConditionSources,
  startMs: number,
): Promise<AlertCondition[]> {
  const madeAt = await readLastBackup(env.BOZZETTO_DATA)
  const dueMs = getBackupDueMs(env, { madeAt, startMs })
  if (dueMs === undefined || clock() <= dueMs) return []
  const last =
    madeAt === undefined ? 'None has been made yet' : `The last one was made at ${madeAt}`
  const text = `Scheduled backups fail. ${last}. The log contains the reason.`
  return [{ key: 'backup', isLocal: true, title: 'Backups fail', text }]
}

async function findWrongSignIns({ store, clock }: ConditionSources): Promise<AlertCondition[]> {
  const since = new Date(clock() - wrongSignInsMs)
  const [row] = await store.db
    .select({ times: sum(auditEvents.count).mapWith(Number) })
    .from(auditEvents)
    .where(
      and(
        inArray(auditEvents.kind, ['sign_in_failed', 'second_factor_failed', 'key_wrong']),
        gt(auditEvents.lastAt, since),
      ),
    )
  const times = row?.times ?? 0
  if (times < wrongSignInsMax) return []
  const text = `${times} wrong passwords, codes or keys were tried within ten minutes. Settings › Security log lists the addresses.`
  return [{ key: 'sign-ins', isLocal: false, title: 'Many sign-ins fail', text }]
}

async function listReachedLimits({ store, clock }: ConditionSources): Promise<AlertCondition[]> {
  const rows = await store.db
    .selectDistinct({ subject: auditEvents.subject })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.kind, 'limit_hit'),
        // Excludes limits of guesses, which count as failed sign-ins.
        notInArray(auditEvents.subject, ['signing in', 'two-factor codes']),
        gt(auditEvents.lastAt, new Date(clock() - hourMs)),
      ),
    )
    .limit(20)
  return rows.map(({ subject }) => ({
    key: `limit ${subject}`,
    isLocal: false,
    title: 'A limit was reached',
    text: subject,
  }))
}

function findNewVersion({ getNewer }: ConditionSources): AlertCondition[] {
  const newer = getNewer()
  if (!newer) return []
  const text = `Version ${newer.version} was published. ${newer.url ?? ''}`.trim()
  const title = 'A newer version is available'
  return [{ key: `version ${newer.version}`, isLocal: false, title, text }]
}
