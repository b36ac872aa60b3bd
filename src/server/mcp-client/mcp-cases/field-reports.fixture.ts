import type { ServerResponse } from 'node:http'
import { asRecord } from '#lib/fields.ts'
import type { McpCase } from './mcp-case.fixture.ts'

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const text = { type: 'string' }
const words = (said: string) => ({ type: 'text', text: said })
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const f = (name: string, rest: Partial<McpCase>): McpCase => ({
  class: 'servers of the field',
  name,
  expected: {},
  ...rest,
})
const schema = (name: string, inputSchema: unknown, expected: Record<string, unknown>) =>
  f(name, {
    lists: [{ tools: [{ name: 'one', inputSchema }] }],
    expected: { tools: ['one'], odd: [], schema: expected },
  })
const result = (name: string, given: unknown, expected: McpCase['expected']) =>
  f(name, { result: given, expected })
const json = (response: ServerResponse, value: unknown, status = 200, type = 'application/json') =>
  void response.writeHead(status, { 'content-type': type }).end(JSON.stringify(value))

const onCall =
  (write: (response: ServerResponse, id: unknown) => void): NonNullable<McpCase['write']> =>
  (response, message) => {
    const { id, result: given } = asRecord(message)
    if (asRecord(given)['content'] === undefined) json(response, message)
    else write(response, id)
  }
const called = { content: [words('Forty')] }

