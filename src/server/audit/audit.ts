import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { auditKinds, type AuditEvent, type AuditKind } from '#contract/access/audit.ts'
import { newId } from '#lib/id.ts'
import { log } from '../observability/log.ts'
import { createRedact } from '../observability/redact.ts'
import { currentRequest } from '../observability/request-context.ts'
import { auditEvents } from '../store/schema.ts'
import { storable } from '../store/storable.ts'
import type { Database, Store } from '../store/store.ts'

const minuteMs = 60_000
/**
 * Maximum number of stored events of each kind, so that a flood of one kind does not displace the
 * others.
 */
export const rowsPerKindMax = 1_000
/** Maximum number of new rows per minute and kind. One row counts all further events. */
export const rowsPerMinuteMax = 60
const fieldLengthMax = 200
const flushMs = 250
/** Maximum number of rows that are buffered while the store is read-only. */
const waitingMax = 2_000
/**
 * Kinds of events that get their own row, are stored before the action, and are kept for a year.
 */
const recordedKinds = new Set<AuditKind>(['chats_listed', 'chat_read', 'person_handed_over'])
const recordedMs = 366 * 24 * 60 * minuteMs
const trimEvery = 500

export type AuditEntry = {
  kind: AuditKind
  /** Subject of the event, such as the name of a key. Never a secret. */
  subject?: string
  actor?: string
  address?: string
}

/** Records security events of this server, as rows and as log lines. */
export type Audit = {
  /**
   * Records an event in the background. Never throws, so that no request fails because of the audit
   * log.
   */
  note: (entry: AuditEntry) => void
  /**
   * Records an event before its action, and keeps the event for a year.
   * @throws if the event cannot be stored.
   */
  record: (entry: AuditEntry) => Promise<void>
  list: (options: { limit: number; before?: string | undefined }) => Promise<AuditEvent[]>
  flush: () => Promise<void>
  close: () => Promise<void>
}

type Row = typeof auditEvents.$inferInsert & { count: number }
type AuditOptions = {
  secrets?: readonly (string | undefined)[]
  clock?: () => number
}

const isTrouble = (kind: AuditKind): boolean =>
  kind === 'limit_hit' || /_(?:failed|wrong|forbidden|refused)$/.test(kind)

/**
 * Creates an audit log that is limited in rate and size. Repeated events within a minute are one
 * row with a count.
 */
export function createAudit(
  { db }: Store,
  { secrets = [], clock = Date.now }: AuditOptions = {},
): Audit {
  const redact = createRedact(secrets)
  const rowFor = mergeEvents(clock)
  const waiting = new Map<string, Row>()
  let untilTrim = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  /** Secrets are removed before cutting, because a cut secret would not be recognised. */
  const clean = (text: string) => {
    const safe = redact(text.slice(0, 10 * fieldLengthMax)).replaceAll(/\s+/g, ' ')
    // The conversion to UTF-8 replaces lone surrogates by U+FFFD, because Postgres refuses them.
    return storable(Buffer.from(safe.slice(0, fieldLengthMax)).toString())
  }

  async function write(): Promise<void> {
    const rows = [...waiting.values()].map((row) => ({ ...row }))
    if (rows.length === 0) return
    waiting.clear()
    try {
      await db
        .insert(auditEvents)
        .values(rows)
        .onConflictDoUpdate({
          target: auditEvents.id,
          set: { count: sql`excluded.count`, lastAt: sql`excluded.last_at` },
        })
      untilTrim -= rows.length
      if (untilTrim <= 0) {
        await trim(db, new Date(clock() - recordedMs))
        untilTrim = trimEvery
      }
    } catch (error) {
      log().error({ error }, 'Security events could not be stored; they are kept in memory.')
      for (const row of rows)
        if (!waiting.has(row.id) && waiting.size < waitingMax) waiting.set(row.id, row)
      flushSoon(minuteMs / 10)
    }
  }

  function flushSoon(ms: number): void {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    note({ kind, subject = '', actor, address }) {
      const request = currentRequest()
      const row = rowFor(
        {
          kind,
          subject: clean(subject),
          actor: clean(actor ?? request?.actor ?? ''),
          address: clean(address ?? request?.address ?? ''),
        },
        request?.requestId,
      )
      if (!waiting.has(row.id) && waiting.size >= waitingMax) return
      waiting.set(row.id, row)
      flushSoon(flushMs)
    },

    record: createRecord({ db, clean, clock }),

    async list(page) {
      await flush()
      return listEvents(db, page)
    },

    flush,

    async close() {
      await flush()
      // The log still contains events that could not be stored.
      clearTimeout(timer)
    },
  }
}

