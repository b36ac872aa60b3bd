import type { ServerResponse } from 'node:http'
import type { McpCase } from './mcp-case.fixture.ts'

const text = { type: 'string' }
const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const good = { name: 'good', inputSchema: object({ a: text }) }
const words = (said: string) => ({ type: 'text', text: said })
const found = { tools: ['good'], odd: [], schema: object({ a: text }) }
const { inputSchema } = good

const lists: readonly [string, unknown, McpCase['expected']][] = [
  ['a bare list', [good], found],
  ['a list without tools', [], { tools: [], odd: [] }],
  ['tools by name', { tools: { good: { inputSchema } } }, found],
  ['tools by number', { tools: { 0: good } }, found],
  ['tools as JSON text', { tools: JSON.stringify([good]) }, found],
  ['tools in tools', { tools: { tools: [good] } }, found],
  ['one tool without a list', { tools: good }, found],
  ['the list in “data”', { data: [good] }, found],
  ['the list in “result”', { result: { tools: [good] } }, found],
  ['input_schema', { tools: [{ name: 'good', input_schema: inputSchema }] }, found],
  ['parameters', { tools: [{ name: 'good', parameters: inputSchema }] }, found],
  [
    'OpenAI’s form',
    { tools: [{ type: 'function', function: { name: 'good', parameters: inputSchema } }] },
    found,
  ],
  [
    'a schema as JSON text',
    { tools: [{ name: 'good', inputSchema: JSON.stringify(inputSchema) }] },
    found,
  ],
  [
    'a schema in a schema',
    { tools: [{ name: 'good', inputSchema: { json: inputSchema } }] },
    found,
  ],
  [
    'properties without an object around them',
    { tools: [{ name: 'good', inputSchema: { a: text } }] },
    found,
  ],
  [
    'a number as name',
    { tools: [{ ...good, name: 7 }, good] },
    { tools: ['good'], odd: ['(without a name)'] },
  ],
  ['spaces around a name', { tools: [{ ...good, name: ' good ' }] }, found],
]

const schemas: readonly [string, object, Record<string, unknown>][] = [
  [
    'types in capitals',
    { type: 'OBJECT', properties: { a: { type: 'STRING' } } },
    object({ a: text }),
  ],
  [
    'types of Python',
    {
      type: 'dict',
      properties: {
        a: { type: 'str' },
        b: { type: 'int' },
        c: { type: 'list', items: { type: 'float' } },
        d: { type: 'bool' },
      },
    },
    object({
      a: text,
      b: { type: 'integer' },
      c: { type: 'array', items: { type: 'number' } },
      d: { type: 'boolean' },
    }),
  ],
  [
    'the type “any”',
    object({ a: { type: 'any', description: 'Anything' } }),
    object({ a: { description: 'Anything' } }),
  ],
  ['an unknown type', object({ a: { type: 'datetime' } }), object({ a: text })],
  [
    'required in a property',
    object({ a: { ...text, required: true }, b: { ...text, required: false } }),
    object({ a: text, b: text }, { required: ['a'] }),
  ],
  [
    'required in a nested property',
    object({ a: object({ b: { ...text, required: true } }) }),
    object({ a: object({ b: text }, { required: ['b'] }) }),
  ],
  ['an enumeration as text', object({ a: { ...text, enum: 'x' } }), object({ a: text })],
  [
    'an array without items',
    object({ a: { type: 'array' } }),
    object({ a: { type: 'array', items: {} } }),
  ],
  [
    'an array with a list of items',
    object({ a: { type: 'array', items: [text, text] } }),
    object({ a: { type: 'array', items: { anyOf: [text, text] } } }),
  ],
]

