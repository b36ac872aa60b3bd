import {
  body,
  calculate,
  chat,
  chunk,
  doneMark,
  encodeEvent,
  lines,
  product,
  sse,
  toolChunks,
  type WireCase,
} from './wire-case.fixture.ts'

const one = { results: ['6*7 = 42'], text: 'Done.' }
const both = { results: ['6*7 = 42', '1+1 = 2'], text: 'Done.' }
const hello = { text: 'Hello' }
const thought = { reasoning: 'I thought', text: 'Hello' }
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

type Row = readonly [
  name: string,
  answer: string,
  expected: WireCase['expected'],
  service?: WireCase['service'],
]
const toCases = (group: WireCase['class'], rows: readonly Row[]): readonly WireCase[] =>
  rows.map(([name, answer, expected, service]) => ({
    class: group,
    name: `gateway: ${name}`,
    answer,
    expected,
    service,
  }))

const said = (text: string): string =>
  chat(...(text.match(/[^]{1,6}/gu) ?? []).map((content) => ({ content })))
const ev = (type: string, data: object): string =>
  `event: ${type}\n${encodeEvent({ type, ...data })}`
const refused = (answer: unknown, status = '400 Bad Request') =>
  body(answer, 'application/json', status)
const failed = (failure: string) => ({ status: 'failed', failure })
const given = (text: string) => toolChunks(calculate(text, { index: 0, id: 'a' }))

const toolCalls = toCases('tool calls', [
  ['a repeated end of the arguments', given(`${product}"}`), one],
  ['no opening brace', given(product.slice(1)), one],
  [
    'the call as text and as a call',
    sse(
      chunk({ content: `<tool_call>\n{"name":"calculate","arguments":${product}}\n</tool_call>` }),
      chunk({ tool_calls: [calculate(product, { index: 0, id: 'a' })] }),
      chunk({}, 'tool_calls'),
      doneMark,
    ),
    one,
  ],
  [
    'a call in <think> without an end',
    said(
      `<think>\nI compute.\n<tool_call>\n{"name": "calculate", "arguments": ${product}}\n</tool_call>`,
    ),
    one,
  ],
  ['Mistral without [ARGS]', said(`[TOOL_CALLS]calculate${product}`), one],
  ['Python of Llama 4', said('[calculate(expression="6*7")]'), one],
  ['Python after a token', said('<|python_tag|>calculate.call(expression="6*7")'), one],
  ['LFM2', said("<|tool_call_start|>[calculate(expression='6*7')]<|tool_call_end|>"), one],
  [
    'two calls of OLMo',
    said(
      '<function_calls>\ncalculate(expression="6*7")\ncalculate(expression="1+1")\n</function_calls>',
    ),
    both,
  ],
  ['bare JSON of Llama 3', said(`{"name": "calculate", "parameters": ${product}}`), one],
  [
    'bare JSON of Llama 3 with a type',
    said(`{"type": "function", "name": "calculate", "parameters": ${product}}`),
    one,
  ],
  ['Hunyuan', said(`<tool_calls>[{"name":"calculate","arguments":${product}}]</tool_calls>`), one],
  ['Nemotron', said(`<TOOLCALL>[{"name":"calculate","arguments":${product}}]</TOOLCALL>`), one],
  [
    'Seed-OSS',
    said(
      '<seed:tool_call>\n<function=calculate>\n<parameter=expression>6*7</parameter>\n</function>\n</seed:tool_call>',
    ),
    one,
  ],
  ['Apertus', said(`<|tools_prefix|>[{"calculate": ${product}}]<|tools_suffix|>`), one],
  [
    'Granite’s list',
    said(`<tool_call>[{"name":"calculate","arguments":${product}}]</tool_call>`),
    one,
  ],
  ['typographic quotes', given('{“expression”: “6*7”}'), one],
  ['names without quotes', given('{expression: "6*7"}'), one],
  ['HTML entities', given(product.replaceAll('"', '&quot;')), one],
  ['elements as arguments', given('<parameter=expression>\n6*7\n</parameter>\n</function>'), one],
  ['the name of the tool around', given(`{"calculate":${product}}`), one],
  [
    'pieces of two calls in turn',
    toolChunks(
      [calculate('{"expr', { index: 0, id: 'a' }), calculate('{"expr', { index: 1, id: 'b' })],
      [
        { index: 0, function: { arguments: 'ession":"6*7"}' } },
        { index: 1, function: { arguments: 'ession":"1+1"}' } },
      ],
    ),
    both,
  ],
  [
    'Responses without output_index',
    sse(
      ev('response.output_item.added', {
        item: { type: 'function_call', id: 'f', call_id: 'c', name: 'calculate', arguments: '' },
      }),
      ev('response.function_call_arguments.delta', { item_id: 'f', delta: product.slice(0, 9) }),
      ev('response.function_call_arguments.delta', { item_id: 'f', delta: product.slice(9) }),
      ev('response.function_call_arguments.done', { item_id: 'f', arguments: product }),
      ev('response.completed', { response: { id: 'r', status: 'completed', output: [] } }),
    ),
    one,
    'responses',
  ],
  [
    'Groq’s failed generation',
    refused({
      error: {
        message: "Failed to call a function. See 'failed_generation' for more details.",
        type: 'invalid_request_error',
        code: 'tool_use_failed',
        failed_generation: '<function=calculate>{"expression" 6*7}</function>',
      },
    }),
    { status: 'failed', failure: '<function=calculate>{"expression" 6*7}</function>' },
  ],
])

