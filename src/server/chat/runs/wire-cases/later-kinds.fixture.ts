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
  sum,
  toolChunks,
  type WireCase,
} from './wire-case.fixture.ts'
const one = { results: ['6*7 = 42'], text: 'Done.' }
const both = { results: ['6*7 = 42', '1+1 = 2'], text: 'Done.' }
type Rest = readonly [
  name: string,
  answer: string,
  expected: WireCase['expected'],
  service?: WireCase['service'],
]
const w = (group: WireCase['class'], ...[name, answer, expected, service]: Rest): WireCase => ({
  class: group,
  name,
  answer,
  expected,
  service,
})
const ev = (type: string, data: object): string =>
  `event: ${type}\n${encodeEvent({ type, ...data })}`
const started = ev('message_start', {
  message: {
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
})
/** Answers of further kinds, from public reports about other chat programs. */
export const laterKinds: readonly WireCase[] = [
  w(
    'errors',
    'responses: nested error of Azure',
    sse(
      ev('error', {
        error: {
          type: 'too_many_requests',
          code: 'too_many_requests',
          message: 'Rate limit exceeded for the region',
        },
        sequence_number: 1,
      }),
    ),
    { text: '', status: 'failed', failure: 'Rate limit exceeded for the region' },
    'responses',
  ),
  w(
    'unexpected fields',
    'responses: text only in the completed event',
    sse(
      ev('response.created', { response: { id: 'r', status: 'in_progress', output: [] } }),
      ev('response.completed', {
        response: {
          id: 'r',
          status: 'completed',
          output: [
            {
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: 'Hello', annotations: [] }],
            },
          ],
        },
      }),
    ),
    { text: 'Hello' },
    'responses',
  ),
  w(
    'stop reasons',
    'responses: incomplete by filter',
    sse(
      ev('response.created', { response: { id: 'r', status: 'in_progress', output: [] } }),
      ev('response.output_text.delta', {
        item_id: 'i',
        output_index: 0,
        content_index: 0,
        delta: 'Half',
      }),
      ev('response.incomplete', {
        response: {
          id: 'r',
          status: 'incomplete',
          incomplete_details: { reason: 'content_filter' },
          output: [],
        },
      }),
    ),
    { text: 'Half', end: 'filter' },
    'responses',
  ),
  w(
    'reasoning',
    'responses: reasoning_text deltas',
    sse(
      ev('response.reasoning_text.delta', {
        item_id: 'x',
        output_index: 0,
        content_index: 0,
        delta: 'Hmm',
      }),
      ev('response.output_text.delta', {
        item_id: 'i',
        output_index: 1,
        content_index: 0,
        delta: 'Hi',
      }),
      ev('response.completed', { response: { id: 'r', status: 'completed', output: [] } }),
    ),
    { text: 'Hi', reasoning: 'Hmm' },
    'responses',
  ),
  w(
    'errors',
    'anthropic: overloaded within the answer',
    sse(
      started,
      ev('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ev('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Half' } }),
      ev('error', { error: { type: 'overloaded_error', message: 'Overloaded' } }),
    ),
    { text: 'Half', status: 'failed', failure: 'Overloaded' },
    'anthropic',
  ),
  w(
    'unexpected fields',
    'anthropic: deltas without block starts',
    sse(
      started,
      ev('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: 'Hmm' } }),
      ev('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'Hi' } }),
      ev('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      ev('message_stop', {}),
    ),
    { text: 'Hi', reasoning: 'Hmm' },
    'anthropic',
  ),
  w(
    'unexpected fields',
    'anthropic: citations of a web search',
    sse(
      started,
      ev('content_block_start', {
        index: 0,
        content_block: { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      }),
      ev('content_block_stop', { index: 0 }),
      ev('content_block_start', {
        index: 1,
        content_block: {
          type: 'web_search_tool_result',
          tool_use_id: 's',
          content: [
            {
              type: 'web_search_result',
              title: 'A',
              url: 'https://a.example/x',
              encrypted_content: 'z',
              page_age: null,
            },
          ],
        },
      }),
      ev('content_block_stop', { index: 1 }),
      ev('content_block_start', {
        index: 2,
        content_block: { type: 'text', text: '', citations: [] },
      }),
      ev('content_block_delta', {
        index: 2,
        delta: {
          type: 'citations_delta',
          citation: {
            type: 'web_search_result_location',
            url: 'https://a.example/x',
            title: 'A',
            cited_text: 'w',
            encrypted_index: 'q',
          },
        },
      }),
      ev('content_block_delta', { index: 2, delta: { type: 'text_delta', text: 'Hi' } }),
      ev('content_block_stop', { index: 2 }),
      ev('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } }),
      ev('message_stop', {}),
    ),
    { text: 'Hi', sources: ['https://a.example/x'] },
    'anthropic',
  ),
  w(
    'errors',
    'ollama: error line within the answer',
    lines(
      { message: { role: 'assistant', content: 'Half' }, done: false },
      { error: 'an error was encountered while running the model: unexpected EOF' },
    ),
    { text: 'Half', status: 'failed', failure: 'unexpected EOF' },
    'ollama',
  ),
  w(
    'errors',
    'ollama: unknown model',
    body({ error: "model 'llama9' not found" }, 'application/json', '404 Not Found'),
    { status: 'failed', failure: "model 'llama9' not found" },
    'ollama',
  ),
  w(
    'errors',
    'azure content filter of the question',
    body(
      {
        error: {
          message:
            "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
          type: null,
          param: 'prompt',
          code: 'content_filter',
          status: 400,
          innererror: {
            code: 'ResponsibleAIPolicyViolation',
            content_filter_result: { jailbreak: { detected: true, filtered: true } },
          },
        },
      },
      'application/json',
      '400 Bad Request',
    ),
    { status: 'failed', failure: 'content management policy' },
  ),
  w(
    'stop reasons',
    'gemini: blocked question without a message',
    body({
      choices: [
        {
          finish_reason: 'content_filter: PROHIBITED_CONTENT',
          index: 0,
          message: { role: 'assistant' },
        },
      ],
      model: 'm',
      object: 'chat.completion',
    }),
    { text: '', end: 'filter', status: 'failed' },
  ),
  w(
    'tool calls',
    'final message repeats the call',
    sse(
      chunk({ tool_calls: [calculate(product, { index: 0, id: 'a' })] }),
      {
        choices: [
          {
            index: 0,
            message: {
              role: 'assistant',
              content: null,
              tool_calls: [calculate(product, { id: 'a' })],
            },
            finish_reason: 'tool_calls',
          },
        ],
      },
      doneMark,
    ),
    one,
  ),
  w(
    'tool calls',
    'custom tool call',
    toolChunks({
      index: 0,
      id: 'a',
      type: 'custom',
      custom: { name: 'calculate', input: product },
    }),
    one,
  ),
  w(
    'tool calls',
    'indices begin with one',
    toolChunks(calculate(product, { index: 1, id: 'a' }), calculate(sum, { index: 2, id: 'b' })),
    both,
  ),
  w(
    'reasoning',
    'encrypted and summary details',
    chat(
      {
        reasoning_details: [
          { type: 'reasoning.summary', summary: 'Hmm', format: 'openai-responses-v1', index: 0 },
        ],
      },
      { reasoning_details: [{ type: 'reasoning.encrypted', data: 'gAAA', index: 0 }] },
      { content: 'Hi' },
    ),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  w(
    'unexpected fields',
    'end token of the model in the text',
    chat({ content: 'Hello' }, { content: '<|im_end|>' }),
    { text: 'Hello' },
  ),
  w('unexpected fields', 'end of turn token of gemma', chat({ content: 'Hello<end_of_turn>' }), {
    text: 'Hello',
  }),
  w(
    'labels',
    'named events and heartbeats',
    sse(
      ': keep-alive\n\n',
      'event: chunk\ndata: ' + JSON.stringify(chunk({ content: 'Hel' })) + '\n\n',
      'event: heartbeat\ndata: {}\n\n',
      'data: {"type":"ping"}\n\n',
      'data:\n\n',
      'event: chunk\ndata: ' + JSON.stringify(chunk({ content: 'lo' }, 'stop')) + '\n\n',
      'event: done\ndata: [DONE]\n\n',
    ),
    { text: 'Hello' },
  ),
  w(
    'errors',
    'success false in a good status',
    body({ success: false, message: 'Insufficient balance' }),
    { status: 'failed', failure: 'Insufficient balance' },
  ),
  w(
    'labels',
    'answer in data beside a status',
    body({
      code: 0,
      msg: 'success',
      data: {
        choices: [
          { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' },
        ],
      },
    }),
    { text: 'Hello' },
  ),
  w(
    'errors',
    'gemini quota with a delay',
    body(
      [
        {
          error: {
            code: 429,
            message: 'You exceeded your current quota',
            status: 'RESOURCE_EXHAUSTED',
            details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '37s' }],
          },
        },
      ],
      'application/json',
      '429 Too Many Requests',
    ),
    { status: 'failed', failure: 'Try again in 37 s.' },
  ),
  w(
    'reasoning',
    'tag within the reasoning field',
    chat(
      { reasoning_content: '<think>\nHmm' },
      { reasoning_content: '</think>' },
      { content: 'Hi' },
    ),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  w(
    'reasoning',
    'closing tag leaks into the text',
    chat({ reasoning_content: 'Hmm' }, { content: '</think>\n\nHi' }),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  w(
    'unexpected fields',
    'message beside each delta (perplexity)',
    sse(
      ...['Hel', 'lo', ' all'].map((content, at, all) => ({
        choices: [
          {
            index: 0,
            delta: { role: 'assistant', content },
            message: { role: 'assistant', content: all.slice(0, at + 1).join('') },
            finish_reason: at === 2 ? 'stop' : null,
          },
        ],
      })),
      doneMark,
    ),
    { text: 'Hello all' },
  ),
  ...['<|eot_id|>', '</s>', '<|im_end|><|endoftext|>', '<|im_end|>\n', '<｜end▁of▁sentence｜>'].map(
    (token) =>
      w(
        'unexpected fields',
        `end token ${token}`,
        chat({ content: 'Hel' }, { content: `lo${token}` }),
        { text: 'Hello' },
      ),
  ),
  ...['The token is <|im_end|>', 'Use `</s>`', '<s>old</s>', 'a < b', 'a <|'].map((text) =>
    w(
      'unexpected fields',
      `no end token: ${text}`,
      chat({ content: text.slice(0, 5) }, { content: text.slice(5) }),
      { text },
    ),
  ),
  ...['Please try again in 1m2.5s.', 'Please try again in 62500ms.'].map((message) =>
    w(
      'errors',
      `delay in the message “${message}”`,
      body({ error: { message } }, 'application/json', '429 Too Many Requests'),
      { status: 'failed', failure: 'Try again in 63 s.' },
    ),
  ),
  w(
    'tool calls',
    'call within the reasoning field',
    chat(
      { reasoning_content: 'I compute.\n' },
      {
        reasoning_content:
          '<tool_call>\n{"name":"calculate","arguments":{"expression":"6*7"}}\n</tool_call>',
      },
    ),
    one,
  ),
  w(
    'labels',
    'usage record with null choices',
    sse(
      chunk({ content: 'Hello' }),
      chunk({}, 'stop'),
      { choices: null, usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
      doneMark,
    ),
    { text: 'Hello' },
  ),
  w(
    'stop reasons',
    'stop in each record',
    sse(
      chunk({ content: 'Hel' }, 'stop'),
      chunk({ content: 'lo ' }, 'stop'),
      chunk({ content: 'all' }, 'stop'),
      doneMark,
    ),
    { text: 'Hello all' },
  ),
  w(
    'unexpected fields',
    'whole answer with parts and details',
    body({
      choices: [
        {
          index: 0,
          message: {
            role: 'assistant',
            content: [{ type: 'text', text: 'Hi' }],
            reasoning_details: [{ type: 'reasoning.text', text: 'Hmm' }],
          },
          finish_reason: 'stop',
        },
      ],
    }),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  w('errors', 'nothing but an empty record', sse({ id: '', choices: [] }, doneMark), {
    text: '',
    status: 'failed',
    failure: 'without any text',
  }),
  w(
    'errors',
    'bare error after comments',
    sse(': OPENROUTER PROCESSING\n\n', '{"error":{"message":"Insufficient credits","code":402}}\n'),
    { text: '', status: 'failed', failure: 'Insufficient credits' },
  ),
  w(
    'unexpected fields',
    'responses: refusal deltas',
    sse(
      ev('response.refusal.delta', {
        item_id: 'i',
        output_index: 0,
        content_index: 0,
        delta: 'I cannot ',
      }),
      ev('response.refusal.delta', {
        item_id: 'i',
        output_index: 0,
        content_index: 0,
        delta: 'help.',
      }),
      ev('response.completed', { response: { id: 'r', status: 'completed', output: [] } }),
    ),
    { text: 'I cannot help.' },
    'responses',
  ),
  w(
    'errors',
    'ollama: empty answer',
    lines({ message: { role: 'assistant', content: '' }, done: true }),
    { text: '', status: 'failed', failure: 'empty answer' },
    'ollama',
  ),
  w(
    'tool calls',
    'name in the second record',
    sse(
      chunk({
        tool_calls: [
          { index: 0, id: 'a', type: 'function', function: { name: '', arguments: '' } },
        ],
      }),
      chunk({
        tool_calls: [{ index: 0, function: { name: 'calculate', arguments: '{"expression":' } }],
      }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '"6*7"}' } }] }),
      chunk({}, 'tool_calls'),
      doneMark,
    ),
    one,
  ),
  w('errors', 'plain text with a good status', body('Too many requests, slow down', 'text/plain'), {
    text: '',
    status: 'failed',
    failure: 'Too many requests, slow down',
  }),
  w(
    'errors',
    'code without a message',
    body(
      { error: { message: '', code: 'context_length_exceeded', type: 'invalid_request_error' } },
      'application/json',
      '400 Bad Request',
    ),
    { status: 'failed', failure: 'context_length_exceeded' },
  ),
  w(
    'reasoning',
    'reasoning between texts',
    chat(
      { reasoning: 'First' },
      { content: 'Hi ' },
      { reasoning: ' second' },
      { content: 'there' },
    ),
    { text: 'Hi there', reasoning: 'First second' },
  ),
  w(
    'tool calls',
    'name streamed in two pieces',
    sse(
      chunk({
        tool_calls: [
          { index: 0, id: 'a', type: 'function', function: { name: 'calc', arguments: '' } },
        ],
      }),
      chunk({ tool_calls: [{ index: 0, function: { name: 'ulate', arguments: '' } }] }),
      chunk({
        tool_calls: [{ index: 0, function: { arguments: product } }],
      }),
      chunk({}, 'tool_calls'),
      doneMark,
    ),
    one,
  ),
  w(
    'tool calls',
    'call in the reasoning before a text',
    chat(
      {
        reasoning_content:
          '<tool_call>{"name":"calculate","arguments":{"expression":"6*7"}}</tool_call>',
      },
      { content: 'Hi' },
    ),
    { text: 'Hi', results: [] },
  ),
]
