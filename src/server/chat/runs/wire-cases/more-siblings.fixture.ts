import {
  body,
  calculate,
  chat,
  chunk,
  doneMark,
  product,
  spelled,
  sse,
  toolChunks,
  type WireCase,
} from './wire-case.fixture.ts'

type Row = readonly [name: string, answer: string, expected: WireCase['expected']]

const toCases = (name: WireCase['class'], rows: readonly Row[]): readonly WireCase[] =>
  rows.map(([about, answer, expected]) => ({
    class: name,
    name: `more: ${about}`,
    answer,
    expected,
  }))

const hello = { text: 'Hello' }
const thought = { reasoning: 'I thought', text: 'Hello' }
const done = { text: 'Done.', results: ['6*7 = 42'] }
const argumentsObject: unknown = JSON.parse(product)
const choice = (index: number, delta: unknown, finishReason: unknown = null) => ({
  index,
  delta,
  finish_reason: finishReason,
})
const choices = (...list: unknown[]) => ({ choices: list })

const severalChoices = toCases('labels', [
  [
    'a second choice between the pieces of the first',
    sse(
      choices(choice(0, { content: 'Hel' })),
      choices(choice(1, { content: 'Bye' })),
      choices(choice(0, { content: 'lo' })),
      choices(choice(1, {}, 'stop')),
      choices(choice(0, {}, 'stop')),
      doneMark,
    ),
    hello,
  ],
  [
    'a second choice that ends after the first',
    sse(
      choices(choice(0, { content: 'Hello' })),
      choices(choice(0, {}, 'stop')),
      choices(choice(1, { content: 'Bye' })),
      choices(choice(1, {}, 'length')),
      doneMark,
    ),
    hello,
  ],
  [
    'the second choice before the first in each record',
    sse(
      choices(choice(1, { content: 'By' }), choice(0, { content: 'Hel' })),
      choices(choice(1, { content: 'e' }), choice(0, { content: 'lo' })),
      choices(choice(1, {}, 'stop'), choice(0, {}, 'stop')),
      doneMark,
    ),
    hello,
  ],
  [
    'two choices of a whole answer',
    body({
      choices: [
        { index: 1, message: { content: 'Bye' }, finish_reason: 'stop' },
        { index: 0, message: { content: 'Hello' }, finish_reason: 'stop' },
      ],
    }),
    hello,
  ],
  [
    'a choice with the index 1 only',
    sse(
      choices(choice(1, { content: 'Hel' })),
      choices(choice(1, { content: 'lo' })),
      choices(choice(1, {}, 'stop')),
      doneMark,
    ),
    hello,
  ],
  [
    'one choice that is not in a list',
    sse({ choices: choice(0, { content: 'Hello' }, 'stop') }, doneMark),
    hello,
  ],
  [
    'tool calls of a second choice',
    sse(
      choices(choice(0, { content: 'Hello' })),
      choices(choice(1, { tool_calls: [calculate(product, { index: 0, id: 'a' })] })),
      choices(choice(1, {}, 'tool_calls')),
      choices(choice(0, {}, 'stop')),
      doneMark,
    ),
    { ...hello, results: [] },
  ],
])

const record = (value: object) => JSON.stringify(value)
const parts = [chunk({ content: 'Hel' }), chunk({ content: 'lo' }), chunk({}, 'stop')]
const labels = toCases('labels', [
  ['records without anything between them', body(parts.map(record).join('')), hello],
  [
    'records after record separators',
    body(parts.map((one) => `\u001e${record(one)}\n`).join(''), 'application/json-seq'),
    hello,
  ],
  [
    'indented records in events',
    sse(
      ...parts.map(
        (one) => `data: ${JSON.stringify(one, undefined, 1).replaceAll('\n', '\ndata: ')}\n\n`,
      ),
      doneMark,
    ),
    hello,
  ],
  [
    'spaces as heartbeats',
    body(
      `${' '.repeat(50)}\n${' '.repeat(50)}${record({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] })}`,
    ),
    hello,
  ],
  [
    'the event “message” of each record',
    sse(...parts.map((one) => `event: message\ndata: ${record(one)}\n\n`), doneMark),
    hello,
  ],
  [
    'names of events like those of Responses',
    sse(...parts.map((one) => `event: chat.completion.chunk\ndata: ${record(one)}\n\n`), doneMark),
    hello,
  ],
  [
    'comments between',
    sse(
      ': OPENROUTER PROCESSING\n\n',
      parts[0] ?? {},
      ': OPENROUTER PROCESSING\n\n',
      ...parts.slice(1),
    ),
    hello,
  ],
  [
    'an empty reason in each delta',
    sse(chunk({ content: 'Hel' }, ''), chunk({ content: 'lo' }, ''), chunk({}, 'stop'), doneMark),
    hello,
  ],
  [
    'the last words beside the reason',
    sse(chunk({ content: 'Hel' }), chunk({ content: 'lo' }, 'stop'), doneMark),
    hello,
  ],
  [
    'words after the reason',
    sse(chunk({ content: 'Hel' }, 'stop'), chunk({ content: 'lo' }, 'stop'), doneMark),
    hello,
  ],
])

