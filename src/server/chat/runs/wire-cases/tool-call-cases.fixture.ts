import {
  body,
  calculate,
  chunk,
  doneMark,
  lines,
  product,
  sse,
  sum,
  toolChunks,
  type WireCase,
} from './wire-case.fixture.ts'

const both = { results: ['6*7 = 42', '1+1 = 2'], text: 'Done.' }
const one = { results: ['6*7 = 42'], text: 'Done.' }
const failedCall = { results: ['The arguments are not valid JSON.'], text: 'Done.' }
const pieces = [product.slice(0, 7), product.slice(7, 12), product.slice(12)]
const whole = (message: object, reason = 'tool_calls') =>
  body({ choices: [{ index: 0, message, finish_reason: reason }] })

const chatCalls: readonly [name: string, answer: string, expected: WireCase['expected']][] = [
  [
    'two null ids in one chunk',
    toolChunks([calculate(product, { id: null }), calculate(sum, { id: null })]),
    both,
  ],
  ['neither index nor id', toolChunks(calculate(product), calculate(sum)), both],
  [
    'duplicate ids with different indexes',
    toolChunks(
      calculate(product, { index: 0, id: 'call_1' }),
      calculate(sum, { index: 1, id: 'call_1' }),
    ),
    both,
  ],
  [
    'duplicate ids without index',
    toolChunks([calculate(product, { id: 'call_1' }), calculate(sum, { id: 'call_1' })]),
    both,
  ],
  [
    'empty ids and names with each piece',
    toolChunks(
      ...pieces.map((piece) => calculate(piece, { index: 0, id: '' })),
      ...[sum.slice(0, 4), sum.slice(4)].map((piece) => calculate(piece, { index: 1, id: '' })),
    ),
    both,
  ],
  [
    'numbers as ids',
    toolChunks(
      calculate(pieces[0], { id: 7 }),
      calculate(sum, { id: 8 }),
      { id: 7, function: { arguments: pieces[1] } },
      { id: 7, function: { arguments: pieces[2] } },
    ),
    both,
  ],
  [
    'texts as indexes',
    toolChunks(
      calculate(pieces[0], { index: '0', id: 'a' }),
      calculate(sum.slice(0, 5), { index: '1', id: 'b' }),
      { index: '0', function: { arguments: pieces[1] } },
      { index: '1', function: { arguments: sum.slice(5) } },
      { index: '0', function: { arguments: pieces[2] } },
    ),
    both,
  ],
  [
    'interleaved pieces',
    toolChunks(
      calculate('', { index: 0, id: 'a' }),
      calculate('', { index: 1, id: 'b' }),
      [
        { index: 1, function: { arguments: sum.slice(0, 5) } },
        { index: 0, function: { arguments: pieces[0] } },
      ],
      { index: 0, function: { arguments: pieces[1] } },
      { index: 1, function: { arguments: sum.slice(5) } },
      { index: 0, function: { arguments: pieces[2] } },
    ),
    both,
  ],
  [
    'one object instead of a list',
    sse(chunk({ tool_calls: calculate(product) }), chunk({}, 'tool_calls')),
    one,
  ],
  ['no field "function"', toolChunks({ id: 'a', name: 'calculate', arguments: product }), one],
  [
    'the old field "function_call"',
    sse(
      chunk({ function_call: { name: 'calculate', arguments: pieces[0] } }),
      chunk({ function_call: { arguments: pieces[1] } }),
      chunk({ function_call: { arguments: pieces[2] } }),
      chunk({}, 'function_call'),
      doneMark,
    ),
    one,
  ],
  [
    'unstreamed calls',
    whole({ content: null, tool_calls: [calculate(product), calculate(sum)] }),
    both,
  ],
  [
    'a usual stop reason',
    whole({ content: '', tool_calls: [calculate(product, { id: 'a' })] }, 'stop'),
    one,
  ],
  [
    'null calls beside text',
    sse(chunk({ content: 'Hi', tool_calls: null }), chunk({}, 'stop')),
    { text: 'Hi' },
  ],
  [
    'no call in the list',
    sse(chunk({ content: 'Hi', tool_calls: [null, 'x'] }), chunk({}, 'stop')),
    { text: 'Hi' },
  ],
]

