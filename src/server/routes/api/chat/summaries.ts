import { Hono } from 'hono'
import { changeSummarySchema, createSummarySchema } from '#contract/chat/summaries.ts'
import type { Summaries } from '../../../chat/summaries/summaries.ts'
import { readJsonBody } from '../../../http/validate.ts'

const bodyBytesMax = 256 * 1024

export const summaryRoutes = ({ summaries }: { summaries: Summaries }) =>
  new Hono()
    .post('/:id/summaries', async (c) => {
      const wanted = await readJsonBody(c, createSummarySchema, bodyBytesMax)
      return c.json(await summaries.create(c.req.param('id'), wanted, c.req.raw.signal), 201)
    })
    .put('/:id/summaries/:summaryId', async (c) => {
      const { id, summaryId } = c.req.param()
      const { text } = await readJsonBody(c, changeSummarySchema, bodyBytesMax)
      return c.json(await summaries.change(id, summaryId, text))
    })
    .delete('/:id/summaries/:summaryId', async (c) => {
      const { id, summaryId } = c.req.param()
      await summaries.remove(id, summaryId)
      return c.body(null, 204)
    })