const toolCalls = toCases('tool calls', [
  [
    'empty reasons between the pieces of arguments',
    sse(
      chunk(
        { role: 'assistant', content: '', tool_calls: [calculate('', { index: 0, id: 'a' })] },
        '',
      ),
      chunk({ tool_calls: [{ index: 0, function: { arguments: product.slice(0, 6) } }] }, ''),
      chunk({ tool_calls: [{ index: 0, function: { arguments: product.slice(6) } }] }, ''),
      chunk({}, 'tool_calls'),
      doneMark,
    ),
    done,
  ],
  [
    'the name “parameters”',
    toolChunks({ index: 0, id: 'a', function: { name: 'calculate', parameters: argumentsObject } }),
    done,
  ],
  [
    'the name “input”',
    toolChunks({ index: 0, id: 'a', function: { name: 'calculate', input: argumentsObject } }),
    done,
  ],
  [
    'the function as JSON text',
    toolChunks({
      index: 0,
      id: 'a',
      function: record({ name: 'calculate', arguments: argumentsObject }),
    }),
    done,
  ],
  [
    'camel case',
    sse(
      chunk({ toolCalls: [calculate(product, { index: 0, id: 'a' })] }),
      chunk({}, 'tool_calls'),
      doneMark,
    ),
    done,
  ],
  [
    'calls beside the delta',
    sse(
      {
        choices: [
          {
            index: 0,
            delta: {},
            tool_calls: [calculate(product, { id: 'a' })],
            finish_reason: 'tool_calls',
          },
        ],
      },
      doneMark,
    ),
    done,
  ],
  [
    'a whole call that is repeated at the end',
    sse(
      chunk({ tool_calls: [calculate(product.slice(0, 6), { index: 0, id: 'a' })] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: product.slice(6) } }] }),
      {
        choices: [
          {
            index: 0,
            delta: {},
            message: { tool_calls: [calculate(product, { id: 'a' })] },
            finish_reason: 'tool_calls',
          },
        ],
      },
      doneMark,
    ),
    done,
  ],
  [
    'words after the arguments',
    toolChunks(calculate(`${product}</tool_call>`, { index: 0, id: 'a' })),
    done,
  ],
  [
    'a marker after the arguments',
    toolChunks(calculate(`${product}<|tool_call_end|>`, { index: 0, id: 'a' })),
    done,
  ],
  [
    'a prefix of the name',
    toolChunks({
      index: 0,
      id: 'a',
      function: { name: 'functions.calculate', arguments: product },
    }),
    done,
  ],
  [
    'a name with an index',
    toolChunks({
      index: 0,
      id: 'functions.calculate:0',
      function: { name: 'functions.calculate:0', arguments: product },
    }),
    done,
  ],
  [
    'arguments in “arguments”',
    toolChunks(calculate(record({ arguments: argumentsObject as object }), { index: 0, id: 'a' })),
    {
      text: 'Done.',
      results: ['6*7 = 42'],
    },
  ],
  [
    'Python’s words',
    toolChunks(
      calculate("{'expression': '6*7', 'exact': True, 'note': None}", { index: 0, id: 'a' }),
    ),
    done,
  ],
])