const givenArguments: readonly [name: string, given: unknown[], expected: WireCase['expected']][] =
  [
    ['a code fence', [`\`\`\`json\n${product}\n\`\`\``], one],
    ['a code fence without language, in pieces', ['```', `\n${product}`, '\n```'], one],
    ['a language label', [`json\n${product}`], one],
    ['triple encoding', [JSON.stringify(JSON.stringify(product))], one],
    ['double encoding in pieces', JSON.stringify(product).split(''), one],
    ['an object', [JSON.parse(product)], one],
    ['an object in a list', [`[${product}]`], one],
    ['an empty object before pieces', ['{}', ...pieces], one],
    ['an empty object after', [...pieces, '{}'], one],
    ['a repetition at the end', [...pieces, product], one],
    ['cumulative pieces', [pieces[0], pieces.slice(0, 2).join(''), product], one],
    [
      'cumulative pieces that begin empty',
      ['', pieces[0], pieces.slice(0, 2).join(''), product, product],
      one,
    ],
    ['a trailing comma', ['{"expression":"6*7",}'], one],
    [
      'a line break in a string',
      ['{"expression":"6\n*7"}'],
      { results: ['6\n*7 = 42'], text: 'Done.' },
    ],
    ['white space around', [`\n\n${product}\n `], one],
    ['a byte order mark', [`\uFEFF${product}`], one],
    ['truncated JSON', [product.slice(0, -4)], failedCall],
    ['two different objects', [product, sum], failedCall],
    ['words', ['six times seven'], failedCall],
  ]

const emptyArguments = ['', 'null', '""', '[]', '{}', ' ', 'None', null]

const missing = '“expression”: Invalid input: expected string, received undefined'

const anthropicStart = { type: 'message_start', message: { content: [], usage: null } }
const anthropicEnd = [
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: null },
  { type: 'message_stop' },
]
const block = (index: number | undefined, more: object = {}) => ({
  type: 'content_block_start',
  index,
  content_block: { type: 'tool_use', id: 'toolu_1', name: 'calculate', input: {}, ...more },
})
const json = (index: number | undefined, piece: unknown) => ({
  type: 'content_block_delta',
  index,
  delta: { type: 'input_json_delta', partial_json: piece },
})
const stop = (index: number | undefined) => ({ type: 'content_block_stop', index })

const anthropicCalls: readonly [name: string, records: object[], expected: WireCase['expected']][] =
  [
    ['duplicate ids', [block(0), json(0, product), stop(0), block(1), json(1, sum), stop(1)], both],
    [
      'one index for all blocks',
      [block(0), json(0, product), stop(0), block(0, { id: 'b' }), json(0, sum), stop(0)],
      both,
    ],
    [
      'no index and no stop of blocks',
      [
        block(undefined),
        json(undefined, product),
        block(undefined, { id: 'b' }),
        json(undefined, sum),
      ],
      both,
    ],
    ['a null id', [block(0, { id: null }), json(0, product), stop(0)], one],
    ['the input with the start', [block(0, { input: JSON.parse(product) }), stop(0)], one],
    ['the input as text', [block(0, { input: product }), stop(0)], one],
    ['the input with the start, without a stop', [block(0, { input: JSON.parse(product) })], one],
    ['an object as a piece', [block(0), json(0, JSON.parse(product)), stop(0)], one],
    ['double encoding', [block(0), json(0, JSON.stringify(product)), stop(0)], one],
  ]

const ollamaCall = (given: unknown, more: object = {}) => ({
  ...more,
  function: { name: 'calculate', arguments: given },
})
const ollama = (...calls: unknown[]) =>
  lines(...calls.map((call) => ({ message: { content: '', tool_calls: call } })), {
    message: { content: '' },
    done: true,
    done_reason: 'stop',
  })