const fields = toCases('unexpected fields', [
  [
    'references of Mistral’s agents',
    chat({
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'tool_reference', tool: 'web_search', title: 'A', url: 'https://a.example/x' },
      ],
    }),
    { ...hello, sources: ['https://a.example/x'] },
  ],
  [
    'events of Cohere',
    sse(
      ev('message-start', { id: 'm', delta: { message: { role: 'assistant', content: [] } } }),
      ev('content-start', {
        index: 0,
        delta: { message: { content: { type: 'text', text: '' } } },
      }),
      ev('content-delta', { index: 0, delta: { message: { content: { text: 'Hel' } } } }),
      ev('content-delta', { index: 0, delta: { message: { content: { text: 'lo' } } } }),
      ev('content-end', { index: 0 }),
      ev('message-end', { delta: { finish_reason: 'COMPLETE', usage: {} } }),
    ),
    hello,
  ],
  [
    'events of Anthropic',
    sse(
      ev('message_start', { message: { id: 'm', role: 'assistant', content: [] } }),
      ev('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ev('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hel' } }),
      ev('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'lo' } }),
      ev('content_block_stop', { index: 0 }),
      ev('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      ev('message_stop', {}),
    ),
    hello,
  ],
  [
    'events of Bedrock',
    sse(
      { messageStart: { role: 'assistant' } },
      { contentBlockDelta: { delta: { text: 'Hel' }, contentBlockIndex: 0 } },
      { contentBlockDelta: { delta: { text: 'lo' }, contentBlockIndex: 0 } },
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: 'end_turn' } },
      { metadata: { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 } } },
    ),
    hello,
  ],
  [
    'events of Bedrock, cut at the limit',
    sse(
      { contentBlockDelta: { delta: { text: 'Hello' }, contentBlockIndex: 0 } },
      { messageStop: { stopReason: 'max_tokens' } },
    ),
    { ...hello, end: 'length' },
  ],
  [
    'a chunk of Responses',
    sse(
      ev('response.output_text.delta', { item_id: 'i', output_index: 0, delta: 'Hel' }),
      ev('response.output_text.delta', { item_id: 'i', output_index: 0, delta: 'lo' }),
      ev('response.completed', { response: { id: 'r', status: 'completed', output: [] } }),
    ),
    hello,
  ],
  [
    'thoughts marked by Google',
    chat(
      { content: '<thought>I ', extra_content: { google: { thought: true } } },
      { content: 'thought', extra_content: { google: { thought: true } } },
      { content: '</thought>Hello' },
    ),
    thought,
  ],
  [
    'thoughts marked by Google without tags',
    chat(
      { content: 'I thought', extra_content: { google: { thought: true } } },
      { content: 'Hello' },
    ),
    thought,
  ],
  [
    'DashScope’s reason “null”',
    sse(
      {
        output: {
          choices: [{ message: { role: 'assistant', content: 'Hel' }, finish_reason: 'null' }],
        },
      },
      {
        output: {
          choices: [{ message: { role: 'assistant', content: 'lo' }, finish_reason: 'stop' }],
        },
      },
    ),
    hello,
  ],
  [
    'Ernie’s result',
    sse(
      { id: 'as', object: 'chat.completion', sentence_id: 0, is_end: false, result: 'Hel' },
      { id: 'as', object: 'chat.completion', sentence_id: 1, is_end: true, result: 'lo' },
    ),
    hello,
  ],
  [
    'events of Meta',
    sse(
      { event: { event_type: 'start', delta: { type: 'text', text: '' } } },
      { event: { event_type: 'progress', delta: { type: 'text', text: 'Hel' } } },
      { event: { event_type: 'progress', delta: { type: 'text', text: 'lo' } } },
      { event: { event_type: 'complete', stop_reason: 'stop', delta: { type: 'text', text: '' } } },
    ),
    hello,
  ],
  [
    'events of Dify',
    sse(
      { event: 'message', task_id: 't', answer: 'Hel' },
      { event: 'message', task_id: 't', answer: 'lo' },
      { event: 'message_end', task_id: 't', metadata: { usage: {} } },
    ),
    hello,
  ],
  [
    'events of FastGPT',
    sse(
      'event: flowNodeStatus\ndata: {"status":"running","name":"AI chat"}\n\n',
      `event: answer\n${encodeEvent(chunk({ content: 'Hello' }))}`,
      `event: answer\n${encodeEvent(chunk({}, 'stop'))}`,
      'event: answer\ndata: [DONE]\n\n',
      'event: flowResponses\ndata: [{"moduleName":"AI chat","runningTime":1.2,"text":"x"}]\n\n',
    ),
    hello,
  ],
  [
    'sources of Open WebUI',
    sse(
      { event: { type: 'status', data: { description: 'Searching', done: false } } },
      {
        sources: [
          {
            source: { name: 'A', url: 'https://a.example/x' },
            document: ['words'],
            metadata: [{ source: 'https://a.example/x' }],
          },
        ],
      },
      chunk({ content: 'Hello' }),
      chunk({}, 'stop'),
      doneMark,
    ),
    { ...hello, sources: ['https://a.example/x'] },
  ],
  [
    'an Azure record without a delta',
    sse(
      { choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: {} }] },
      chunk({ content: 'Hello' }),
      chunk({}, 'stop'),
      {
        choices: [{ index: 0, finish_reason: null, content_filter_offsets: { check_offset: 44 } }],
      },
      doneMark,
    ),
    hello,
  ],
  [
    'inline data of Gemini',
    chat(
      { content: 'Hello' },
      { content: [{ inline_data: { mime_type: 'image/png', data: png } }] },
    ),
    { ...hello, pictureCount: 1 },
  ],
  [
    'a picture in base64',
    chat({ content: 'Hello' }, { images: [{ b64_json: png }] }),
    { ...hello, pictureCount: 1 },
  ],
  [
    'a native picture of Gemini',
    body({
      candidates: [
        {
          content: {
            parts: [{ text: 'Hello' }, { inlineData: { mimeType: 'image/png', data: png } }],
            role: 'model',
          },
          finishReason: 'STOP',
        },
      ],
    }),
    { ...hello, pictureCount: 1 },
  ],
  [
    'Anthropic’s text in the start of the block',
    sse(
      ev('message_start', { message: { id: 'm', role: 'assistant', content: [] } }),
      ev('content_block_start', { index: 0, content_block: { type: 'text', text: 'Hello' } }),
      ev('content_block_stop', { index: 0 }),
      ev('message_delta', { delta: { stop_reason: 'end_turn' } }),
      ev('message_stop', {}),
    ),
    hello,
    'anthropic',
  ],
  [
    'chunks of OpenAI from Anthropic’s address',
    chat({ content: 'Hel' }, { content: 'lo' }),
    hello,
    'anthropic',
  ],
  [
    'chunks of OpenAI from the address of Responses',
    chat({ content: 'Hel' }, { content: 'lo' }),
    hello,
    'responses',
  ],
  [
    'only output_text.done',
    sse(
      ev('response.output_text.done', {
        item_id: 'i',
        output_index: 0,
        content_index: 0,
        text: 'Hello',
      }),
      ev('response.completed', { response: { id: 'r', status: 'completed' } }),
    ),
    hello,
    'responses',
  ],
  [
    'chunks of OpenAI from Ollama’s address',
    chat({ content: 'Hel' }, { content: 'lo' }),
    hello,
    'ollama',
  ],
  [
    'Ollama’s “response”',
    lines({ response: 'Hel', done: false }, { response: 'lo', done: true, done_reason: 'stop' }),
    hello,
    'ollama',
  ],
  [
    'box tokens of GLM',
    said('The answer is <|begin_of_box|>42<|end_of_box|>.'),
    { text: 'The answer is 42.' },
  ],
  [
    'citation marks of OpenAI',
    said('It rains.\ue200cite\ue202turn0search0\ue201 Often.'),
    { text: 'It rains. Often.' },
  ],
])