const fields = toCases('unexpected fields', [
  [
    'no calls in each delta of reasoning',
    chat(
      { reasoning_content: 'I ', tool_calls: [] },
      { reasoning_content: 'thought', tool_calls: [] },
      { content: 'Hello', tool_calls: [] },
    ),
    thought,
  ],
  [
    'a transcript of speech',
    chat({ audio: { id: 'a', transcript: 'Hel' } }, { audio: { transcript: 'lo' } }),
    hello,
  ],
  [
    'reasoning as a list of summaries',
    chat({ reasoning: [{ type: 'summary_text', text: 'I thought' }] }, { content: 'Hello' }),
    thought,
  ],
  [
    'reasoning in “reasoning.summary”',
    chat({ reasoning: { summary: [{ text: 'I thought' }] } }, { content: 'Hello' }),
    thought,
  ],
  [
    'reasoning_details as text',
    chat({ reasoning_details: 'I thought' }, { content: 'Hello' }),
    thought,
  ],
  [
    'thinking in a part without a type',
    chat({ content: [{ thinking: 'I thought' }, { text: 'Hello' }] }),
    thought,
  ],
  ['“reasoningContent”', chat({ reasoningContent: 'I thought' }, { content: 'Hello' }), thought],
  [
    '“reasoningContent” of Bedrock',
    chat({ reasoningContent: { reasoningText: { text: 'I thought' } } }, { content: 'Hello' }),
    thought,
  ],
  [
    '“thinking_blocks” only',
    chat(
      { thinking_blocks: [{ type: 'thinking', thinking: 'I thought', signature: 's' }] },
      { content: 'Hello' },
    ),
    thought,
  ],
  [
    '“provider_specific_fields”',
    chat({ content: 'Hello', provider_specific_fields: { refusal: null } }),
    hello,
  ],
  [
    'the same reasoning in the last record',
    sse(
      chunk({ reasoning_content: 'I thought' }),
      chunk({ content: 'Hello' }),
      {
        choices: [
          {
            index: 0,
            delta: {},
            message: { content: 'Hello', reasoning_content: 'I thought' },
            finish_reason: 'stop',
          },
        ],
      },
      doneMark,
    ),
    thought,
  ],
  ['content in JSON', chat({ content: { type: 'text', text: { content: 'Hello' } } }), hello],
  [
    '“output_text” in a choice',
    body({ choices: [{ output_text: 'Hello', finish_reason: 'stop' }] }),
    hello,
  ],
  [
    'grounding of Gemini',
    sse(
      chunk({ content: 'Hello' }),
      chunk({}, 'stop', {
        choices: [
          {
            index: 0,
            delta: {
              annotations: [
                {
                  type: 'url_citation',
                  url_citation: {
                    url: 'https://a.example/one',
                    title: 'One',
                    start_index: 0,
                    end_index: 5,
                  },
                },
              ],
            },
            finish_reason: 'stop',
          },
        ],
      }),
      doneMark,
    ),
    { ...hello, sources: ['https://a.example/one'] },
  ],
  [
    'citations as addresses with titles',
    chat(
      { content: 'Hello [1]' },
      { citations: [{ link: 'https://a.example/one', title: 'One' }] },
    ),
    { text: 'Hello [1]', sources: ['https://a.example/one'] },
  ],
])

const failed = (failure: string) => ({ status: 'failed', failure })
const refused = (answer: unknown, status = '400 Bad Request') =>
  body(answer, 'application/json', status)
const errors = toCases('errors', [
  [
    'OpenRouter’s raw error',
    refused({
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"The prompt has a bad tool."}}', provider_name: 'P' },
      },
    }),
    failed('The prompt has a bad tool.'),
  ],
  [
    'Apigee’s fault',
    refused(
      { fault: { faultstring: 'The quota is used up.', detail: { errorcode: 'policies' } } },
      '429 Too Many Requests',
    ),
    failed('The quota is used up.'),
  ],
  [
    'AWS’s capital letter',
    refused({ Message: 'The model is not enabled here.' }, '403 Forbidden'),
    failed('The model is not enabled here.'),
  ],
  [
    'AWS’s type',
    refused({ __type: 'ValidationException', message: 'The input is too long here.' }),
    failed('The input is too long here.'),
  ],
  [
    'Tencent’s response',
    body({
      Response: {
        Error: { Code: 'FailedOperation', Message: 'The engine is asleep.' },
        RequestId: 'r',
      },
    }),
    failed('The engine is asleep.'),
  ],
  [
    'OAuth’s description',
    refused(
      { error: 'invalid_client', error_description: 'The client has left.' },
      '401 Unauthorized',
    ),
    failed('The client has left.'),
  ],
  [
    'errorMessage',
    refused({ errorMessage: 'The function has crashed.', errorType: 'Runtime' }, '502 Bad Gateway'),
    failed('The function has crashed.'),
  ],
  [
    'a nested message',
    refused({ error: { message: { detail: 'The adapter is missing.' } } }),
    failed('The adapter is missing.'),
  ],
  [
    'a message that is JSON',
    refused({ error: { message: '{"error":{"message":"The shard is offline."}}' } }),
    failed('The shard is offline.'),
  ],
  [
    'Google’s details',
    refused([
      {
        error: {
          code: 400,
          message: 'The key is not valid here.',
          status: 'INVALID_ARGUMENT',
          details: [{}],
        },
      },
    ]),
    failed('The key is not valid here.'),
  ],
  [
    'XML',
    body(
      '<?xml version="1.0"?><Error><Code>Denied</Code><Message>The bucket is closed.</Message></Error>',
      'application/xml',
      '403 Forbidden',
    ),
    failed('The bucket is closed.'),
  ],
  [
    'plain words',
    body('The gateway is tired today.', 'text/plain', '503 Service Unavailable'),
    failed('The gateway is tired today.'),
  ],
  [
    'Cloudflare’s list',
    refused({
      success: false,
      errors: [{ code: 7003, message: 'No route for that address.' }],
      result: null,
    }),
    failed('No route for that address.'),
  ],
  [
    'an error in a list of errors',
    refused({ error: { errors: [{ message: 'The project is gone.' }] } }),
    failed('The project is gone.'),
  ],
  [
    'an error in a stream without “data:”',
    sse(chunk({ content: 'Half ' }), 'event: error\n', '{"message":"The card burned."}\n\n'),
    { text: 'Half ', status: 'failed' },
  ],
  [
    'status and reason',
    body({ status: 'error', reason: 'The worker was evicted.' }),
    failed('The worker was evicted.'),
  ],
  [
    'an exception in a stream',
    sse(chunk({ content: 'Half ' }), {
      object: 'error',
      message: 'The cache is full.',
      type: 'BadRequestError',
      code: 400,
    }),
    { text: 'Half ', ...failed('The cache is full.') },
  ],
])

