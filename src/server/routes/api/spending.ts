import { Hono, type Context } from 'hono'
import {
  setLimitSchema,
  spendingQuerySchema,
  type LimitState,
  type LimitStates,
} from '#contract/spending.ts'
import { ownValue } from '#lib/own-value.ts'
import type { SignedInEnv } from '../../access/guards.ts'
import type { Audit } from '../../audit/audit.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseOr400, readJsonBody } from '../../http/validate.ts'
import { formatAmount } from '../../spending/check-limits.ts'
import type { Spending } from '../../spending/spending.ts'
import type { SpendingReports } from '../../spending/spending-report.ts'
import type { RouteRules } from './route-rules.ts'

const bodyBytesMax = 4096

type SpendingServices = { spending: Spending; spendingReport: SpendingReports; audit: Audit }

export const spendingRules: RouteRules = { permit: [['/all', 'spending', 'manage']] }

/**
 * Creates the routes of `/api/spending`: the person's limits, their usage under `/own`, and
 * everybody's usage under `/all` for admins.
 */
export const spendingRoutes = (services: SpendingServices) =>
  new Hono<SignedInEnv>()
    .get('/', async (c) => {
      const { spending, spendingReport } = services
      const ofModels = (await spending.limits.list()).filter(({ scope }) => scope === 'model')
      const states = await spending.states([...(await spending.applying()), ...ofModels])
      const names = states.some(({ scope }) => scope === 'team') && (await spendingReport.names())
      const limits = names ? states.map((state) => named(state, names)) : states
      return c.json({ limits } satisfies LimitStates)
    })
    .get('/own', (c) => sendReport(c, services.spendingReport, c.get('caller').id))
    .get('/all', (c) => sendReport(c, services.spendingReport))

async function sendReport(c: Context, reports: SpendingReports, of?: string): Promise<Response> {
  const { format, days } = parseOr400(spendingQuerySchema, c.req.query())
  const asked = { days, ...(of !== undefined && { of }) }
  if (format === 'json') return c.json(await reports.report(asked))
  return c.body(await reports.csv(asked), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': 'attachment; filename="bozzetto-spending.csv"',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  })
}

export const limitRules: RouteRules = {
  permit: [['/*', 'spending', 'manage']],
  confirm: [
    [['PUT'], ['']],
    [['DELETE'], ['/:id']],
  ],
}

/** Creates the routes of `/api/limits`, for admins. */
export const limitRoutes = (services: SpendingServices) =>
  new Hono()
    .get('/', async (c) => c.json({ limits: await allStates(services) } satisfies LimitStates))
    .put('/', async (c) => {
      const limit = await services.spending.limits.set(
        await readJsonBody(c, setLimitSchema, bodyBytesMax),
      )
      const { measure, period, amount } = limit
      services.audit.note({
        kind: 'limit_set',
        subject: `${await forWhom(services, limit)}: ${formatAmount(measure, amount)} a ${period}`,
      })
      return c.json(limit)
    })
    .delete('/:id', async (c) => {
      const removed = await services.spending.limits.remove(c.req.param('id'))
      if (!removed) throw new HttpError('not_found', 'This limit has been removed already.')
      const { measure, period, amount } = removed
      services.audit.note({
        kind: 'limit_removed',
        subject: `${await forWhom(services, removed)}: ${formatAmount(measure, amount)} a ${period}`,
      })
      return c.body(null, 204)
    })

/**
 * Returns all limits with the names of the people whom they limit. Limits for everyone show no
 * usage, because usage is counted per person.
 */
async function allStates({ spending, spendingReport }: SpendingServices): Promise<LimitState[]> {
  const states = await spending.states(await spending.limits.list())
  const names = await spendingReport.names()
  return states.map((state) => named(state, names))
}

type Names = Awaited<ReturnType<SpendingReports['names']>>
type Subject = Pick<LimitState, 'scope' | 'subject'>

function named(state: LimitState, names: Names): LimitState {
  const name = getName(state, names)
  return { ...state, ...(name !== undefined && { name }) }
}

function getName({ scope, subject = '' }: Subject, { people, teams, keys }: Names) {
  const by: Record<string, typeof people | undefined> = { person: people, team: teams, key: keys }
  return ownValue(by, scope)?.get(subject)
}

/**
 * Formats for the audit log whom a limit applies to. Names are included, because events remain
 * after the person, team or key is deleted.
 */
async function forWhom({ spendingReport }: SpendingServices, limit: Subject): Promise<string> {
  const name = getName(limit, await spendingReport.names()) ?? limit.subject ?? ''
  return `${limit.scope} ${name}`.trim()
}
