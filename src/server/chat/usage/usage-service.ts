import { setImmediate as othersTurn } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { UsageSum, UsageQuery, UsageReport } from '#contract/usage.ts'
import { csvLine } from '#lib/csv.ts'
import { HttpError } from '../../errors/http-error.ts'
import { ownedBy } from '../../store/owned-queries.ts'
import { unknownPrice } from '../completions/answer-price.ts'
import type { Database, Store } from '../../store/store.ts'

const chatsMax = 50

/** Reports spending, from the usage that services return with each answer. */
export type UsageService = {
  report: (query: UsageQuery) => Promise<UsageReport>
  /**
   * Yields one line per day, chat and model, one day at a time.
   * @throws {HttpError} `bad_request` for an unknown time zone.
   */
  csv: (query: UsageQuery) => AsyncGenerator<string>
}

type Sums = {
  day: string
  chatId: string
  title: string
  modelId: string
  currency: string | null
  answers: number
  promptTokens: number
  completionTokens: number
  amount: number
}

export function createUsageService({
  store: { db },
  isFree = () => false,
  clock = () => new Date(),
}: {
  store: Store
  isFree?: (modelId: string) => boolean
  clock?: () => Date
}): UsageService {
  const together = (rows: readonly Sums[]) => sumUp(rows, isFree)
  const byService = (rows: readonly Sums[]) =>
    groupedDearestFirst(rows, ({ modelId }) => modelId.split('/', 1)[0] ?? modelId).map(
      ([id, group]) => ({ id, ...together(group) }),
    )
  /** Yields the sums of one day after another. */
  async function* sumsOfDays({ days, timeZone }: UsageQuery): AsyncGenerator<Sums[]> {
    const since = new Date(clock().getTime() - (days - 1) * 86_400_000)
    const all = new Map<string, Sums>()
    let today: string | undefined
    for await (const answer of answersSince(db, since, timeZone)) {
      const { day, chatId, modelId, currency } = answer
      if (day !== today && all.size > 0) {
        yield [...all.values()].toSorted(dearestFirst)
        all.clear()
      }
      today = day
      const key = JSON.stringify([chatId, modelId, currency])
      const sum = all.get(key)
      if (sum) addTo(sum, answer)
      else all.set(key, answer)
    }
    yield [...all.values()].toSorted(dearestFirst)
  }

  return {
    async report(query) {
      refuseUnknownZone(query.timeZone)
      const all: Sums[] = []
      for await (const rows of sumsOfDays(query)) all.push(...rows)
      all.sort(dearestFirst)
      return {
        total: together(all),
        days: grouped(all, ({ day }) => day)
          .map(([day, rows]) => ({ day, ...together(rows), services: byService(rows) }))
          .toSorted((a, b) => (a.day < b.day ? 1 : -1)),
        services: byService(all),
        models: groupedDearestFirst(all, ({ modelId }) => modelId).map(([modelId, rows]) => ({
          modelId,
          ...together(rows),
        })),
        chats: groupedDearestFirst(all, ({ chatId }) => chatId)
          .slice(0, chatsMax)
          .map(([id, rows]) => ({ id, title: rows[0]?.title ?? '', ...together(rows) })),
      }
    },

    csv(query) {
      refuseUnknownZone(query.timeZone)
      return toCsv(sumsOfDays(query))
    },
  }
}

async function* toCsv(days: AsyncIterable<Sums[]>): AsyncGenerator<string> {
  const head = ['day', 'chat', 'model', 'answers', 'prompt_tokens', 'completion_tokens']
  yield csvLine([...head, 'cost', 'currency'])
  for await (const rows of days) {
    for (const { day, title, modelId, answers, promptTokens, completionTokens, ...cost } of rows) {
      const counts = [answers, promptTokens, completionTokens]
      yield csvLine([day, title, modelId, ...counts, cost.amount, cost.currency ?? ''])
    }
  }
}

/** Answers per query. A query of this size blocks the embedded database for a few milliseconds. */
const answersAtOnce = 500

async function* answersSince(db: Database, since: Date, timeZone: string): AsyncGenerator<Sums> {
  let last: { id: string; at: string } | undefined
  for (;;) {
    const isAfter = last
      ? sql`(r.started_at, r.id) > (${last.at}::text::timestamptz, ${last.id}::text)`
      : sql`r.started_at >= date_trunc('day', ${since.toISOString()}::timestamptz, ${timeZone})`
    const { rows } = await db.execute<Sums & { id: string; at: string }>(sql`
      select r.id, r.started_at::text as "at",
        to_char(r.started_at at time zone ${timeZone}, 'YYYY-MM-DD') as "day",
        r.model_id as "modelId", r.conversation_id as "chatId", c.title as "title",
        r.cost->>'currency' as "currency", 1 as "answers",
        coalesce((r.usage->>'promptTokens')::float8, 0) as "promptTokens",
        coalesce((r.usage->>'completionTokens')::float8, 0) as "completionTokens",
        coalesce((r.cost->>'amount')::float8, 0) as "amount"
      from runs r join conversations c on c.id = r.conversation_id
      where ${ownedBy('r')} and ${isAfter}
      order by r.started_at, r.id limit ${answersAtOnce}`)
    yield* rows
    last = rows.at(-1)
    if (rows.length < answersAtOnce) return
    await othersTurn()
  }
}

function addTo(sum: Sums, { answers, promptTokens, completionTokens, amount }: Sums): void {
  sum.answers += answers
  sum.promptTokens += promptTokens
  sum.completionTokens += completionTokens
  sum.amount += amount
}

const computeSum = (
  rows: readonly Sums[],
  field: 'answers' | 'promptTokens' | 'completionTokens' | 'amount',
): number => rows.reduce((all, row) => all + row[field], 0)

type Spent = Pick<Sums, 'amount' | 'completionTokens'>
const dearestFirst = (a: Spent, b: Spent): number =>
  b.amount - a.amount || b.completionTokens - a.completionTokens

function groupedDearestFirst(
  rows: readonly Sums[],
  keyOf: (row: Sums) => string,
): [string, Sums[]][] {
  return grouped(rows, keyOf)
    .map(([key, group]) => ({
      key,
      group,
      amount: computeSum(group, 'amount'),
      completionTokens: computeSum(group, 'completionTokens'),
    }))
    .toSorted(dearestFirst)
    .map(({ key, group }) => [key, group])
}

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

function sumUp(rows: readonly Sums[], isFree: (modelId: string) => boolean): UsageSum {
  const costs = new Map<string, number>()
  for (const { currency, amount } of rows) {
    if (currency !== null && amount > 0) costs.set(currency, (costs.get(currency) ?? 0) + amount)
  }
  const assumedUsd = rows
    .filter(({ currency, modelId }) => currency === null && !isFree(modelId))
    .reduce((sum, row) => sum + computeAssumedUsd(row), 0)
  return {
    answers: computeSum(rows, 'answers'),
    promptTokens: computeSum(rows, 'promptTokens'),
    completionTokens: computeSum(rows, 'completionTokens'),
    costs: Array.from(costs, ([currency, amount]) => ({ currency, amount })),
    ...(assumedUsd > 0 && { assumedUsd }),
  }
}

const computeAssumedUsd = ({ promptTokens, completionTokens }: Sums): number =>
  (promptTokens * unknownPrice.prompt + completionTokens * unknownPrice.completion) / 1_000_000
