import { dateLanguage } from '#lib/language/translate.ts'
import type { LoadPoint, ServerStatus } from '#contract/server-status.ts'
import {
  formatBytes,
  formatCount,
  formatPercent,
  formatRoughCount,
  joinWithCommas,
  toMidSentence,
} from '#lib/format.ts'
import { formatMoney } from '#lib/money.ts'
import { t } from '#languages/settings.ts'

export type HealthCard = {
  title: string
  state: 'good' | 'caution' | 'bad'
  figure: string
  detail: string
  /** Course of the last day. `top` is the upper end of the scale. */
  trend?: { values: readonly number[]; top: number; label: string }
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
    toWorkCard(status),
    toFilesCard(status),
    toEngineCard(status),
    toUseCard(status),
    toBackupCard(status),
  ]
  const wrong = [
    ...cards.filter(({ state }) => state !== 'good').map(({ title }) => toMidSentence(title)),
    ...status.connections.filter(isFailingConnection).map(({ name }) => name),
  ]
  const sentence =
    wrong.length === 0
      ? t('Everything works.')
      : t('Needs attention: {wrong}. Everything else works.', { wrong: joinWithCommas(wrong) })
  return { sentence, cards }
}

export const isFailingConnection = ({ isOn, problem }: ServerStatus['connections'][number]) =>
  isOn && problem !== undefined

type TrendOptions = {
  label: string
  /** Minimum of the upper end of the scale, so that small changes look small. */
  topMin: number
  read: (point: LoadPoint) => number
  format: (value: number) => string
}

function toTrend({ history }: ServerStatus, { label, topMin, read, format }: TrendOptions) {
  const values = history.map(read)
  const highest = Math.max(0, ...values)
  return {
    values,
    top: Math.max(topMin, highest),
    label: t('{label}: {lowest} to {highest} since {time}', {
      label,
      lowest: format(Math.min(highest, ...values)),
      highest: format(highest),
      time: formatClock(history[0]?.at ?? ''),
    }),
  }
}

const formatClock = (at: string): string =>
  new Date(at).toLocaleTimeString(dateLanguage, { hour: 'numeric', minute: '2-digit' })

const isFailing = ({ checks }: ServerStatus, name: string): boolean => checks[name] === 'failing'

function toServerCard(status: ServerStatus): HealthCard {
  const { startedAt, checkedAt, process, version, newer } = status
  return {
    title: t('Server'),
    trend: toTrend(status, {
      label: t('Busy'),
      topMin: 0.2,
      read: ({ busyRatio }) => busyRatio,
      format: formatPercent,
    }),
    state: process.busyRatio > 0.9 || process.delayMs > delayMaxMs ? 'caution' : 'good',
    figure: t('{uptime} up', {
      uptime: formatUptime(Date.parse(checkedAt) - Date.parse(startedAt)),
    }),
    detail: t(
      '{memoryBytes} memory · {busyRatio}% busy · delays of {delayMs} ms · version {version}',
      {
        memoryBytes: formatBytes(process.memoryBytes),
        busyRatio: Math.round(process.busyRatio * 100),
        delayMs: Math.round(process.delayMs),
        version,
      },
    ),
    ...(newer && {
      notice: {
        text: t('Version {version} is available', { version: newer.version }),
        url: newer.url,
      },
    }),
  }
}

const toDatabaseCard = (status: ServerStatus): HealthCard => ({
  title: t('Database'),
  trend: toTrend(status, {
    label: t('Response time'),
    topMin: 5,
    read: ({ responseMs }) => responseMs,
    format: (ms) => `${ms} ms`,
  }),
  state: isFailing(status, 'store') ? 'bad' : 'good',
  figure: formatBytes(status.database.sizeBytes),
  detail: t(
    '{kind, select, true {In the data folder} other {Postgres server}} · answers in {responseMs} ms',
    { kind: status.database.kind === 'embedded', responseMs: status.database.responseMs },
  ),
})

