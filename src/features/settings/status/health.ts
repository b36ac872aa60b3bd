import type { ServerStatus } from '#contract/server-status.ts'
import { formatBytes, formatPlural, formatRoughCount } from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'

export type HealthCard = {
  title: string
  state: 'good' | 'caution' | 'bad'
  figure: string
  detail: string
  notice?: { text: string; url: string | undefined }
}

export type Health = { sentence: string; cards: readonly HealthCard[] }

const dayMs = 86_400_000
/** A new backup is recommended if the last backup is older than this. */
const backupAgeMaxMs = 14 * dayMs
/** Fraction of free space below which the disk counts as nearly full. */
const freeRatioMin = 0.05
/**
 * Delay of the server, in milliseconds, above which users notice it. Must equal the limit of the
 * alert in `src/deploy/monitoring`.
 */
const delayMaxMs = 500

export const healthCardCount = 8

export function getHealth(status: ServerStatus): Health {
  const cards = [
    toServerCard(status),
    toDatabaseCard(status),
    toDiskCard(status),
    toFilesCard(status),
    toEngineCard(status),
    toWorkCard(status),
    toUseCard(status),
    toBackupCard(status),
  ]
  const wrong = [
    ...cards.filter(({ state }) => state !== 'good').map(({ title }) => title.toLowerCase()),
    ...status.connections.filter(isFailingConnection).map(({ name }) => name),
  ]
  const sentence =
    wrong.length === 0
      ? 'Everything works.'
      : `Needs attention: ${wrong.join(', ')}. Everything else works.`
  return { sentence, cards }
}

export const isFailingConnection = ({ isOn, problem }: ServerStatus['connections'][number]) =>
  isOn && problem !== undefined

const isFailing = ({ checks }: ServerStatus, name: string): boolean => checks[name] === 'failing'

const toServerCard = ({
  startedAt,
  checkedAt,
  process,
  version,
  newer,
}: ServerStatus): HealthCard => ({
  title: 'Server',
  state: process.busyRatio > 0.9 || process.delayMs > delayMaxMs ? 'caution' : 'good',
  figure: `${formatUptime(Date.parse(checkedAt) - Date.parse(startedAt))} up`,
  detail: `${formatBytes(process.memoryBytes)} memory · ${Math.round(process.busyRatio * 100)}% busy · delays of ${Math.round(process.delayMs)} ms · version ${version}`,
  ...(newer && { notice: { text: `Version ${newer.version} is available`, url: newer.url } }),
})

const toDatabaseCard = (status: ServerStatus): HealthCard => ({
  title: 'Database',
  state: isFailing(status, 'store') ? 'bad' : 'good',
  figure: formatBytes(status.database.sizeBytes),
  detail: `${status.database.kind === 'embedded' ? 'In the data folder' : 'Postgres server'} · answers in ${status.database.responseMs} ms`,
})

function toDiskCard(status: ServerStatus): HealthCard {
  const { freeBytes, totalBytes } = status.disk
  const isFull = isFailing(status, 'disk')
  const isLow = freeBytes < totalBytes * freeRatioMin
  return {
    title: 'Disk',
    state: isFull ? 'bad' : isLow ? 'caution' : 'good',
    figure: `${formatBytes(freeBytes)} free`,
    detail: `of ${formatBytes(totalBytes)}`,
  }
}

function toFilesCard(status: ServerStatus): HealthCard {
  const isAway = isFailing(status, 'files')
  const place = status.files === 'bucket' ? 'In the bucket' : 'In the data folder'
  return {
    title: 'Files',
    state: isAway ? 'bad' : 'good',
    figure: formatBytes(sumBytes(status)),
    detail: isAway ? `${place}, which cannot be reached` : place,
  }
}

const sumBytes = ({ storage }: ServerStatus): number =>
  storage.reduce(
    (sum, { modelBytes, pictureBytes, documentBytes }) =>
      sum + modelBytes + pictureBytes + documentBytes,
    0,
  )

const toEngineCard = ({ engine: { runningCount, waitingCount, problem } }: ServerStatus) => ({
  title: 'Engine',
  state: problem === undefined ? ('good' as const) : ('caution' as const),
  figure: `${runningCount} running`,
  detail: problem ?? `${formatPlural(waitingCount, 'job')} waiting on this machine`,
})

const toWorkCard = (status: ServerStatus): HealthCard => ({
  title: 'Queue',
  state: isFailing(status, 'queue') ? 'bad' : 'good',
  figure: `${status.tasks.filter((task) => task.status === 'running').length} running`,
  detail: `${formatPlural(status.waitingTaskCount, 'task')} waiting · ${formatPlural(status.answerCount, 'answer')} being written · ${formatPlural(status.streamCount, 'open stream')}`,
})

const toUseCard = ({ today: { tokens, models, usd } }: ServerStatus): HealthCard => ({
  title: 'Today',
  state: 'good',
  figure: `${formatRoughCount(tokens)} tokens`,
  detail: [
    formatPlural(models, '3D model'),
    ...(usd > 0 ? [formatMoney({ amount: usd, currency: 'USD' })] : []),
  ].join(' · '),
})

function toBackupCard({ backupAt, checkedAt, database }: ServerStatus): HealthCard {
  const title = 'Backup'
  if (database.kind === 'server') {
    const detail = 'Back up the database server with its own tools'
    return { title, state: 'good', figure: 'Elsewhere', detail }
  }
  if (backupAt === undefined) {
    return { title, state: 'caution', figure: 'None yet', detail: 'npm run backup makes one' }
  }
  const ageMs = Date.parse(checkedAt) - Date.parse(backupAt)
  return {
    title,
    state: ageMs > backupAgeMaxMs ? 'caution' : 'good',
    figure: ageMs < dayMs ? 'Today' : `${formatPlural(Math.floor(ageMs / dayMs), 'day')} ago`,
    detail: new Date(backupAt).toLocaleString(),
  }
}

function formatUptime(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return `${Math.max(1, minutes)} min`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
