import {
  body,
  calculate,
  chat,
  chunk,
  doneMark,
  lines,
  product,
  spelled,
  sse,
  toolChunks,
  type WireCase,
} from './wire-case.fixture.ts'

const hello = { text: 'Hello' }
const done = { text: 'Done.', results: ['6*7 = 42'] }

const toolCalls: readonly WireCase[] = [
  ['an index as text', toolChunks(calculate(product, { index: '0', id: 'a' }))],
  ['an empty id', toolChunks(calculate(product, { index: 0, id: '' }))],
  ['a number as id', toolChunks(calculate(product, { index: 0, id: 7 }))],
  [
    'no type',
    toolChunks({ index: 0, id: 'a', function: { name: 'calculate', arguments: product } }),
  ],
  [
    'the name repeated in each piece',
    toolChunks(
      calculate(product.slice(0, 8), { index: 0, id: 'a' }),
      calculate(product.slice(8), { index: 0, id: 'a' }),
    ),
  ],
  [
    'an empty name in later pieces',
    toolChunks(calculate(product.slice(0, 8), { index: 0, id: 'a' }), {
      index: 0,
      id: null,
      type: null,
      function: { name: '', arguments: product.slice(8) },
    }),
  ],
  [
    'null arguments before pieces',
    toolChunks(calculate(null, { index: 0, id: 'a' }), {
      index: 0,
      function: { arguments: product },
    }),
  ],
  [
    'the finish reason "stop"',
    sse(
      chunk({ tool_calls: [calculate(product, { index: 0, id: 'a' })] }),
      chunk({}, 'stop'),
      doneMark,
    ),
  ],
  [
    'the last piece beside the finish reason',
    sse(chunk({ tool_calls: [calculate(product, { index: 0, id: 'a' })] }, 'tool_calls'), doneMark),
  ],
  [
    'no finish reason',
    sse(chunk({ tool_calls: [calculate(product, { index: 0, id: 'a' })] }), doneMark),
  ],
  [
    'the call in "message" of a stream',
    sse(
      {
        choices: [
          {
            index: 0,
            message: { tool_calls: [calculate(product, { id: 'a' })] },
            finish_reason: 'tool_calls',
          },
        ],
      },
      doneMark,
    ),
  ],
  [
    'the old function_call',
    sse(
      chunk({ function_call: { name: 'calculate', arguments: product.slice(0, 5) } }),
      chunk({ function_call: { arguments: product.slice(5) } }),
      chunk({}, 'function_call'),
      doneMark,
    ),
  ],
  [
    'the old function_call, whole',
    body({
      choices: [
        {
          message: { content: null, function_call: { name: 'calculate', arguments: product } },
          finish_reason: 'function_call',
        },
      ],
    }),
  ],
  [
    'single quotes around names',
    toolChunks(calculate("{'expression': '6*7'}", { index: 0, id: 'a' })),
  ],
  ['a comment after the arguments', toolChunks(calculate(`${product}\n`, { index: 0, id: 'a' }))],
  [
    'white space around the name',
    toolChunks({
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: ' calculate ', arguments: product },
    }),
  ],
].map(([name, answer]) => ({
  class: 'tool calls' as const,
  name: `sibling: ${name as string}`,
  answer: answer as string,
  expected: done,
}))

