import { Hono } from 'hono'
import { searchQuerySchema } from '#contract/chat/search.ts'
import type { SearchService } from '../../chat/conversations/search-service.ts'
import { parseOr400 } from '../../http/validate.ts'

export const searchRoutes = ({ search }: { search: SearchService }) =>
  new Hono().get('/', async (c) =>
    c.json(await search.search(parseOr400(searchQuerySchema, c.req.query()))),
  )
