import { Hono } from 'hono'
import { openApiDocument } from './document.ts'
import { ownAddress } from '../../access/own-origin.ts'

/** Creates the route of `/openapi.json`, which contains no secret and needs no key. */
export const openApiRoutes = () =>
  new Hono().get('/openapi.json', (c) => {
    c.header('Cache-Control', 'no-cache')
    return c.json(openApiDocument(ownAddress(c)))
  })