const errors = toCases('errors', [
  [
    'a page of nginx',
    body(
      '<html>\r\n<head><title>504 Gateway Time-out</title></head>\r\n<body>\r\n<center><h1>504 Gateway Time-out</h1></center>\r\n</body>\r\n</html>',
      'text/html',
      '504 Gateway Time-out',
    ),
    failed('The service waited too long for a service behind it (504).'),
  ],
  [
    'Mistral’s detail in the message',
    refused(
      {
        object: 'error',
        message: {
          detail: [{ type: 'missing', loc: ['body', 'model'], msg: 'The model is required' }],
        },
        type: 'invalid_request_error',
      },
      '422 Unprocessable Entity',
    ),
    failed('The model is required'),
  ],
  [
    'a wait in words of GitHub',
    refused(
      {
        error: {
          code: 'RateLimitReached',
          message:
            'Rate limit of 10 per 60s exceeded for UserByModelByMinute. Please wait 41 seconds before retrying.',
        },
      },
      '429 Too Many Requests',
    ),
    failed('Try again in 41 s.'),
  ],
  [
    'a model that loads',
    refused(
      { error: 'Model acme/one is currently loading', estimated_time: 20 },
      '503 Service Unavailable',
    ),
    failed('Model acme/one is currently loading'),
  ],
  [
    'Hunyuan’s ErrorMsg',
    sse({ Note: 'x', Id: 'i', Choices: null, ErrorMsg: { Msg: 'The quota is empty', Code: 1004 } }),
    failed('The quota is empty'),
  ],
  [
    'Baidu’s error_msg',
    body({ error_code: 336_003, error_msg: 'the max input characters is 20480', id: 'as' }),
    failed('the max input characters is 20480'),
  ],
  [
    'a message as JSON text',
    refused('"The quota of today is used up."', '403 Forbidden'),
    failed('The quota of today is used up.'),
  ],
  [
    'errors by field',
    refused(
      {
        message: 'The given data was invalid.',
        errors: { model: ['The model nine does not exist.'] },
      },
      '422 Unprocessable Entity',
    ),
    failed('The model nine does not exist.'),
  ],
  [
    'an error in detail',
    refused({ detail: { error: { message: 'The budget is exceeded', code: 'b' } } }),
    failed('The budget is exceeded'),
  ],
  [
    'true as the error',
    refused({ error: true, message: 'The route is closed' }, '404 Not Found'),
    failed('The route is closed'),
  ],
  [
    'only a header',
    'HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Bearer error="invalid_token", error_description="The token expired on Monday"\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
    failed('The token expired on Monday'),
  ],
  [
    'a header that says when to retry',
    'HTTP/1.1 429 Too Many Requests\r\nx-ratelimit-reset-requests: 1m7s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n',
    failed('Try again in 67 s.'),
  ],
  [
    'a sign-in page with a good status',
    body(
      '<!doctype html><html><head><title>Sign in to Acme</title></head><body><form></form></body></html>',
      'text/html',
    ),
    { text: '', ...failed('The service answered with a web page.') },
  ],
  [
    'a list of messages',
    refused({ error: { message: ['The first reason', 'The second reason'] } }),
    failed('The second reason'),
  ],
])