const reasons: readonly [string, NonNullable<WireCase['expected']['end']>][] = [
  ['COMPLETE', 'usual'],
  ['FINISH_REASON_STOP', 'usual'],
  ['stop_sequence', 'usual'],
  ['end_of_turn', 'usual'],
  ['STOP_REASON_END_TURN', 'usual'],
  ['FINISH_REASON_MAX_TOKENS', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['max_new_tokens', 'length'],
  ['ERROR_TOXIC', 'filter'],
  ['guardrail_intervened', 'filter'],
  ['IMAGE_SAFETY', 'filter'],
  ['content_filtered', 'filter'],
  ['blocklist', 'filter'],
  ['policy_violation', 'filter'],
  ['MALFORMED_FUNCTION_CALL', 'error'],
  ['server_error', 'error'],
  ['timed_out', 'error'],
  ['LANGUAGE', 'unknown'],
]
const stopReasons = reasons.map(([reason, end]): WireCase => ({
  class: 'stop reasons',
  name: `more: ${reason}`,
  answer: sse(chunk({ content: 'Hello' }), chunk({}, reason), doneMark),
  expected: { ...hello, end },
}))

const plain = (text: string) => ({ text, reasoning: '' })
const thoughts: readonly [string, string, WireCase['expected']][] = [
  ['an attribute', '<think x>I thought</think>Hello', thought],
  ['an attribute with a value', '<think time="12">I thought</think>\n\nHello', thought],
  ['a space before the end of the opening tag', '<think >I thought</think>Hello', thought],
  ['a space in the closing tag', '<think>I thought</think >Hello', thought],
  ['a line break in the closing tag', '<think>I thought</think\n>Hello', thought],
  ['a space after the slash', '<think>I thought</ think>Hello', thought],
  ['no opening tag and a space in the closing tag', 'I thought\n</think >\n\nHello', thought],
  ['<antThinking>', '<antThinking>I thought</antThinking>Hello', thought],
  ['<thoughts>', '<thoughts>I thought</thoughts>Hello', thought],
  ['<scratchpad>', '<scratchpad>\nI thought\n</scratchpad>\nHello', thought],
  [
    '<REASONING_SCRATCHPAD>',
    '<REASONING_SCRATCHPAD>I thought</REASONING_SCRATCHPAD>Hello',
    thought,
  ],
  ['<chain_of_thought>', '<chain_of_thought>I thought</chain_of_thought>Hello', thought],
  ['<longcat_think>', '<longcat_think>I thought</longcat_think>Hello', thought],
  [
    'tags of Command',
    '<|START_THINKING|>I thought<|END_THINKING|><|START_RESPONSE|>Hello<|END_RESPONSE|>',
    thought,
  ],
  ['tags of MedGemma', '<unused94>thought\nI thought<unused95>Hello', thought],
  [
    'tags of Kimi K3',
    '<|open|>think<|sep|>I thought<|close|>think<|sep|><|open|>response<|sep|>Hello<|close|>response<|sep|>',
    thought,
  ],
  [
    'a word that begins like a tag',
    '<thinker>is no tag</thinker>',
    plain('<thinker>is no tag</thinker>'),
  ],
  [
    'an element with a long attribute',
    `<think${' '.repeat(300)}>Hello`,
    plain(`<think${' '.repeat(300)}>Hello`),
  ],
  ['a comparison', 'a </think', plain('a </think')],
]
const reasoning = thoughts.flatMap(([name, content, expected]): WireCase[] => [
  { class: 'reasoning', name: `more: ${name}, whole`, answer: chat({ content }), expected },
  { class: 'reasoning', name: `more: ${name}, in pieces`, answer: spelled(content), expected },
])

/** Cases from further bug reports, written independently of the other cases. */
export const moreWireSiblings: readonly WireCase[] = [
  ...severalChoices,
  ...labels,
  ...toolCalls,
  ...fields,
  ...errors,
  ...stopReasons,
  ...reasoning,
]
