import { and, eq, gte } from 'drizzle-orm'
import type { Amounts, SpendingQuery, SpendingReport } from '#contract/spending.ts'
import { csvLine } from '#lib/csv.ts'
import { asServer } from '../store/owner-scope.ts'
import { apiKeys, teams, usageDays, users } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { addAmounts, formatUtcDay, noAmounts } from './amounts.ts'
import type { Spending } from './spending.ts'

const linesMax = 100_000

/** The number of days to report. `of` is the id of a person. Default: everybody. */
type Asked = Pick<SpendingQuery, 'days'> & { of?: string }

/** Reports about usage: of everybody for admins, or of one person for themselves. */
export type SpendingReports = {
  report: (asked: Asked) => Promise<SpendingReport>
  csv: (asked: Asked) => Promise<string>
  names: () => Promise<Record<'people' | 'teams' | 'keys', Map<string, string>>>
}

type Row = typeof usageDays.$inferSelect

export function createSpendingReport(
  { db }: Store,
  spending: Pick<Spending, 'flush'>,
  clock: () => number = Date.now,
): SpendingReports {
  async function read({ days, of }: Asked): Promise<Row[]> {
    await spending.flush()
    const since = formatUtcDay(clock() - (days - 1) * 86_400_000)
    return asServer(() =>
      db
        .select()
        .from(usageDays)
        .where(
          and(gte(usageDays.day, since), of === undefined ? undefined : eq(usageDays.ownerId, of)),
        )
        .orderBy(usageDays.day, usageDays.ownerId, usageDays.keyId, usageDays.modelId),
    )
  }

  const names: SpendingReports['names'] = () =>
    asServer(async () => {
      const people = await db.select({ id: users.id, name: users.name }).from(users)
      const keys = await db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys)
      const groups = await db.select({ id: teams.id, name: teams.name }).from(teams)
      return { people: byId(people), teams: byId(groups), keys: byId(keys) }
    })

  return {
    names,
    async report(asked) {
      const rows = await read(asked)
      const { people } = await names()
      return {
        total: together(rows),
        people: grouped(rows, ({ ownerId }) => ownerId).map(([id, sum]) => {
          const name = people.get(id)
          return { id, ...(name !== undefined && { name }), ...sum }
        }),
        models: grouped(
          rows.filter(({ modelId }) => modelId !== ''),
          ({ modelId }) => modelId,
        ).map(([modelId, sum]) => ({ modelId, ...sum })),
        days: grouped(rows, ({ day }) => day)
          .map(([day, sum]) => ({ day, ...sum }))
          .toSorted((a, b) => (a.day < b.day ? 1 : -1)),
      }
    },
    async csv(asked) {
      const rows = await read(asked)
      const { people, keys } = await names()
      const lines = rows
        .slice(0, linesMax)
        .map(({ day, ownerId, keyId, modelId, usd, tokens, models, bytes }) => [
          day,
          people.get(ownerId) ?? (people.size > 0 ? 'Deleted person' : ''),
          keys.get(keyId) ?? '',
          modelId,
          usd,
          tokens,
          models,
          bytes,
        ])
      const head = ['day', 'person', 'key', 'model', 'usd', 'tokens', 'models', 'bytes']
      return [head, ...lines].map(csvLine).join('')
    },
  }
}

const byId = (rows: { id: string; name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]))

const together = (rows: readonly Amounts[]): Amounts => rows.reduce(addAmounts, noAmounts)

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): [string, Amounts][] {
  const sums = new Map<string, Amounts>()
  for (const row of rows) {
    sums.set(keyOf(row), addAmounts(sums.get(keyOf(row)) ?? noAmounts, row))
  }
  return [...sums].toSorted(([, a], [, b]) => b.usd - a.usd || b.tokens - a.tokens)
}