const head = (more: string) => `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${more}\r\n`
const events = (...records: object[]) => records.map(encodeEvent).join('') + doneMark
const helloEvents = events(chunk({ content: 'Hel' }), chunk({ content: 'lo' }), chunk({}, 'stop'))
const labels = toCases('labels', [
  [
    'a chunked body without its end',
    `${head('transfer-encoding: chunked\r\n')}${helloEvents.length.toString(16)}\r\n${helloEvents}\r\n`,
    hello,
  ],
  [
    'a length that is too large',
    `${head(`content-length: ${helloEvents.length + 50}\r\n`)}${helloEvents}`,
    hello,
  ],
  [
    'plain text labelled as gzip',
    `${head('content-encoding: gzip\r\nconnection: close\r\n')}${helloEvents}`,
    { text: '', ...failed('cannot be unpacked') },
  ],
  [
    '100 Continue before',
    `HTTP/1.1 100 Continue\r\n\r\n${head('connection: close\r\n')}${helloEvents}`,
    hello,
  ],
  [
    'the status 201',
    body(
      { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] },
      'application/json',
      '201 Created',
    ),
    hello,
  ],
  [
    'a tab in a string',
    sse(
      'data: {"choices":[{"index":0,"delta":{"content":"Hel\tlo"},"finish_reason":null}]}\n\n',
      chunk({}, 'stop'),
      doneMark,
    ),
    { text: 'Hel\tlo' },
  ],
  [
    'a wrong escape in a string',
    sse(
      String.raw`data: {"choices":[{"index":0,"delta":{"content":"It\'s \d"},"finish_reason":null}]}` +
        '\n\n',
      chunk({}, 'stop'),
      doneMark,
    ),
    { text: String.raw`It's \d` },
  ],
  [
    'a record cut into two events',
    sse(
      'data: {"choices":[{"index":0,"delta":{"con\n\n',
      'data: tent":"Hello"},"finish_reason":null}]}\n\n',
      chunk({}, 'stop'),
      doneMark,
    ),
    hello,
  ],
])

