import type { ServerResponse } from 'node:http'
import { asRecord } from '#lib/fields.ts'
import type { McpCase } from './mcp-case.fixture.ts'
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pdf = Buffer.from('%PDF-1.4').toString('base64')
const list = (...tools: unknown[]) => [{ tools }]
const tool = (schema: unknown, more: object = {}) => ({
  name: 'one',
  description: 'x',
  inputSchema: schema,
  ...more,
})
const json = (r: ServerResponse, m: unknown, type = 'application/json', status = 200) =>
  void r.writeHead(status, { 'content-type': type }).end(JSON.stringify(m))
const b = (name: string, rest: Partial<McpCase>): McpCase => ({
  class: 'SDKs and own servers',
  name,
  expected: {},
  ...rest,
})
const callOnly = (result: unknown, ...texts: string[]) => ({ result, expected: { texts } })
/** Messages of servers that were written with the SDKs of several languages, or without an SDK. */
export const laterMcpReports: readonly McpCase[] = [
  b('java SDK nulls everywhere', {
    initialization: {
      capabilities: { tools: { listChanged: null }, logging: null, prompts: null },
      instructions: null,
      _meta: null,
      serverInfo: { name: 'j', version: '1', title: null },
    },
    lists: [
      {
        tools: [
          {
            name: 'one',
            title: null,
            description: null,
            inputSchema: {
              type: 'object',
              properties: { a: { type: 'string', description: null, enum: null } },
              required: null,
              additionalProperties: null,
              $defs: null,
              definitions: null,
            },
            outputSchema: null,
            annotations: null,
            _meta: null,
          },
        ],
        nextCursor: null,
        _meta: null,
      },
    ],
    expected: { tools: ['one'], odd: [] },
  }),
  b(
    'C# result nulls',
    callOnly(
      {
        content: [{ type: 'text', text: 'Hello', annotations: null, _meta: null }],
        structuredContent: null,
        isError: null,
        _meta: null,
      },
      'Hello',
    ),
  ),
  b('Go nil tools', { lists: [{ tools: null }], expected: { tools: [], odd: [] } }),
  b('Go nil content', {
    result: { content: null, isError: true },
    expected: { error: 'Odd says: The call failed, without an explanation.' },
  }),
  b('content string', callOnly({ content: 'Hello' }, 'Hello')),
  b('content one object', callOnly({ content: { type: 'text', text: 'Hello' } }, 'Hello')),
  b('toolResult of 2024-10', callOnly({ toolResult: { answer: 'Hello' } }, 'Hello')),
  b('bare string result', callOnly('Hello', 'Hello')),
  b(
    'type json content',
    callOnly({ content: [{ type: 'json', json: { answer: 'Hello' } }] }, 'Hello'),
  ),
  b('text object', callOnly({ content: [{ type: 'text', text: { answer: 'Hello' } }] }, 'Hello')),
  b('image data URL in data', {
    result: {
      content: [{ type: 'image', data: `data:image/png;base64,${png}`, mimeType: 'image/png' }],
    },
    expected: { pictureCount: 1 },
  }),
  b('anthropic image source', {
    result: {
      content: [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }],
    },
    expected: { pictureCount: 1 },
  }),
  b('image with mime_type snake', {
    result: { content: [{ type: 'image', data: png, mime_type: 'image/png' }] },
    expected: { pictureCount: 1 },
  }),
  b(
    'resource_link',
    callOnly(
      {
        content: [
          {
            type: 'resource_link',
            uri: 'https://a.example/r',
            name: 'Report',
            description: 'Quarterly',
          },
        ],
      },
      'https://a.example/r',
      'Report',
    ),
  ),
  b(
    'structured only without content',
    callOnly({ structuredContent: { answer: 'Hello' } }, 'Hello'),
  ),
  b('id as string', {
    write: (r, m) => json(r, { ...m, id: String(asRecord(m)['id']) }),
    expected: { tools: ['one'] },
  }),
  b('no jsonrpc field', {
    write: (r, m) => {
      const { jsonrpc: _j, ...rest } = asRecord(m)
      json(r, rest)
    },
    expected: { tools: ['one'] },
  }),
  b('batch list JSON', { write: (r, m) => json(r, [m]), expected: { tools: ['one'] } }),
  b('SSE with log first, no event name, CRLF', {
    write: (r, m) =>
      void r
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(
          `: ping\r\n\r\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"x"}}\r\n\r\ndata: ${JSON.stringify(m)}\r\n\r\n`,
        ),
    expected: { tools: ['one'] },
  }),
  b('result and error null', {
    write: (r, m) => json(r, { ...m, error: null }),
    expected: { tools: ['one'] },
  }),
  b('JSON-RPC error with data', {
    result: { content: [] },
    write: (r, m) => {
      const one = asRecord(m)
      json(
        r,
        asRecord(one['result'])['content']
          ? {
              jsonrpc: '2.0',
              id: one['id'],
              error: {
                code: -32603,
                message: 'Internal error',
                data: { detail: 'Table users missing' },
              },
            }
          : m,
      )
    },
    expected: { error: 'Internal error: Table users missing' },
  }),
  b('schema as JSON string', {
    lists: list(tool(JSON.stringify({ type: 'object', properties: { a: { type: 'string' } } }))),
    expected: { tools: ['one'], schema: { type: 'object', properties: { a: { type: 'string' } } } },
  }),
  b('input_schema snake', {
    lists: list({
      name: 'one',
      input_schema: { type: 'object', properties: { a: { type: 'string' } } },
    }),
    expected: { tools: ['one'], schema: { type: 'object', properties: { a: { type: 'string' } } } },
  }),
  b('python type names', {
    lists: list(
      tool({
        type: 'object',
        properties: {
          a: { type: 'str' },
          b: { type: 'int' },
          c: { type: 'float' },
          d: { type: 'bool' },
          e: { type: 'list' },
          f: { type: 'dict' },
          g: { type: 'any' },
        },
      }),
    ),
    expected: {
      tools: ['one'],
      schema: {
        type: 'object',
        properties: {
          a: { type: 'string' },
          b: { type: 'integer' },
          c: { type: 'number' },
          d: { type: 'boolean' },
          e: { type: 'array', items: {} },
          f: { type: 'object' },
          g: {},
        },
      },
    },
  }),
  b('required true in property (draft 3)', {
    lists: list(
      tool({
        type: 'object',
        properties: {
          a: { type: 'string', required: true },
          b: { type: 'string', required: false },
        },
      }),
    ),
    expected: {
      tools: ['one'],
      schema: {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        required: ['a'],
      },
    },
  }),
  b('draft-4 exclusiveMinimum', {
    lists: list(
      tool({
        $schema: 'http://json-schema.org/draft-04/schema#',
        type: 'object',
        properties: { a: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
      }),
    ),
    expected: {
      tools: ['one'],
      schema: { type: 'object', properties: { a: { type: 'integer', exclusiveMinimum: 0 } } },
    },
  }),
  b('uppercase types (gemini)', {
    lists: list(tool({ type: 'OBJECT', properties: { a: { type: 'STRING' } } })),
    expected: { tools: ['one'], schema: { type: 'object', properties: { a: { type: 'string' } } } },
  }),
  b('array without items', {
    lists: list(tool({ type: 'object', properties: { a: { type: 'array' } } })),
    expected: {
      tools: ['one'],
      schema: { type: 'object', properties: { a: { type: 'array', items: {} } } },
    },
  }),
  b('dangling $ref', {
    lists: list(tool({ type: 'object', properties: { a: { $ref: '#/$defs/Missing' } } })),
    expected: { tools: ['one'] },
  }),
  b('duplicate names', {
    lists: list(tool({ type: 'object' }), tool({ type: 'object' })),
    expected: { tools: ['one'], odd: ['one'] },
  }),
  b('tools as a map', {
    lists: [{ tools: { one: { description: 'x', inputSchema: { type: 'object' } } } }],
    expected: { tools: ['one'] },
  }),
  b('protocolVersion unknown future', {
    initialization: { protocolVersion: '2026-06-18' },
    expected: { tools: ['one'] },
  }),
  b('text/plain JSON', { write: (r, m) => json(r, m, 'text/plain'), expected: { tools: ['one'] } }),
  b('no content type', {
    write: (r, m) => void r.writeHead(200).end(JSON.stringify(m)),
    expected: { tools: ['one'] },
  }),

  b('numeric cursor', {
    lists: [
      { tools: [{ name: 'one', inputSchema: { type: 'object' } }], nextCursor: 2 },
      { tools: [{ name: 'two', inputSchema: { type: 'object' } }] },
    ],
    expected: { tools: ['one', 'two'] },
  }),
  b('tools in OpenAI form', {
    lists: [
      {
        tools: [
          {
            type: 'function',
            function: {
              name: 'one',
              description: 'x',
              parameters: { type: 'object', properties: { a: { type: 'string' } } },
            },
          },
        ],
      },
    ],
    expected: { tools: ['one'], schema: { type: 'object', properties: { a: { type: 'string' } } } },
  }),
  b(
    'structured list without content',
    callOnly({ content: [], structuredContent: [{ answer: 'Hello' }] }, 'Hello'),
  ),
  b('isError as text', {
    result: { content: [{ type: 'text', text: 'No such table' }], isError: 'true' },
    expected: { error: 'Odd says: No such table' },
  }),
  b(
    'pdf blob',
    callOnly(
      {
        content: [
          {
            type: 'resource',
            resource: { uri: 'file:///r.pdf', mimeType: 'application/pdf', blob: pdf },
          },
        ],
      },
      'r.pdf',
    ),
  ),
  b(
    'audio',
    callOnly(
      {
        content: [
          { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
          { type: 'text', text: 'Hello' },
        ],
      },
      'Hello',
    ),
  ),
  b('description as list, name with spaces', {
    lists: [{ tools: [{ name: 'one', description: ['a', 'b'], inputSchema: { type: 'object' } }] }],
    expected: { tools: ['one'], odd: [] },
  }),
  b('nested JSON-RPC in result', {
    write: (r, m) =>
      void r
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: asRecord(m)['id'], result: m })),
    expected: { tools: ['one'] },
  }),
]
