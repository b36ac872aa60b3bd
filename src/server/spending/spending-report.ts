import { and, eq, gte } from 'drizzle-orm'
import type { Amounts, SpendingQuery, SpendingReport } from '#contract/spending.ts'
import { csvLine } from '#lib/csv.ts'
import { toStream } from '../http/to-stream.ts'
import { asServer } from '../store/owner-scope.ts'
import { apiKeys, teams, usageDays, users } from '../store/schema.ts'
import type { Store } from '../store/store.ts'
import { addAmounts, formatUtcDay, noAmounts } from './amounts.ts'
import type { Spending } from './spending.ts'
import { usagePages, type UsageRow } from './usage-pages.ts'

/** The number of days to report. `of` is the id of a person. Default: everybody. */
type Asked = Pick<SpendingQuery, 'days'> & { of?: string }

/** Reports about usage: of everybody for admins, or of one person for themselves. */
export type SpendingReports = {
  report: (asked: Asked) => Promise<SpendingReport>
  csv: (asked: Asked) => Promise<ReadableStream<Uint8Array>>
  names: () => Promise<Record<'people' | 'teams' | 'keys', Map<string, string>>>
}

export function createSpendingReport(
  { db }: Store,
  spending: Pick<Spending, 'flush'>,
  clock: () => number = Date.now,
): SpendingReports {
  async function* read({ days, of }: Asked): AsyncGenerator<UsageRow[]> {
    await spending.flush()
    const since = formatUtcDay(clock() - (days - 1) * 86_400_000)
    const isAsked = of === undefined ? undefined : eq(usageDays.ownerId, of)
    yield* usagePages(db, and(gte(usageDays.day, since), isAsked))
  }

  const names: SpendingReports['names'] = () =>
    asServer(async () => {
      const people = await db.select({ id: users.id, name: users.name }).from(users)
      const keys = await db.select({ id: apiKeys.id, name: apiKeys.name }).from(apiKeys)
      const groups = await db.select({ id: teams.id, name: teams.name }).from(teams)
      return { people: byId(people), teams: byId(groups), keys: byId(keys) }
    })

  async function* lines(asked: Asked): AsyncGenerator<string> {
    const { people, keys } = await names()
    const nameless = people.size > 0 ? 'Deleted person' : ''
    const toLine = ({ day, ownerId, keyId, modelId, usd, tokens, models, bytes }: UsageRow) => {
      const person = people.get(ownerId) ?? nameless
      return csvLine([day, person, keys.get(keyId) ?? '', modelId, usd, tokens, models, bytes])
    }
    yield csvLine(['day', 'person', 'key', 'model', 'usd', 'tokens', 'models', 'bytes'])
    for await (const rows of read(asked)) yield rows.map(toLine).join('')
  }

  return {
    names,
    report: (asked) =>
      asServer(async () => {
        const [total, people, models, days] = [
          createSums(),
          createSums(),
          createSums(),
          createSums(),
        ]
        for await (const rows of read(asked)) {
          for (const row of rows) {
            total.add('', row)
            people.add(row.ownerId, row)
            if (row.modelId !== '') models.add(row.modelId, row)
            days.add(row.day, row)
          }
        }
        const known = (await names()).people
        return {
          total: total.get(''),
          people: people.list().map(([id, sum]) => {
            const name = known.get(id)
            return { id, ...(name !== undefined && { name }), ...sum }
          }),
          models: models.list().map(([modelId, sum]) => ({ modelId, ...sum })),
          days: days
            .list()
            .map(([day, sum]) => ({ day, ...sum }))
            .toSorted((a, b) => (a.day < b.day ? 1 : -1)),
        }
      }),
    csv: (asked) => asServer(() => toStream(lines(asked))),
  }
}

const byId = (rows: { id: string; name: string }[]) =>
  new Map(rows.map(({ id, name }) => [id, name]))

function createSums() {
  const sums = new Map<string, Amounts>()
  const get = (key: string) => sums.get(key) ?? noAmounts
  return {
    add: (key: string, row: Amounts) => sums.set(key, addAmounts(get(key), row)),
    get,
    /** Returns the sums, the highest first. */
    list: () => [...sums].toSorted(([, a], [, b]) => b.usd - a.usd || b.tokens - a.tokens),
  }
}