const reasons: readonly [string, NonNullable<WireCase['expected']['end']>][] = [
  ['eos_token', 'usual'],
  ['completed', 'usual'],
  ['max_output_tokens', 'length'],
  ['RECITATION', 'filter'],
  ['SPII', 'filter'],
  ['model_armor', 'filter'],
  ['UNEXPECTED_TOOL_CALL', 'error'],
  ['cancelled', 'error'],
]
const stopReasons = toCases(
  'stop reasons',
  reasons.map(([reason, end]) => [
    reason,
    sse(chunk({ content: 'Hello' }), chunk({}, reason), doneMark),
    { ...hello, end },
  ]),
)

const reasoning = toCases('reasoning', [
  [
    'harmony without its tags',
    said('analysisI thought.assistantfinalHello'),
    { ...hello, reasoning: 'I thought.' },
  ],
  [
    'the answer in the reasoning field',
    chat(
      { reasoning_content: 'I thought' },
      { reasoning_content: '\n</think>\n\nHel' },
      { reasoning_content: 'lo' },
    ),
    thought,
  ],
  [
    'an <answer> element after',
    said('<think>I thought</think>\n<answer>\nHello</answer>'),
    thought,
  ],
  [
    'a <response> element after',
    said('<think>I thought</think>\n\n<response>\nHello</response>\n'),
    thought,
  ],
  ['tokens of Solar', said('<|think|>I thought<|end|><|begin|>assistant<|content|>Hello'), thought],
  ['tokens of Apertus', said('<|inner_prefix|>I thought<|inner_suffix|>Hello'), thought],
  ['a wrong closing tag', said('<think>I thought</thinking>\n\nHello'), thought],
  ['a repeated opening tag', said('<think>\n<think>\nI thought\n</think>\n\nHello'), thought],
])

/** Answers that gateways and smaller servers send, taken from reports about other programs. */
export const gatewayReports: readonly WireCase[] = [
  ...toolCalls,
  ...fields,
  ...errors,
  ...labels,
  ...stopReasons,
  ...reasoning,
]
