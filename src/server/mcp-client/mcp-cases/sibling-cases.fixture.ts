import type { McpCase } from './mcp-case.fixture.ts'

const text = { type: 'string' }
const good = { name: 'good', inputSchema: { type: 'object', properties: {} } }
const words = (said: string) => ({ type: 'text', text: said })

const schemas: readonly [string, object, Record<string, unknown>][] = [
  [
    'nested references in a list',
    {
      type: 'object',
      properties: { list: { type: 'array', items: { $ref: '#/definitions/Item' } } },
      definitions: { Item: { type: 'object', properties: { name: text } } },
    },
    {
      type: 'object',
      properties: {
        list: { type: 'array', items: { type: 'object', properties: { name: text } } },
      },
    },
  ],
  [
    'references in encoded paths',
    {
      type: 'object',
      properties: { a: { $ref: '#/$defs/a~1b%20c' } },
      $defs: { 'a/b c': text },
    },
    { type: 'object', properties: { a: text } },
  ],
  [
    'a reference at the top',
    { $ref: '#/$defs/Input', $defs: { Input: { type: 'object', properties: { a: text } } } },
    { type: 'object', properties: { a: text } },
  ],
  [
    'a property called “required”',
    { type: 'object', properties: { a: text, required: text } },
    { type: 'object', properties: { a: text, required: text } },
  ],
]

const lists: readonly [string, unknown, McpCase['expected']][] = [
  [
    'snake case names of fields',
    { tools: [{ name: 'good', input_schema: good.inputSchema }] },
    { tools: ['good'] },
  ],
  [
    'parameters instead of inputSchema',
    { tools: [{ name: 'good', parameters: good.inputSchema }] },
    { tools: ['good'] },
  ],
  [
    'a very long description',
    { tools: [{ ...good, description: 'x'.repeat(200_000) }] },
    { tools: ['good'], odd: [] },
  ],
  [
    'dots in a name',
    { tools: [good, { ...good, name: 'files.read' }] },
    { tools: ['files.read', 'good'], odd: [] },
  ],
  [
    'an unknown field of the result',
    { tools: [good], ttl: 60, resultType: 'complete' },
    { tools: ['good'] },
  ],
]

const results: readonly [string, unknown, McpCase['expected']][] = [
  ['a number as text', { content: [{ type: 'text', text: 42 }] }, { texts: ['42'] }],
  ['a missing type', { content: [{ text: 'Forty' }] }, { texts: ['Forty'] }],
  ['the type in capitals', { content: [{ type: 'TEXT', text: 'Forty' }] }, { texts: ['Forty'] }],
  ['a nested list', { content: [[words('Forty')], words('two')] }, { texts: ['Forty', 'two'] }],
  ['null between items', { content: [null, words('Forty'), undefined] }, { texts: ['Forty'] }],
  ['the old toolResult', { toolResult: 'Forty' }, { texts: ['Forty'] }],
  [
    'a resource with text',
    { content: [{ type: 'resource', resource: { uri: 'file:///a', text: 'Forty' } }] },
    { texts: ['Forty'] },
  ],
  [
    'a resource with text outside',
    { content: [{ type: 'resource', uri: 'file:///a', text: 'Forty' }] },
    { texts: ['Forty'] },
  ],
  [
    'a link with a description',
    {
      content: [
        { type: 'resource_link', uri: 'file:///a', name: 'A', description: 'All about it' },
      ],
    },
    { texts: ['file:///a', 'All about it'] },
  ],
  [
    'structuredContent that is text',
    { content: [], structuredContent: 'Forty' },
    { texts: ['Forty'] },
  ],
  [
    'structuredContent beside another text',
    { content: [words('Two rows.')], structuredContent: { rows: [1, 2] } },
    { texts: ['Two rows.', '[1,2]'] },
  ],
  [
    'an error in structuredContent',
    { content: [], structuredContent: { error: 'Broken' }, isError: true },
    { error: 'Odd says: {"error":"Broken"}' },
  ],
]

export const mcpSiblings: readonly McpCase[] = [
  ...lists.map(([name, list, expected]) => ({
    class: 'tool lists',
    name: `sibling: ${name}`,
    lists: [list],
    expected,
  })),
  ...schemas.map(([name, inputSchema, schema]) => ({
    class: 'schemas for services',
    name: `sibling: ${name}`,
    lists: [{ tools: [{ name: 'one', inputSchema }] }],
    expected: { schema },
  })),
  ...results.map(([name, result, expected]) => ({
    class: 'results',
    name: `sibling: ${name}`,
    result,
    expected,
  })),
]
