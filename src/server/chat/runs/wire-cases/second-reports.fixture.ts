import {
  body,
  calculate,
  chat,
  chunk,
  doneMark,
  encodeEvent,
  product,
  sse,
  toolChunks,
  type WireCase,
} from './wire-case.fixture.ts'

const one = { results: ['6*7 = 42'], text: 'Done.' }
const hello = { text: 'Hello' }
const thought = { reasoning: 'I thought', text: 'Hello' }

type Row = readonly [
  name: string,
  answer: string,
  expected: WireCase['expected'],
  service?: WireCase['service'],
]
const toCases = (group: WireCase['class'], rows: readonly Row[]): readonly WireCase[] =>
  rows.map(([name, answer, expected, service]) => ({
    class: group,
    name: `second: ${name}`,
    answer,
    expected,
    service,
  }))
const said = (text: string): string =>
  chat(...(text.match(/[^]{1,6}/gu) ?? []).map((content) => ({ content })))
const failed = (failure: string) => ({ status: 'failed', failure })
const given = (text: string) => toolChunks(calculate(text, { index: 0, id: 'a' }))
const named = (event: string, data: unknown): string =>
  `event: ${event}\ndata: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`

/** A second collection of answers from reports, written after the first collection passed. */
export const secondReports: readonly WireCase[] = [
  ...toCases('tool calls', [
    [
      '<function_call>',
      said(`<function_call>{"name": "calculate", "arguments": ${product}}</function_call>`),
      one,
    ],
    [
      'elements of a prompt for tools',
      said(`<tool_use>\n<name>calculate</name>\n<arguments>${product}</arguments>\n</tool_use>`),
      one,
    ],
    ['a comment in the arguments', given('{"expression": "6*7" // multiplies\n}'), one],
    ['a path with backslashes', given(String.raw`{"expression": "6*7", "note": "C:\data\x"}`), one],
    [
      'a whole response with a call',
      body({
        object: 'response',
        status: 'completed',
        output: [
          { type: 'function_call', id: 'f', call_id: 'c', name: 'calculate', arguments: product },
        ],
      }),
      one,
      'responses',
    ],
    [
      'events of Anthropic with a call',
      sse(
        { type: 'message_start', message: { id: 'm', role: 'assistant', content: [] } },
        {
          type: 'content_block_start',
          index: 0,
          content_block: { type: 'tool_use', id: 't', name: 'calculate', input: {} },
        },
        {
          type: 'content_block_delta',
          index: 0,
          delta: { type: 'input_json_delta', partial_json: product },
        },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
        { type: 'message_stop' },
      ),
      one,
    ],
    [
      'a native call of Gemini in a stream',
      sse({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ functionCall: { name: 'calculate', args: { expression: '6*7' } } }],
            },
            finishReason: 'STOP',
          },
        ],
      }),
      one,
    ],
  ]),
  ...toCases('unexpected fields', [
    [
      'a whole answer of Bedrock',
      body({
        output: { message: { role: 'assistant', content: [{ text: 'Hello' }] } },
        stopReason: 'end_turn',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      }),
      hello,
    ],
    [
      'a whole answer of Cohere',
      body({
        id: 'c',
        finish_reason: 'COMPLETE',
        message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
      }),
      hello,
    ],
    [
      'a whole answer of Anthropic',
      body({
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'text', text: 'Hello' }],
        stop_reason: 'end_turn',
      }),
      hello,
    ],
    [
      'a whole response',
      body({
        id: 'r',
        object: 'response',
        status: 'completed',
        output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }],
      }),
      hello,
    ],
    [
      'results of watsonx',
      body({ model_id: 'm', results: [{ generated_text: 'Hello', stop_reason: 'eos_token' }] }),
      hello,
    ],
    [
      'events of Coze, with the whole answer again',
      sse(
        named('conversation.chat.created', { id: 'c', status: 'created' }),
        named('conversation.message.delta', { role: 'assistant', type: 'answer', content: 'Hel' }),
        named('conversation.message.delta', { role: 'assistant', type: 'answer', content: 'lo' }),
        named('conversation.message.completed', {
          role: 'assistant',
          type: 'answer',
          content: 'Hello',
        }),
        named('conversation.chat.completed', { id: 'c', status: 'completed' }),
        named('done', '"[DONE]"'),
      ),
      hello,
    ],
    [
      'code that Gemini ran',
      body({
        candidates: [
          {
            content: {
              role: 'model',
              parts: [
                { executableCode: { language: 'PYTHON', code: 'print(6*7)' } },
                { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '42\n' } },
                { text: 'Hello' },
              ],
            },
            finishReason: 'STOP',
          },
        ],
      }),
      { text: '```python\nprint(6*7)\n```\n\n```\n42\n```\n\nHello' },
    ],
    [
      'records in lists in events',
      sse(
        `data: ${JSON.stringify([chunk({ content: 'Hel' })])}\n\n`,
        `data: ${JSON.stringify([chunk({ content: 'lo' }), chunk({}, 'stop')])}\n\n`,
        doneMark,
      ),
      hello,
    ],
  ]),
  ...toCases('errors', [
    [
      'a plain text in an event',
      sse('data: [ERROR] CUDA out of memory\n\n'),
      failed('CUDA out of memory'),
    ],
    [
      'an event with another status',
      body(
        encodeEvent({ error: { message: 'The model nine is gone' } }),
        'text/event-stream',
        '400 Bad Request',
      ),
      failed('The model nine is gone'),
    ],
    [
      'error_message in an event',
      sse(
        chunk({ content: 'Half ' }),
        named('error', { error_code: 17, error_message: 'The tank is empty' }),
      ),
      { text: 'Half ', ...failed('The tank is empty') },
    ],
    [
      'problem details of ASP.NET',
      body(
        {
          type: 'https://tools.ietf.org/html/rfc9110',
          title: 'One or more validation errors occurred.',
          status: 400,
          errors: { '$.model': ['The model field is required here.'] },
        },
        'application/problem+json',
        '400 Bad Request',
      ),
      failed('The model field is required here.'),
    ],
  ]),
  ...toCases(
    'stop reasons',
    (
      [
        ['end', 'usual'],
        ['max_length', 'length'],
        ['stop_token', 'usual'],
        ['ip_violation', 'filter'],
        ['gpu_preempted', 'unknown'],
      ] as const
    ).map(([reason, end]) => [
      reason,
      sse(chunk({ content: 'Hello' }), chunk({}, reason), doneMark),
      { ...hello, end },
    ]),
  ),
  ...toCases('reasoning', [
    ['<reflection>', said('<reflection>I thought</reflection>Hello'), thought],
    [
      'harmony without its first tag',
      said('analysis<|message|>I thought<|end|><|start|>assistant<|channel|>final<|message|>Hello'),
      thought,
    ],
    [
      'a closing tag alone after the reasoning field',
      chat(
        { reasoning_content: 'I thought' },
        { content: '\n' },
        { content: '</think>\n\n' },
        { content: 'Hello' },
      ),
      thought,
    ],
    [
      'reasoning in “delta.reasoning.text”',
      chat({ reasoning: { text: 'I thought' } }, { content: 'Hello' }),
      thought,
    ],
  ]),
]