const labels: readonly WireCase[] = (
  [
    [
      'events with ids and retry',
      sse('id: 1\nretry: 3000\n', chunk({ content: 'Hello' }), chunk({}, 'stop'), doneMark),
      hello,
    ],
    [
      'data over two lines',
      sse(
        'data: {"choices":[{"index":0,\ndata: "delta":{"content":"Hello"},"finish_reason":null}]}\n\n',
        chunk({}, 'stop'),
        doneMark,
      ),
      hello,
    ],
    [
      'DATA in capitals',
      sse(chunk({ content: 'Hello' }), chunk({}, 'stop'), 'data: [done]\n\n'),
      hello,
    ],
    [
      'heartbeats in JSON',
      sse(
        {},
        { type: 'ping' },
        chunk({ content: 'Hello' }),
        { object: 'ping' },
        chunk({}, 'stop'),
        doneMark,
      ),
      hello,
    ],
    [
      'an empty list of choices first',
      sse(
        { choices: [], prompt_filter_results: [{}] },
        chunk({ content: 'Hello' }),
        chunk({}, 'stop'),
        { choices: [], usage: { total_tokens: 3 } },
        doneMark,
      ),
      hello,
    ],
    [
      'null choices',
      sse(
        { choices: null, usage: { total_tokens: 3 } },
        chunk({ content: 'Hello' }),
        chunk({}, 'stop'),
        doneMark,
      ),
      hello,
    ],
    ['null delta', sse(chunk({ content: 'Hello' }), chunk(null, 'stop'), doneMark), hello],
    [
      'the end twice',
      sse(chunk({ content: 'Hello' }), chunk({}, 'stop'), chunk({}, 'stop'), doneMark, doneMark),
      hello,
    ],
    [
      'words after the end mark',
      sse(chunk({ content: 'Hello' }), chunk({}, 'stop'), doneMark, chunk({ content: '!' })),
      hello,
    ],
    [
      'NDJSON labelled as plain text',
      `HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${JSON.stringify(chunk({ content: 'Hello' }))}\n${JSON.stringify(chunk({}, 'stop'))}\n`,
      hello,
    ],
    [
      'the label application/octet-stream',
      sse(chunk({ content: 'Hello' }), chunk({}, 'stop'), doneMark).replace(
        'text/event-stream',
        'application/octet-stream',
      ),
      hello,
    ],
    [
      'a charset in the label',
      sse(chunk({ content: 'Grüße' }), chunk({}, 'stop'), doneMark).replace(
        'text/event-stream',
        'text/event-stream;charset=UTF-8',
      ),
      { text: 'Grüße' },
    ],
    [
      'old completions with text',
      sse(
        { choices: [{ index: 0, text: 'Hello', finish_reason: null }] },
        { choices: [{ index: 0, text: '', finish_reason: 'stop' }] },
        doneMark,
      ),
      hello,
    ],
    [
      'a result around the answer',
      body({
        result: { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] },
        success: true,
      }),
      hello,
    ],
    [
      'a data object around the answer',
      body({
        code: 0,
        data: { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] },
      }),
      hello,
    ],
  ] as const
).map(([name, answer, expected]) => ({
  class: 'labels' as const,
  name: `sibling: ${name}`,
  answer,
  expected,
}))

const fields: readonly WireCase[] = (
  [
    [
      'thinking as text',
      chat({ thinking: 'I thought' }, { content: 'Hello' }),
      { ...hello, reasoning: 'I thought' },
    ],
    [
      'thoughts as a part',
      chat(
        { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'I thought' }] }] },
        { content: [{ type: 'text', text: 'Hello' }] },
      ),
      { ...hello, reasoning: 'I thought' },
    ],
    [
      'reasoning_content beside reasoning',
      chat({ reasoning_content: 'I thought', reasoning: 'I thought' }, { content: 'Hello' }),
      { ...hello, reasoning: 'I thought' },
    ],
    [
      'empty reasoning in each delta',
      chat({ content: 'Hel', reasoning_content: '' }, { content: 'lo', reasoning_content: null }),
      hello,
    ],
    [
      'text as an object with a value',
      chat({ content: [{ type: 'text', text: { value: 'Hello', annotations: [] } }] }),
      hello,
    ],
    ['a null part in a list', chat({ content: [null, { type: 'text', text: 'Hello' }] }), hello],
  ] as const
).map(([name, answer, expected]) => ({
  class: 'unexpected fields' as const,
  name: `sibling: ${name}`,
  answer,
  expected,
}))

