import { readMcpCase, type McpCase } from './mcp-case.fixture.ts'
import { fieldReports } from './field-reports.fixture.ts'
import { laterMcpReports } from './later-reports.fixture.ts'
import { moreMcpSiblings } from './more-siblings.fixture.ts'
import { mcpSiblings } from './sibling-cases.fixture.ts'

const good = { name: 'good', inputSchema: { type: 'object', properties: {} } }
const object = { type: 'object' }
const inText = (name: string) => ({
  name,
  inputSchema: { type: 'object', properties: { a: { type: 'string' } } },
})

/** Lists of tools from bug reports. Each list contains a valid tool and an unusual tool. */
const reported = [
  'annotations_null',
  'anyof_no_type',
  'desc_null',
  'empty_schema',
  'icons_odd',
  'no_schema',
  'out_array',
  'out_null',
  'props_null',
  'required_null',
  'title_null',
  'type_list',
]

const usable: readonly [string, unknown][] = [
  ['a null schema', null],
  ['an array as properties', { type: 'object', properties: [] }],
  ['a boolean and a null property', { type: 'object', properties: { a: true, b: null } }],
  ['numbers in required', { type: 'object', properties: {}, required: [1, null] }],
  ['text as required', { type: 'object', properties: {}, required: 'a' }],
  ['a dialect', { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object', id: 7 }],
  ['no type', { properties: { a: {} } }],
  ['a null type', { type: null, properties: {} }],
  ['allOf', { allOf: [{ type: 'object', properties: {} }] }],
]
const unusable: readonly [string, unknown][] = [
  ['text as a schema', 'object'],
  ['a list as a schema', [1]],
  ['arguments in a list', { type: 'array', items: {} }],
  ['an external reference', { type: 'object', properties: { a: { $ref: 'https://a.example' } } }],
]
const oddFields: readonly [string, object][] = [
  [
    'all fields null',
    {
      title: null,
      description: null,
      annotations: null,
      icons: null,
      outputSchema: null,
      execution: null,
      _meta: null,
    },
  ],
  [
    'all fields of another type',
    {
      title: 1,
      description: [],
      annotations: 'x',
      icons: {},
      outputSchema: 'x',
      execution: [],
      _meta: [],
    },
  ],
  ['null hints', { annotations: { readOnlyHint: null, title: null, destructiveHint: 'yes' } }],
  ['icons without a source', { icons: [{}, null, 'x'] }],
  ['an output schema without a type', { outputSchema: {} }],
]

const listCases = async (): Promise<McpCase[]> => [
  ...(await Promise.all(
    reported.map(async (name) => ({
      class: 'tool lists',
      name,
      lists: [await readMcpCase(`mcp-list-${name}`)],
      expected: { tools: ['good', 'odd'], odd: [] },
    })),
  )),
  {
    class: 'tool lists',
    name: 'nextCursor_null',
    lists: [await readMcpCase('mcp-list-nextCursor_null')],
    expected: { tools: ['good'] },
  },
  ...usable.map(([name, inputSchema]) => ({
    class: 'tool lists',
    name,
    lists: [{ tools: [good, { name: 'odd', inputSchema }] }],
    expected: { tools: ['good', 'odd'], odd: [] },
  })),
  ...unusable.map(([name, inputSchema]) => ({
    class: 'tool lists',
    name,
    lists: [{ tools: [good, { name: 'odd', inputSchema }] }],
    expected: { tools: ['good'], odd: ['odd'] },
  })),
  ...oddFields.map(([name, fields]) => ({
    class: 'tool lists',
    name,
    lists: [{ tools: [good, { name: 'odd', inputSchema: object, ...fields }] }],
    expected: { tools: ['good', 'odd'], odd: [] },
  })),
  {
    class: 'tool lists',
    name: 'entries that are no tools',
    lists: [{ tools: [null, 'x', {}, { name: 7 }, good] }],
    expected: { tools: ['good'], odd: Array.from({ length: 4 }, () => '(without a name)') },
  },
  {
    class: 'tool lists',
    name: 'a name with spaces and two equal names',
    lists: [{ tools: [{ ...good, name: 'my tool' }, good, good] }],
    expected: { tools: ['good', 'my tool'], odd: ['good'] },
  },
  {
    class: 'tool lists',
    name: 'a null list',
    lists: [{ tools: null }],
    expected: { tools: [], odd: [] },
  },
  {
    class: 'tool lists',
    name: 'a cursor that repeats',
    lists: [
      { tools: [inText('a')], nextCursor: 'x' },
      { tools: [inText('b')], nextCursor: 'y' },
      { tools: [inText('c')], nextCursor: 'x' },
    ],
    expected: { tools: ['a', 'b', 'c'] },
  },
  ...['', 0, false, {}].map((nextCursor) => ({
    class: 'tool lists',
    name: `the cursor ${JSON.stringify(nextCursor)}`,
    lists: [{ tools: [good], nextCursor }],
    expected: { tools: ['good'] },
  })),
]

const text = { type: 'string' }
const schemas: readonly [string, object, object][] = [
  [
    'oneOf at the top',
    {
      oneOf: [
        { properties: { a: text }, required: ['a'] },
        { properties: { a: text, b: text }, required: ['a', 'b'] },
      ],
    },
    { type: 'object', properties: { a: text, b: text }, required: ['a'] },
  ],
  [
    'allOf at the top',
    {
      allOf: [
        { properties: { a: text }, required: ['a'] },
        { properties: { b: text }, required: ['b'] },
      ],
    },
    { type: 'object', properties: { a: text, b: text }, required: ['a', 'b'] },
  ],
  [
    'references',
    {
      properties: { a: { $ref: '#/$defs/A' } },
      $defs: { A: { type: 'object', properties: { b: { $ref: '#/$defs/B' } } }, B: text },
    },
    { type: 'object', properties: { a: { type: 'object', properties: { b: text } } } },
  ],
  [
    'lists of types',
    { properties: { a: { type: ['string', 'null'] }, b: { type: ['string', 'number'] } } },
    { type: 'object', properties: { a: text, b: { anyOf: [text, { type: 'number' }] } } },
  ],
  [
    'null fields',
    { properties: { a: { type: 'string', description: null, default: null, enum: ['x', null] } } },
    { type: 'object', properties: { a: { type: 'string', enum: ['x'] } } },
  ],
  [
    'a required name without a property',
    { properties: { a: text }, required: ['a', 'gone'] },
    { type: 'object', properties: { a: text }, required: ['a'] },
  ],
]

const schemaCases = async (): Promise<McpCase[]> => [
  {
    class: 'schemas for services',
    name: 'top_anyof',
    lists: [await readMcpCase('mcp-list-top_anyof')],
    expected: {
      tools: ['top_anyof'],
      schema: { type: 'object', properties: { content: text, source_url: text } },
    },
  },
  ...schemas.map(([name, inputSchema, schema]) => ({
    class: 'schemas for services',
    name,
    lists: [{ tools: [{ name: 'one', inputSchema }] }],
    expected: { schema: schema as Record<string, unknown> },
  })),
]

const base64 = (words: string) => Buffer.from(words).toString('base64')
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const resource = (more: object) => ({ type: 'resource', resource: { uri: 'file:///a', ...more } })
const results: readonly [string, unknown, McpCase['expected']][] = [
  ['null content', { content: null }, { texts: ['Done, without a result.'] }],
  ['no content', {}, { texts: ['Done, without a result.'] }],
  ['text as content', { content: 'Forty-two' }, { texts: ['Forty-two'] }],
  [
    'one item as content',
    { content: { type: 'text', text: 'Forty-two' } },
    { texts: ['Forty-two'] },
  ],
  ['strings in content', { content: ['Forty', 'two'] }, { texts: ['Forty', 'two'] }],
  [
    'a text that is an object',
    { content: [{ type: 'text', text: { a: 'Forty' } }] },
    { texts: ['{"a":"Forty"}'] },
  ],
  ['an unknown type', { content: [{ type: 'hologram', about: 'Forty' }] }, { texts: ['Forty'] }],
  [
    'null fields of an item',
    {
      content: [{ type: 'text', text: 'Forty', annotations: null, _meta: null }],

      structuredContent: null,
      isError: null,
    },
    { texts: ['Forty'] },
  ],
  [
    'a list as structuredContent',
    { content: [], structuredContent: ['Forty'] },
    { texts: ['["Forty"]'] },
  ],
  [
    'the same in both forms',
    { content: [{ type: 'text', text: '{"b":1,"a":2}' }], structuredContent: { a: 2, b: 1 } },
    { texts: ['{"b":1,"a":2}'] },
  ],
  ['only structuredContent', { structuredContent: { a: 'Forty' } }, { texts: ['Forty'] }],
  [
    'a blob of text',
    { content: [resource({ mimeType: 'text/plain; charset=utf-8', blob: base64('Forty – two') })] },
    { texts: ['Forty – two'] },
  ],
  [
    'a blob of JSON',
    { content: [resource({ mimeType: 'application/json', blob: base64('{"a":"Forty"}') })] },
    { texts: ['{"a":"Forty"}'] },
  ],
  [
    'a blob of text without a type',
    { content: [resource({ blob: base64('Forty') })] },
    { texts: ['Forty'] },
  ],
  [
    'a blob of bytes',
    { content: [resource({ mimeType: 'application/zip', blob: base64('PK\0\u0001') })] },
    { texts: ['(a file: file:///a)'] },
  ],
  [
    'a blob with a picture and MIME parameters',
    { content: [resource({ mimeType: 'image/png;foo=bar', blob: png })] },
    { pictureCount: 1 },
  ],
  [
    'a picture with MIME parameters',
    { content: [{ type: 'image', data: png, mimeType: 'IMAGE/PNG; q=1' }] },
    { pictureCount: 1 },
  ],
  [
    'a picture as a data URL',
    { content: [{ type: 'image', data: `data:image/png;base64,${png}` }] },
    { pictureCount: 1 },
  ],
  [
    'a picture with line breaks',
    { content: [{ type: 'image', data: png.replaceAll(/.{20}/g, '$&\n'), mimeType: 'image/png' }] },
    { pictureCount: 1 },
  ],
  [
    'a picture without data',
    {
      content: [
        { type: 'image', mimeType: 'image/png' },
        { type: 'text', text: 'Forty' },
      ],
    },
    { texts: ['Forty'] },
  ],
  [
    'a link without a name',
    { content: [{ type: 'resource_link', uri: 'https://a.example/x' }] },
    { texts: ['https://a.example/x'] },
  ],
  [
    'audio',
    {
      content: [
        { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
        { type: 'text', text: 'Forty' },
      ],
    },
    { texts: ['Forty', 'recording'] },
  ],
  [
    'a resource that is null',
    {
      content: [
        { type: 'resource', resource: null },
        { type: 'text', text: 'Forty' },
      ],
    },
    { texts: ['Forty'] },
  ],
  [
    'an error with text as content',
    { content: 'Broken', isError: true },
    { error: 'Odd says: Broken' },
  ],
  [
    'an error as text',
    { content: [{ type: 'text', text: 'Broken' }], isError: 'true' },
    { error: 'Odd says: Broken' },
  ],
  [
    'an error with null content',
    { content: null, isError: true },
    { error: 'Odd says: The call failed, without an explanation.' },
  ],
  [
    'an error with structuredContent',
    { content: [], structuredContent: { reason: 'Broken' }, isError: true },
    { error: 'Odd says: {"reason":"Broken"}' },
  ],
]

const resultCases = async (): Promise<McpCase[]> => [
  {
    class: 'results',
    name: 'blob-image',
    result: await readMcpCase('mcp-call-blob-image'),
    expected: { pictureCount: 1 },
  },
  {
    class: 'results',
    name: 'image-jpg',
    result: await readMcpCase('mcp-call-image-jpg'),
    expected: { pictureCount: 1 },
  },
  {
    class: 'results',
    name: 'error-empty',
    result: await readMcpCase('mcp-call-error-empty'),
    expected: { error: 'Odd says: The call failed, without an explanation.' },
  },
  {
    class: 'results',
    name: 'summary-and-structured',
    result: await readMcpCase('mcp-call-summary-and-structured'),
    expected: { texts: ['Returned 3 items.', 'alpha-71', 'gamma-73'] },
  },
  ...results.map(([name, result, expected]) => ({ class: 'results', name, result, expected })),
]

const event = (message: object) => `event: message\ndata: ${JSON.stringify(message)}\n\n`
const labels: readonly [string, string | undefined, (message: object) => string][] = [
  ['mcp-http-json-labelled-but-sse', 'application/json', event],
  ['mcp-http-sse-labelled-but-json', 'text/event-stream', JSON.stringify],
  ['JSON without a label', undefined, JSON.stringify],
  ['events without a label', undefined, event],
  ['JSON as text', 'text/plain', JSON.stringify],
  [
    'JSON after blank lines',
    'text/event-stream',
    (message) => `\n\n ${JSON.stringify(message, undefined, 2)}\n`,
  ],
  [
    'events after comments',
    'application/json; charset=utf-8',
    (message) => `: ping\n\n${event(message)}`,
  ],
  ['events with CRLF', 'application/json', (message) => event(message).replaceAll('\n', '\r\n')],
  ['a list of messages as events', 'text/event-stream', (message) => JSON.stringify([message])],
  [
    'JSON with a byte order mark',
    'text/event-stream',
    (message) => `\uFEFF${JSON.stringify(message)}`,
  ],
]

const labelCases: readonly McpCase[] = labels.map(([name, type, encode]) => ({
  class: 'labels',
  name,
  result: { content: [{ type: 'text', text: 'Forty' }] },
  write: (response, message) => {
    response.writeHead(200, type === undefined ? {} : { 'content-type': type })
    response.end(encode(message))
  },
  expected: { tools: ['one'], texts: ['Forty'] },
}))

/** Responses of MCP servers, for the tests and the benchmark `tolerance`. */
export const mcpCases: readonly McpCase[] = [
  ...(await listCases()),
  ...(await schemaCases()),
  ...(await resultCases()),
  ...labelCases,
  ...mcpSiblings,
  ...moreMcpSiblings,
  ...laterMcpReports,
  ...fieldReports,
]