const results: readonly [string, unknown, McpCase['expected']][] = [
  ['bare text', 'Forty', { texts: ['Forty'] }],
  ['a bare list', [words('Forty')], { texts: ['Forty'] }],
  ['null', null, { texts: ['Done, without a result.'] }],
  ['content in content', { content: { content: [words('Forty')] } }, { texts: ['Forty'] }],
  ['the result in “result”', { result: 'Forty' }, { texts: ['Forty'] }],
  ['the result in “output”', { output: { a: 'Forty' } }, { texts: ['{"a":"Forty"}'] }],
  ['JSON in an item', { content: [{ type: 'json', json: { a: 'Forty' } }] }, { texts: ['Forty'] }],
  [
    'structured_content',
    { content: [], structured_content: { a: 'Forty' } },
    { texts: ['{"a":"Forty"}'] },
  ],
  ['is_error', { content: [words('Broken')], is_error: true }, { error: 'Odd says: Broken' }],
  [
    'isError as a number',
    { content: [words('Broken')], isError: 1 },
    { error: 'Odd says: Broken' },
  ],
  ['an error beside no content', { error: { message: 'Broken' } }, { error: 'Odd says: Broken' }],
  ['an error as text', { error: 'Broken' }, { error: 'Odd says: Broken' }],
  [
    'several resources',
    {
      content: [
        {
          type: 'resource',
          resource: [
            { uri: 'file:///a', text: 'Forty' },
            { uri: 'file:///b', text: 'two' },
          ],
        },
      ],
    },
    { texts: ['Forty', 'two'] },
  ],
]

const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const pictures: readonly [string, object][] = [
  [
    'of Anthropic’s form',
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
  ],
  ['of OpenAI’s form', { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }],
  ['with mime_type', { type: 'image', data: png, mime_type: 'image/png' }],
  ['in “blob”', { type: 'image', blob: png, mimeType: 'image/png' }],
  [
    'in the alphabet of URLs',
    { type: 'image', data: png.replaceAll('+', '-').replaceAll('/', '_'), mimeType: 'image/png' },
  ],
]

type Message = Record<string, unknown>
const envelopes: readonly [string, (message: Message) => unknown][] = [
  ['a null error beside the result', (message) => ({ ...message, error: null })],
  ['no version', ({ id, method, result, error }) => ({ id, method, result, error })],
  ['the version 1.0', (message) => ({ ...message, jsonrpc: '1.0' })],
  ['the id as text', (message) => ({ ...message, id: String(message['id']) })],
  ['further fields', (message) => ({ ...message, took: 5, method: null })],
  ['a list with one message', (message) => [message]],
]
const encodings: readonly [string, (value: unknown) => string][] = [
  ['application/json', (value) => JSON.stringify(value)],
  ['text/event-stream', (value) => `event: message\ndata: ${JSON.stringify(value)}\n\n`],
]

const envelopeCases = envelopes.flatMap(([name, change]) =>
  encodings.map(([type, encode]): McpCase => ({
    class: 'labels',
    name: `more: ${name}, as ${type}`,
    result: { content: [words('Forty')] },
    write: (response: ServerResponse, message: object) =>
      void response
        .writeHead(200, { 'content-type': type })
        .end(encode(change(message as Message))),
    expected: { tools: ['one'], texts: ['Forty'] },
  })),
)

const initializations: readonly [string, object][] = [
  ['no information about the server', { serverInfo: undefined }],
  ['a server without a version', { serverInfo: { name: 'odd' } }],
  ['true as the capability', { capabilities: { tools: true } }],
  ['a list as the capability', { capabilities: { tools: [] } }],
  ['null capabilities beside tools', { capabilities: { tools: {}, prompts: null, logging: null } }],
  ['null listChanged', { capabilities: { tools: { listChanged: null } } }],
  ['null instructions', { instructions: null }],
  ['a version that is not text', { serverInfo: { name: 'odd', version: 2 } }],
]

export const moreMcpSiblings: readonly McpCase[] = [
  ...lists.map(([name, list, expected]) => ({
    class: 'tool lists',
    name: `more: ${name}`,
    lists: [list],
    expected,
  })),
  ...schemas.map(([name, schema, expected]) => ({
    class: 'schemas for services',
    name: `more: ${name}`,
    lists: [{ tools: [{ name: 'one', inputSchema: schema }] }],
    expected: { tools: ['one'], schema: expected },
  })),
  ...results.map(([name, result, expected]) => ({
    class: 'results',
    name: `more: ${name}`,
    result,
    expected,
  })),
  ...pictures.map(([name, item]) => ({
    class: 'results',
    name: `more: a picture ${name}`,
    result: { content: [item] },
    expected: { pictureCount: 1 },
  })),
  ...envelopeCases,
  ...initializations.map(([name, initialization]) => ({
    class: 'labels',
    name: `more: ${name}`,
    initialization,
    expected: { tools: ['one'] },
  })),
]