/** Messages of servers from bug reports about other MCP clients. */
export const fieldReports: readonly McpCase[] = [
  ...(
    [
      ['200 and an empty object', (r) => json(r, {})],
      ['200 and null', (r) => json(r, null)],
      ['200 and words', (r) => void r.writeHead(200, { 'content-type': 'text/plain' }).end('OK')],
      ['204', (r) => void r.writeHead(204).end()],
      ['200 and nothing', (r) => void r.writeHead(200).end()],
      [
        '200 and an empty stream',
        (r) => void r.writeHead(200, { 'content-type': 'text/event-stream' }).end(),
      ],
    ] satisfies [string, NonNullable<McpCase['acknowledge']>][]
  ).map(([name, acknowledge]) =>
    f(`a notification answered with ${name}`, { acknowledge, expected: { tools: ['one'] } }),
  ),
  f('no capabilities although it has tools', {
    initialization: { capabilities: {} },
    expected: { tools: ['one'] },
  }),
  f('null as its capabilities', {
    initialization: { capabilities: null },
    expected: { tools: ['one'] },
  }),
  f('text as information about itself', {
    initialization: { serverInfo: 'odd 1.0' },
    expected: { tools: ['one'] },
  }),
  schema(
    'a list of properties',
    {
      type: 'object',
      properties: [
        { name: 'a', type: 'string', description: 'First', required: true },
        { name: 'b', type: 'integer' },
      ],
    },
    object(
      { a: { type: 'string', description: 'First' }, b: { type: 'integer' } },
      {
        required: ['a'],
      },
    ),
  ),
  schema('an empty list as schema, from PHP', [], object({})),
  schema(
    'numbers as text',
    object({ a: { type: 'integer', minimum: '0', maximum: '10' } }),
    object({ a: { type: 'integer', minimum: 0, maximum: 10 } }),
  ),
  schema('an empty enumeration', object({ a: { type: 'string', enum: [] } }), object({ a: text })),
  schema(
    'a null in an enumeration of texts',
    object({ a: { type: 'string', enum: ['x', null], nullable: true } }),
    object({ a: { type: 'string', enum: ['x'] } }),
  ),
  schema(
    'a number as description',
    object({ a: { type: 'string', description: 7 } }),
    object({ a: text }),
  ),
  f('an output schema that the result does not match', {
    lists: [
      {
        tools: [
          {
            name: 'one',
            inputSchema: object({}),
            outputSchema: object({ n: { type: 'number' } }, { required: ['n'] }),
          },
        ],
      },
    ],
    result: { content: [words('Forty')], structuredContent: { n: 'two' } },
    expected: { texts: ['Forty', 'two'] },
  }),
  f('an output schema without structured content', {
    lists: [
      {
        tools: [
          {
            name: 'one',
            inputSchema: object({}),
            outputSchema: object({ n: { type: 'number' } }, { required: ['n'] }),
          },
        ],
      },
    ],
    result: { content: [words('Forty')] },
    expected: { texts: ['Forty'] },
  }),
  f('a name in Chinese', {
    lists: [
      {
        tools: [
          { name: '查询天气', inputSchema: object({}) },
          { name: 'one', inputSchema: object({}) },
        ],
      },
    ],
    expected: { tools: ['one', '查询天气'], odd: [] },
  }),
  f('a name with spaces', {
    lists: [{ tools: [{ name: 'Get weather', inputSchema: object({}) }] }],
    expected: { tools: ['Get weather'], odd: [] },
  }),
  result(
    'a picture as the JSON of a Buffer',
    {
      content: [
        {
          type: 'image',
          mimeType: 'image/png',
          data: { type: 'Buffer', data: [...Buffer.from(png, 'base64')] },
        },
      ],
    },
    { pictureCount: 1 },
  ),
  result(
    'a picture as a list of bytes',
    {
      content: [{ type: 'image', mimeType: 'image/png', data: [...Buffer.from(png, 'base64')] }],
    },
    { pictureCount: 1 },
  ),
  result(
    'a picture with a wrong type',
    {
      content: [{ type: 'image', mimeType: 'image/jpeg', data: png }],
    },
    { pictureCount: 1 },
  ),
  result(
    'a picture with the type “png”',
    {
      content: [{ type: 'image', mimeType: 'png', data: png }],
    },
    { pictureCount: 1 },
  ),
  result(
    'a picture with an unknown type',
    {
      content: [{ type: 'image', mimeType: 'application/octet-stream', data: png }],
    },
    { pictureCount: 1 },
  ),
  result(
    'a picture at an address',
    {
      content: [{ type: 'image', url: 'https://a.example/p.png' }],
    },
    { texts: ['https://a.example/p.png'] },
  ),
  result(
    'an SVG picture',
    {
      content: [
        {
          type: 'image',
          mimeType: 'image/svg+xml',
          data: Buffer.from('<svg><title>Forty</title></svg>').toString('base64'),
        },
      ],
    },
    { texts: ['<title>Forty</title>'] },
  ),
  result(
    'a picture in a text',
    {
      content: [words(`data:image/png;base64,${png}`)],
    },
    { pictureCount: 1 },
  ),
  result('a bare number', 42, { texts: ['42'] }),
  result(
    'Markdown',
    { content: [{ type: 'markdown', markdown: '# Forty' }] },
    { texts: ['# Forty'] },
  ),
  result(
    'an error item',
    { content: [{ type: 'error', error: 'Forty' }], isError: true },
    { error: 'Odd says: Forty' },
  ),
  result(
    'structured content only, in an error',
    { content: [], structuredContent: { reason: 'Forty' }, isError: true },
    { error: 'Odd says: {"reason":"Forty"}' },
  ),
  result(
    'a text that is null beside structured content',
    { content: [{ type: 'text', text: null }], structuredContent: { a: 'Forty' } },
    { texts: ['{"a":"Forty"}'] },
  ),
  result(
    'CSV as a blob',
    {
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'file:///a.csv',
            mimeType: 'text/csv',
            blob: Buffer.from('a;b\n1;Forty').toString('base64'),
          },
        },
      ],
    },
    { texts: ['1;Forty'] },
  ),
  f('an error without an id', {
    result: called,
    write: onCall((r) =>
      json(r, { jsonrpc: '2.0', id: null, error: { code: -32_600, message: 'Bad thing' } }),
    ),
    expected: { error: 'Bad thing' },
  }),
  f('an error as text', {
    result: called,
    write: onCall((r, id) => json(r, { jsonrpc: '2.0', id, error: 'Bad thing' })),
    expected: { error: 'Bad thing' },
  }),
  f('an error with a code as text', {
    result: called,
    write: onCall((r, id) =>
      json(r, { jsonrpc: '2.0', id, error: { code: 'E_BAD', message: 'Bad thing' } }),
    ),
    expected: { error: 'Bad thing' },
  }),
  f('an error without a code', {
    result: called,
    write: onCall((r, id) => json(r, { jsonrpc: '2.0', id, error: { message: 'Bad thing' } })),
    expected: { error: 'Bad thing' },
  }),
  f('an error of a call with the status 400', {
    result: called,
    write: onCall((r, id) =>
      json(r, { jsonrpc: '2.0', id, error: { code: -32_602, message: 'Bad thing' } }, 400),
    ),
    expected: { error: 'Bad thing' },
  }),
  f('an error of a call with the status 500', {
    result: called,
    write: onCall((r, id) =>
      json(r, { jsonrpc: '2.0', id, error: { code: -32_603, message: 'Bad thing' } }, 500),
    ),
    expected: { error: 'Bad thing' },
  }),
  f('a byte order mark', {
    result: called,
    write: (r, m) =>
      void r
        .writeHead(200, { 'content-type': 'application/json' })
        .end(`\uFEFF${JSON.stringify(m)}`),
    expected: { tools: ['one'], texts: ['Forty'] },
  }),
  f('indented JSON over several lines of an event', {
    result: called,
    write: (r, m) =>
      void r.writeHead(200, { 'content-type': 'text/event-stream' }).end(
        `event: message\n${JSON.stringify(m, null, 2)
          .split('\n')
          .map((l) => `data: ${l}\n`)
          .join('')}\n`,
      ),
    expected: { tools: ['one'], texts: ['Forty'] },
  }),
  f('a ping before the answer', {
    result: called,
    write: (r, m) =>
      void r
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: {"jsonrpc":"2.0","id":"p1","method":"ping"}\n\ndata: ${JSON.stringify(m)}\n\n`),
    expected: { tools: ['one'], texts: ['Forty'] },
  }),
  f('a request for roots and for a sample before the answer', {
    result: called,
    write: (r, m) =>
      void r
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(
          `data: {"jsonrpc":"2.0","id":91,"method":"roots/list"}\n\ndata: {"jsonrpc":"2.0","id":92,"method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}\n\ndata: ${JSON.stringify(m)}\n\n`,
        ),
    expected: { tools: ['one'], texts: ['Forty'] },
  }),
  f('another event name', {
    result: called,
    write: (r, m) =>
      void r
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`event: response\ndata: ${JSON.stringify(m)}\n\n`),
    expected: { tools: ['one'], texts: ['Forty'] },
  }),
  f('no blank line after the last event', {
    result: called,
    write: (r, m) =>
      void r
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: ${JSON.stringify(m)}`),
    expected: { tools: ['one'], texts: ['Forty'] },
  }),
  f('the status 201', {
    result: called,
    write: (r, m) => json(r, m, 201),
    expected: { tools: ['one'], texts: ['Forty'] },
  }),
]
