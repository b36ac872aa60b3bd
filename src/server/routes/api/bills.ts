import { Hono } from 'hono'
import { priceRequestSchema } from '#contract/bills.ts'
import { paramsBytesMax } from '#contract/tasks.ts'
import type { Bills } from '../../generation/bills.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { RouteRules } from './route-rules.ts'

const bodyBytesMax = paramsBytesMax + 4096

export const billRules: RouteRules = { permit: [['/accounts', 'balances']] }

export const billRoutes = ({ bills }: { bills: Bills }) =>
  new Hono()
    .get('/accounts', async (c) => c.json({ accounts: await bills.accounts(c.req.raw.signal) }))
    .post('/price', async (c) => {
      const request = await readJsonBody(c, priceRequestSchema, bodyBytesMax)
      return c.json({ price: await bills.price(request, c.req.raw.signal) })
    })
