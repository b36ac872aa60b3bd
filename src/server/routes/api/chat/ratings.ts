import { Hono } from 'hono'
import { z } from 'zod'
import { putRatingSchema, putVoteSchema } from '#contract/chat/ratings.ts'
import { exportRatingsCsv, exportRatingsJsonl } from '../../../chat/ratings/export-ratings.ts'
import type { Ratings } from '../../../chat/ratings/ratings.ts'
import { toStream } from '../../../http/to-stream.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'
import type { Store } from '../../../store/store.ts'

const bodyBytesMax = 16 * 1024
const exportSchema = z.object({ format: z.enum(['jsonl', 'csv']) })

export const ratingRoutes = ({ ratings, store }: { ratings: Ratings; store: Store }) =>
  new Hono()
    .get('/', async (c) => c.json(await ratings.summarise()))
    .get('/export', (c) => {
      const { format } = parseOr400(exportSchema, c.req.query())
      const lines = format === 'csv' ? exportRatingsCsv(store) : exportRatingsJsonl(store)
      return c.body(toStream(lines), 200, {
        'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl',
        'Content-Disposition': `attachment; filename="ratings.${format}"`,
      })
    })
    .delete('/answers', async (c) => {
      await ratings.deleteRatings()
      return c.body(null, 204)
    })
    .delete('/votes', async (c) => {
      await ratings.deleteVotes()
      return c.body(null, 204)
    })
    .put('/answers/:id', async (c) => {
      const rating = await readJsonBody(c, putRatingSchema, bodyBytesMax)
      return c.json(await ratings.rate(c.req.param('id'), rating))
    })
    .delete('/answers/:id', async (c) => {
      await ratings.unrate(c.req.param('id'))
      return c.body(null, 204)
    })
    .put('/votes/:id', async (c) => {
      const vote = await readJsonBody(c, putVoteSchema, bodyBytesMax)
      return c.json(await ratings.vote(c.req.param('id'), vote))
    })
    .delete('/votes/:id', async (c) => {
      await ratings.unvote(c.req.param('id'))
      return c.body(null, 204)
    })
