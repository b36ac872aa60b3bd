import { Hono, type Context } from 'hono'
import { z } from 'zod'
import {
  allowAppDomainsSchema,
  callByAppSchema,
  type AppCallAnswer,
  type AppResource,
  type McpApp,
} from '#contract/mcp-apps.ts'
import { readMcpResourceSchema } from '#contract/mcp-offers.ts'
import type { AppService } from '../../../mcp-client/app-service.ts'
import { sendJson } from '../../../http/send-json.ts'
import { parseOr400, readJsonBody } from '../../../http/validate.ts'

const indexSchema = z.coerce.number().int().min(0).max(10_000)
const callBytesMax = 256 * 1024
const bodyBytesMax = 16 * 1024

/** Creates the routes of `/api/runs` for the apps of MCP servers that show results of tool calls. */
export const runAppRoutes = ({ apps }: { apps: AppService }) =>
  new Hono()
    .get('/:id/tool-calls/:index/app', async (c) =>
      sendJson(c, (await apps.open(readPlace(c), c.req.raw.signal)) satisfies McpApp),
    )
    .put('/:id/tool-calls/:index/app/domains', async (c) => {
      const { domains } = await readJsonBody(c, allowAppDomainsSchema, bodyBytesMax)
      await apps.allowDomains(readPlace(c), domains)
      return c.body(null, 204)
    })
    .post('/:id/tool-calls/:index/app/calls', async (c) => {
      const request = await readJsonBody(c, callByAppSchema, callBytesMax)
      const answer = await apps.call(readPlace(c), request, c.req.raw.signal)
      return sendJson(c, answer satisfies AppCallAnswer)
    })
    .post('/:id/tool-calls/:index/app/resource', async (c) => {
      const { uri } = await readJsonBody(c, readMcpResourceSchema, bodyBytesMax)
      const read = await apps.readResource(readPlace(c), uri, c.req.raw.signal)
      return sendJson(c, read satisfies AppResource)
    })

const readPlace = (c: Context) => ({
  runId: c.req.param('id') ?? '',
  index: parseOr400(indexSchema, c.req.param('index')),
})