const ollamaCalls: readonly [name: string, answer: string, expected: WireCase['expected']][] = [
  [
    'two calls without ids',
    ollama([ollamaCall(JSON.parse(product)), ollamaCall(JSON.parse(sum))]),
    both,
  ],
  ['two lines with texts', ollama([ollamaCall(product)], [ollamaCall(sum)]), both],
  [
    'duplicate ids',
    ollama([ollamaCall(product, { id: 'a' })], [ollamaCall(sum, { id: 'a' })]),
    both,
  ],
  ['one object instead of a list', ollama(ollamaCall(product)), one],
  ['double encoding', ollama([ollamaCall(JSON.stringify(product))]), one],
  ['no field "function"', ollama([{ name: 'calculate', arguments: JSON.parse(product) }]), one],
  [
    'a call in the last line',
    lines({
      message: { content: '', tool_calls: [ollamaCall(product)] },
      done: true,
      done_reason: 'stop',
    }),
    one,
  ],
]

const item = (more: object = {}) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'calculate',
  arguments: '',
  ...more,
})
const added = (at: object, more: object = {}) => ({
  type: 'response.output_item.added',
  ...at,
  item: item(more),
})
const grown = (at: object, delta: string) => ({
  type: 'response.function_call_arguments.delta',
  ...at,
  delta,
})
const ended = (at: object, more: object = {}) => ({
  type: 'response.output_item.done',
  ...at,
  item: item(more),
})
const completed = (response: object = {}) => ({
  type: 'response.completed',
  response: { status: 'completed', ...response },
})
const second = { id: 'fc_2', call_id: 'call_2' }
const responsesCalls: readonly [name: string, records: object[], expected: WireCase['expected']][] =
  [
    [
      'one index for all items',
      [
        added({ output_index: 0 }),
        grown({ output_index: 0, item_id: 'fc_1' }, product),
        ended({ output_index: 0 }, { arguments: product }),
        added({ output_index: 0 }, second),
        grown({ output_index: 0, item_id: 'fc_2' }, sum),
        ended({ output_index: 0 }, { ...second, arguments: sum }),
        completed(),
      ],
      both,
    ],
    [
      'no index',
      [
        added({}),
        added({}, second),
        grown({ item_id: 'fc_1' }, product),
        grown({ item_id: 'fc_2' }, sum),
        ended({}, { arguments: product }),
        ended({}, { ...second, arguments: sum }),
        completed(),
      ],
      both,
    ],
    [
      'whole items only',
      [
        ended({ output_index: 0 }, { arguments: product }),
        ended({ output_index: 1 }, { ...second, arguments: sum }),
        completed(),
      ],
      both,
    ],
    [
      'all items in the last event only',
      [completed({ output: [item({ arguments: product }), item({ ...second, arguments: sum })] })],
      both,
    ],
    [
      'an object as arguments',
      [ended({ output_index: 0 }, { arguments: JSON.parse(product) }), completed()],
      one,
    ],
    [
      'no call ids',
      [
        ended({ output_index: 0 }, { call_id: null, arguments: product }),
        ended({ output_index: 1 }, { ...second, call_id: null, arguments: sum }),
        completed(),
      ],
      both,
    ],
  ]

const cased =
  (
    service: WireCase['service'],
    toAnswer: (records: object[]) => string = (records) => sse(...records),
  ) =>
  ([name, answer, expected]: readonly [
    string,
    string | object[],
    WireCase['expected'],
  ]): WireCase => ({
    name: `${service}: ${name}`,
    class: 'tool calls',
    service,
    answer: typeof answer === 'string' ? answer : toAnswer(answer),
    expected,
  })

export const toolCallCases: readonly WireCase[] = [
  ...chatCalls.map(cased('openai')),
  ...givenArguments.map(([name, given, expected]) =>
    cased('openai')([
      `arguments: ${name}`,
      toolChunks(
        ...given.map((piece, at) =>
          at === 0
            ? calculate(piece, { index: 0, id: 'a' })
            : { index: 0, function: { arguments: piece } },
        ),
      ),
      expected,
    ]),
  ),
  ...emptyArguments.map((given) =>
    cased('openai')([
      `arguments: ${JSON.stringify(given)}`,
      toolChunks(calculate(given, { index: 0, id: 'a' })),
      { results: [missing], text: 'Done.' },
    ]),
  ),
  ...anthropicCalls.map(
    cased('anthropic', (records) => sse(anthropicStart, ...records, ...anthropicEnd)),
  ),
  ...ollamaCalls.map(cased('ollama')),
  ...responsesCalls.map(cased('responses')),
]
