import { getBase } from '../../access/own-origin.ts'
import { Hono } from 'hono'
import { readMcpResourceSchema, useMcpPromptSchema, type McpOffers } from '#contract/mcp-offers.ts'
import {
  changeMcpServerSchema,
  createMcpServerSchema,
  mcpSignedInSchema,
  type McpServer,
  type McpServerList,
  type McpSignIn,
} from '#contract/mcp-servers.ts'
import { HttpError } from '../../errors/http-error.ts'
import type { Audit } from '../../audit/audit.ts'
import { readJsonBody } from '../../http/validate.ts'
import type { McpService } from '../../mcp-client/mcp-service.ts'
import type { RouteRules } from './route-rules.ts'

const bodyBytesMax = 64 * 1024
const promptBytesMax = 512 * 1024

export const mcpServerRules: RouteRules = { permit: [['/*', 'connections', 'manage']] }

export const mcpServerRoutes = (services: {
  mcpServers: Omit<McpService, 'tools' | 'close'>
  audit: Audit
}) =>
  new Hono()
    .get('/', (c) => c.json(services.mcpServers.list() satisfies McpServerList))
    .post('/', async (c) => {
      const request = await readJsonBody(c, createMcpServerSchema, bodyBytesMax)
      const made = await services.mcpServers.create(request, c.req.raw.signal)
      services.audit.note({ kind: 'connection_made', subject: getLabel(made) })
      return c.json(made satisfies McpServer, 201)
    })
    .patch('/:id', async (c) => {
      const change = await readJsonBody(c, changeMcpServerSchema, bodyBytesMax)
      const changed = await services.mcpServers.change(c.req.param('id'), change)
      services.audit.note({ kind: 'connection_changed', subject: getLabel(changed) })
      return c.json(changed satisfies McpServer)
    })
    .get('/offers', async (c) =>
      c.json((await services.mcpServers.offers(c.req.raw.signal)) satisfies McpOffers),
    )
    .post('/:id/prompt', async (c) => {
      const request = await readJsonBody(c, useMcpPromptSchema, promptBytesMax)
      const { id } = c.req.param()
      return c.json(await services.mcpServers.prompt(id, request, c.req.raw.signal))
    })
    .post('/:id/resource', async (c) => {
      const request = await readJsonBody(c, readMcpResourceSchema, bodyBytesMax)
      const { id } = c.req.param()
      return c.json(await services.mcpServers.resource(id, request, c.req.raw.signal))
    })
    .post('/:id/refresh', async (c) => {
      const found = await services.mcpServers.refresh(c.req.param('id'), c.req.raw.signal)
      return c.json(found satisfies McpServer)
    })
    .post('/:id/sign-in', async (c) => {
      // Browsers always send `Origin` with this request. Earlier middleware has compared the origin
      // with the request's host.
      const origin = c.req.header('origin')
      if (origin === undefined || !URL.canParse(origin)) {
        throw new HttpError('bad_request', 'Sign in from the page in a browser.')
      }
      const own = new URL(origin).origin + getBase(c)
      const url = await services.mcpServers.beginSignIn(c.req.param('id'), own)
      return c.json({ url } satisfies McpSignIn)
    })
    .post('/signed-in', async (c) => {
      const answer = await readJsonBody(c, mcpSignedInSchema, bodyBytesMax)
      const found = await services.mcpServers.finishSignIn(answer, c.req.raw.signal)
      services.audit.note({ kind: 'connection_changed', subject: getLabel(found) })
      return c.json(found satisfies McpServer)
    })
    .delete('/:id', async (c) => {
      const id = c.req.param('id')
      await services.mcpServers.remove(id)
      services.audit.note({ kind: 'connection_deleted', subject: `MCP ${id}` })
      return c.body(null, 204)
    })

const getLabel = ({ id, name }: McpServer): string => `MCP ${id} “${name}”`
