import { z } from 'zod'
import { isRecord } from '#lib/fields.ts'
import { pickRandom, type Random } from './json-from-schema.ts'

const revisions = [
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
  '1999-01-01',
  '',
] as const
const meta = 'io.modelcontextprotocol'

const call = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.int(), z.string()]).optional(),
  method: z.enum([
    'initialize',
    'ping',
    'tools/list',
    'tools/call',
    'tools/call',
    'tools/call',
    'server/discover',
    'subscriptions/listen',
    'notifications/initialized',
    'notifications/cancelled',
    'resources/read',
    'tasks/get',
  ]),
  params: z.object({
    name: z
      .enum([
        'bozzetto_make_3d_model',
        'bozzetto_wait',
        'bozzetto_cancel',
        'bozzetto_list_3d_models',
        'bozzetto_search_library',
        'bozzetto_look_at_model',
        'bozzetto_inspect_model',
        'bozzetto_change_model',
      ])
      .optional(),
    arguments: z
      .object({
        id: z.string().optional(),
        task_id: z.string().optional(),
        seconds: z.number().optional(),
        picture_url: z.string().optional(),
        picture_base64: z.string().optional(),
        library_id: z.string().optional(),
        model: z.string().optional(),
        params: z.record(z.string(), z.unknown()).optional(),
        request_id: z.string().optional(),
        query: z.string().optional(),
      })
      .optional(),
    protocolVersion: z.enum(revisions).optional(),
    capabilities: z.object({}).optional(),
    clientInfo: z.object({ name: z.string(), version: z.string() }).optional(),
    _meta: z
      .object({
        [`${meta}/protocolVersion`]: z.enum(revisions),
        [`${meta}/clientInfo`]: z.object({ name: z.string(), version: z.string() }),
        [`${meta}/clientCapabilities`]: z.object({}),
        progressToken: z.int().optional(),
      })
      .optional(),
  }),
})

export const mcpBody = z.union([call, call, call, z.array(call)])

/** Returns the headers of a client. They match the body unless the request is mostly random. */
export function mcpHeaders(
  body: unknown,
  { isRight, random }: { isRight: boolean; random: Random },
): Record<string, string> {
  const isOff = (fraction: number) => !isRight && random() < fraction
  const message = isRecord(body) ? body : {}
  const params = isRecord(message['params']) ? message['params'] : {}
  const envelope = isRecord(params['_meta']) ? params['_meta'] : {}
  const named = {
    'mcp-protocol-version': envelope[`${meta}/protocolVersion`],
    'mcp-method': message['method'],
    'mcp-name': params['name'],
  }
  const headers: Record<string, string> = {}
  if (!isOff(0.1)) headers['accept'] = 'application/json, text/event-stream'
  for (const [name, value] of Object.entries(named)) {
    if (isOff(0.15))
      headers[name] = pickRandom(random, [...revisions, 'tools/list', '=?base64?!?='])
    // Headers accept only Latin-1.
    else if (typeof value === 'string' && /^[ -~]{1,200}$/.test(value)) headers[name] = value
  }
  if (isOff(0.1)) headers['mcp-session-id'] = pickRandom(random, ['none', 'x'.repeat(4_000)])
  return headers
}

export const mcpError = z.looseObject({
  jsonrpc: z.literal('2.0'),
  error: z.looseObject({ code: z.int(), message: z.string() }),
})
