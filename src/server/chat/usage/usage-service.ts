import { sql, type SQL } from 'drizzle-orm'
import type { Used, UsageQuery, UsageReport } from '#contract/usage.ts'
import { HttpError } from '../../errors/http-error.ts'
import { ownedBy } from '../../store/owned-queries.ts'
import type { Store } from '../../store/store.ts'

const chatsMax = 50
/** Lines of a CSV file. */
const linesMax = 50_000

/** What was spent, by what the services said of each answer. */
export type UsageService = {
  /** @throws {HttpError} `bad_request` for a time zone that there is not. */
  report: (query: UsageQuery) => Promise<UsageReport>
  /** A line for each day, chat, model and currency. */
  csv: (query: UsageQuery) => Promise<string>
}

type Sums = {
  answers: number
  promptTokens: number
  completionTokens: number
  amount: number
  currency: string | null
}

export function createUsageService({
  store: { db },
  clock = () => new Date(),
}: {
  store: Store
  clock?: () => Date
}): UsageService {
  /** Sums of the answers since then, for each value of `keys` and each currency. */
  async function sums<Keys extends Record<string, unknown>>(
    keys: SQL,
    { days, timeZone }: UsageQuery,
    limit = linesMax,
  ): Promise<(Keys & Sums)[]> {
    const since = new Date(clock().getTime() - (days - 1) * 86_400_000)
    const { rows } = await db.execute<Keys & Sums>(sql`
      with answer as (
        select
          to_char(r.started_at at time zone ${timeZone}, 'YYYY-MM-DD') as "day",
          r.model_id as "modelId", r.conversation_id as "chatId", c.title as "title",
          coalesce((r.usage->>'promptTokens')::float8, 0) as prompt,
          coalesce((r.usage->>'completionTokens')::float8, 0) as completion,
          coalesce((r.cost->>'amount')::float8, 0) as amount,
          r.cost->>'currency' as currency
        from runs r join conversations c on c.id = r.conversation_id
        where ${ownedBy('r')} and to_char(r.started_at at time zone ${timeZone}, 'YYYY-MM-DD')
          >= to_char(${since.toISOString()}::timestamptz at time zone ${timeZone}, 'YYYY-MM-DD')
      )
      select ${keys}, currency, count(*)::int as "answers", sum(prompt)::float8 as "promptTokens",
        sum(completion)::float8 as "completionTokens", sum(amount)::float8 as "amount"
      from answer group by ${keys}, currency
      order by sum(amount) desc, sum(completion) desc, ${keys} limit ${limit}`)
    return rows as (Keys & Sums)[]
  }

  return {
    async report(query) {
      refuseUnknownZone(query.timeZone)
      const [days, models, chats] = await Promise.all([
        sums<{ day: string }>(sql`"day"`, query),
        sums<{ modelId: string }>(sql`"modelId"`, query),
        sums<{ chatId: string; title: string }>(sql`"chatId", "title"`, query, chatsMax * 3),
      ])
      return {
        total: together(days),
        days: grouped(days, ({ day }) => day)
          .map(([day, rows]) => ({ day, ...together(rows) }))
          .toSorted((a, b) => (a.day < b.day ? 1 : -1)),
        models: grouped(models, ({ modelId }) => modelId).map(([modelId, rows]) => ({
          modelId,
          ...together(rows),
        })),
        chats: grouped(chats, ({ chatId }) => chatId)
          .slice(0, chatsMax)
          .map(([id, rows]) => ({ id, title: rows[0]?.title ?? '', ...together(rows) })),
      }
    },

    async csv(query) {
      refuseUnknownZone(query.timeZone)
      const rows = await sums<{ day: string; title: string; modelId: string }>(
        sql`"day", "title", "modelId"`,
        query,
      )
      const lines = rows.map((row) => [
        row.day,
        row.title,
        row.modelId,
        row.answers,
        row.promptTokens,
        row.completionTokens,
        row.amount,
        row.currency ?? '',
      ])
      const head = ['day', 'chat', 'model', 'answers', 'prompt_tokens', 'completion_tokens']
      return [[...head, 'cost', 'currency'], ...lines]
        .map((line) => `${line.map(toField).join(',')}\r\n`)
        .join('')
    },
  }
}

/** @throws {HttpError} `bad_request`. */
function refuseUnknownZone(timeZone: string): void {
  try {
    clockIn(timeZone).format()
  } catch (cause) {
    throw new HttpError('bad_request', 'This time zone is not known.', { cause })
  }
}

const clockIn = (timeZone: string) => new Intl.DateTimeFormat('en', { timeZone })

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): [string, T[]][] {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row))
    if (group) group.push(row)
    else groups.set(keyOf(row), [row])
  }
  return [...groups]
}

function together(rows: readonly Sums[]): Used {
  const costs = new Map<string, number>()
  for (const { currency, amount } of rows) {
    if (currency !== null && amount > 0) costs.set(currency, (costs.get(currency) ?? 0) + amount)
  }
  const sum = (field: 'answers' | 'promptTokens' | 'completionTokens') =>
    rows.reduce((all, row) => all + row[field], 0)
  return {
    answers: sum('answers'),
    promptTokens: sum('promptTokens'),
    completionTokens: sum('completionTokens'),
    costs: Array.from(costs, ([currency, amount]) => ({ currency, amount })),
  }
}

/** In quotes where need be; what a spreadsheet would take for a formula gets a sign before it that stops that. */
function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