function toDiskCard(status: ServerStatus): HealthCard {
  const { freeBytes, totalBytes } = status.disk
  const isFull = isFailing(status, 'disk')
  const isLow = freeBytes < totalBytes * freeRatioMin
  return {
    title: t('Disk'),
    trend: toTrend(status, {
      label: t('Used space'),
      topMin: totalBytes,
      read: ({ usedBytes }) => usedBytes,
      format: formatBytes,
    }),
    state: isFull ? 'bad' : isLow ? 'caution' : 'good',
    figure: t('{freeBytes} free', { freeBytes: formatBytes(freeBytes) }),
    detail: t('of {totalBytes}', { totalBytes: formatBytes(totalBytes) }),
  }
}

function toFilesCard(status: ServerStatus): HealthCard {
  const isAway = isFailing(status, 'files')
  const { modelBytes, pictureBytes, documentBytes } = status.stored
  const place = status.files === 'bucket' ? t('In the bucket') : t('In the data folder')
  return {
    title: t('Files'),
    state: isAway ? 'bad' : 'good',
    figure: formatBytes(modelBytes + pictureBytes + documentBytes),
    detail: isAway ? t('{place}, which cannot be reached', { place }) : place,
  }
}

const toEngineCard = ({ engine: { runningCount, waitingCount, problem } }: ServerStatus) => ({
  title: t('Engine'),
  state: problem === undefined ? ('good' as const) : ('caution' as const),
  figure: t('{runningCount} running', { runningCount }),
  detail:
    problem ??
    t('{waitingCount, plural, one {# job} other {# jobs}} waiting on this machine', {
      waitingCount,
    }),
})

const toWorkCard = (status: ServerStatus): HealthCard => ({
  title: t('Queue'),
  trend: toTrend(status, {
    label: t('Tasks and answers at once'),
    topMin: 4,
    read: ({ workCount }) => workCount,
    format: formatCount,
  }),
  state: isFailing(status, 'queue') ? 'bad' : 'good',
  figure: t('{runningTaskCount} running', { runningTaskCount: status.runningTaskCount }),
  detail: t(
    '{waitingTaskCount, plural, one {# task} other {# tasks}} waiting · {answerCount, plural, one {# answer} other {# answers}} being written · {streamCount, plural, one {# open stream} other {# open streams}}',
    {
      waitingTaskCount: status.waitingTaskCount,
      answerCount: status.answerCount,
      streamCount: status.streamCount,
    },
  ),
})

const toUseCard = ({ today: { tokens, models, usd } }: ServerStatus): HealthCard => ({
  title: t('Today'),
  state: 'good',
  figure: t('{tokens} tokens', { tokens: formatRoughCount(tokens) }),
  detail: [
    t('{models, plural, one {# 3D model} other {# 3D models}}', { models }),
    ...(usd > 0 ? [formatMoney({ amount: usd, currency: 'USD' })] : []),
  ].join(' · '),
})

function toBackupCard({ backupAt, backupDueAt, checkedAt, database }: ServerStatus): HealthCard {
  const title = t('Backup')
  if (database.kind === 'server') {
    const detail = t('Back up the database server with its own tools')
    return { title, state: 'good', figure: t('Elsewhere'), detail }
  }
  const isOverdue = backupDueAt !== undefined && Date.parse(checkedAt) > Date.parse(backupDueAt)
  const failing = t('Scheduled backups fail; the log has the reason')
  if (backupAt === undefined) {
    const isPlanned = backupDueAt !== undefined && !isOverdue
    const hint = isPlanned ? t('The first one is scheduled') : t('npm run backup makes one')
    const detail = isOverdue ? failing : hint
    return { title, state: isPlanned ? 'good' : 'caution', figure: t('None yet'), detail }
  }
  const ageMs = Date.parse(checkedAt) - Date.parse(backupAt)
  return {
    title,
    state: isOverdue || ageMs > backupAgeMaxMs ? 'caution' : 'good',
    figure:
      ageMs < dayMs
        ? t('Today')
        : t('{ageMs, plural, one {# day} other {# days}} ago', {
            ageMs: Math.floor(ageMs / dayMs),
          }),
    detail: isOverdue ? failing : new Date(backupAt).toLocaleString(dateLanguage),
  }
}

function formatUptime(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 60) return t('{value} min', { value: Math.max(1, minutes) })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}