type RecordOptions = { db: Database; clean: (text: string) => string; clock: () => number }

const createRecord =
  ({ db, clean, clock }: RecordOptions): Audit['record'] =>
  async ({ kind, subject = '' }) => {
    const { actor = '', address = '', requestId } = currentRequest() ?? {}
    const at = new Date(clock())
    const words = { subject: clean(subject), actor: clean(actor), address: clean(address) }
    const row = { id: newId(clock()), kind, ...words, requestId, count: 1, at, lastAt: at }
    await db.insert(auditEvents).values(row)
    log().warn({ audit: row }, 'Security event')
  }

/** Deletes old rows of each kind, except those of `recordedKinds` since `recordedSince`. */
async function trim(db: Database, recordedSince: Date): Promise<void> {
  await db
    .delete(auditEvents)
    .where(and(inArray(auditEvents.kind, [...recordedKinds]), lt(auditEvents.at, recordedSince)))
  for (const kind of auditKinds) {
    if (recordedKinds.has(kind)) continue
    const [last] = await db
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(eq(auditEvents.kind, kind))
      .orderBy(desc(auditEvents.id))
      .offset(rowsPerKindMax)
      .limit(1)
    if (last) {
      await db
        .delete(auditEvents)
        .where(and(eq(auditEvents.kind, kind), sql`${auditEvents.id} <= ${last.id}`))
    }
  }
}

async function listEvents(
  db: Database,
  { limit, before }: Parameters<Audit['list']>[0],
): Promise<AuditEvent[]> {
  const rows = await db
    .select()
    .from(auditEvents)
    .where(
      and(
        inArray(auditEvents.kind, [...auditKinds]),
        before === undefined ? undefined : lt(auditEvents.id, before),
      ),
    )
    .orderBy(desc(auditEvents.id))
    .limit(limit)
  return rows.map(({ requestId, at, lastAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
    ...(requestId !== null && { requestId }),
  }))
}

function mergeEvents(
  clock: () => number,
): (entry: Required<AuditEntry>, requestId: string | undefined) => Row {
  const recent = new Map<string, Row>()
  let rowsByKind = new Map<AuditKind, number>()
  let windowStartMs = clock()

  return (entry, requestId) => {
    const now = clock()
    // `Math.abs`, because the clock may have been set back.
    if (Math.abs(now - windowStartMs) >= minuteMs) {
      windowStartMs = now
      rowsByKind = new Map()
      recent.clear()
    }
    const rows = rowsByKind.get(entry.kind) ?? 0
    const isFlood = rows >= rowsPerMinuteMax
    const { kind, actor, address, subject } = isFlood
      ? { kind: entry.kind, actor: '', address: '', subject: 'many more like this' }
      : entry
    const sameness = JSON.stringify([kind, actor, address, subject])
    const same = recent.get(sameness)
    const at = new Date(now)
    if (same) {
      same.count++
      same.lastAt = at
      return same
    }
    rowsByKind.set(kind, rows + 1)
    const id = newId(now)
    const row: Row = { id, kind, actor, address, subject, requestId, count: 1, at, lastAt: at }
    recent.set(sameness, row)
    log()[isTrouble(kind) ? 'warn' : 'info']({ audit: kind, actor, address, subject }, 'audit')
    return row
  }
}
