import { Hono } from 'hono'
import type { ModelList } from '#contract/models.ts'
import type { Catalogue } from '../../models/catalogue.ts'

/** `/api/models`. */
export const modelRoutes = ({ catalogue }: { catalogue: Catalogue }) =>
  new Hono().get('/', async (c) =>
    c.json((await catalogue.list(c.req.raw.signal)) satisfies ModelList),
  )