const failed = (failure: string) => ({ status: 'failed', failure })
const errors: readonly WireCase[] = (
  [
    [
      'an error in a message field',
      body(
        { object: 'error', message: 'The key has expired.', code: 40303 },
        'application/json',
        '400 Bad Request',
      ),
      failed('The key has expired.'),
    ],
    [
      'errors as a list of texts',
      body({ errors: ['No such thing as that.'] }, 'application/json', '400 Bad Request'),
      failed('No such thing as that.'),
    ],
    [
      'an error with a title',
      body(
        { type: 'about:blank', title: 'Bad Request', detail: 'The prompt is empty.' },
        'application/problem+json',
        '400 Bad Request',
      ),
      failed('The prompt is empty.'),
    ],
    [
      'FastAPI’s list',
      body(
        { detail: [{ loc: ['body', 'model'], msg: 'field required', type: 'missing' }] },
        'application/json',
        '422 Unprocessable Entity',
      ),
      failed('field required'),
    ],
    [
      'an error event in a stream',
      sse('event: error\n', { error: { message: 'The card burned.', code: 500 } }),
      failed('The card burned.'),
    ],
    [
      'an error in a choice',
      sse(
        {
          choices: [
            {
              index: 0,
              delta: {},
              finish_reason: 'error',
              error: { message: 'The host left.', code: 502 },
            },
          ],
        },
        doneMark,
      ),
      failed('The host left.'),
    ],
    [
      'error_msg',
      body(
        { error_code: 17, error_msg: 'Open api daily request limit reached' },
        'application/json',
        '400 Bad Request',
      ),
      failed('Open api daily request limit reached'),
    ],
  ] as const
).map(([name, answer, expected]) => ({
  class: 'errors' as const,
  name: `sibling: ${name}`,
  answer,
  expected,
}))

const reasoning: readonly WireCase[] = (
  [
    [
      'a tag in capitals at the end',
      '<think>I thought</THINK>Hello',
      { ...hello, reasoning: 'I thought' },
    ],
    [
      'a tag inside code',
      'Write:\n```xml\n<think>a</think>\n```',
      { text: 'Write:\n```xml\n<think>a</think>\n```', reasoning: '' },
    ],
  ] as const
).flatMap(([name, content, expected]) => [
  {
    class: 'reasoning' as const,
    name: `sibling: ${name}, whole`,
    answer: chat({ content }),
    expected,
  },
  {
    class: 'reasoning' as const,
    name: `sibling: ${name}, in pieces`,
    answer: spelled(content),
    expected,
  },
])

const ollama: readonly WireCase[] = (
  [
    [
      'a call without an id',
      lines(
        {
          message: {
            role: 'assistant',
            content: '',
            tool_calls: [{ function: { name: 'calculate', arguments: { expression: '6*7' } } }],
          },
          done: false,
        },
        { message: { content: '' }, done: true, done_reason: 'stop' },
      ),
      done,
    ],
    [
      'an index as a field',
      lines({
        message: {
          content: '',
          tool_calls: [
            { function: { index: 0, name: 'calculate', arguments: { expression: '6*7' } } },
          ],
        },
        done: true,
        done_reason: 'stop',
      }),
      done,
    ],
    [
      'thinking',
      lines(
        { message: { content: '', thinking: 'I thought' }, done: false },
        { message: { content: 'Hello' }, done: true, done_reason: 'stop' },
      ),
      { ...hello, reasoning: 'I thought' },
    ],
  ] as const
).map(([name, answer, expected]) => ({
  class: 'tool calls' as const,
  service: 'ollama' as const,
  name: `sibling: ${name}`,
  answer,
  expected: expected as WireCase['expected'],
}))

/** Variants of the answers in bug reports. */
export const wireSiblings: readonly WireCase[] = [
  ...toolCalls,
  ...labels,
  ...fields,
  ...errors,
  ...reasoning,
  ...ollama,
]
