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
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

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

const said = (text: string): string =>
  chat(
    { role: 'assistant', content: '' },
    ...(text.match(/[^]{1,7}/g) ?? []).map((content) => ({ content })),
  )
const ev = (type: string, data: object): string =>
  `event: ${type}\n${encodeEvent({ type, ...data })}`

/** Answers of services, from public reports about other chat programs. */
export const laterReports: readonly WireCase[] = [
  w(
    'tool calls',
    'hermes call in content',
    said('<tool_call>\n{"name": "calculate", "arguments": {"expression": "6*7"}}\n</tool_call>'),
    one,
  ),
  w(
    'tool calls',
    'qwen3-coder XML in content',
    said(
      '<tool_call>\n<function=calculate>\n<parameter=expression>\n6*7\n</parameter>\n</function>\n</tool_call>',
    ),
    one,
  ),
  w(
    'tool calls',
    'kimi section tokens in content',
    said(
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.calculate:0<|tool_call_argument_begin|>{"expression":"6*7"}<|tool_call_end|><|tool_calls_section_end|>',
    ),
    one,
  ),
  w(
    'tool calls',
    'gpt-oss name with leaked channel',
    toolChunks({
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'calculate<|channel|>commentary', arguments: product },
    }),
    one,
  ),
  w(
    'tool calls',
    'gemini default_api prefix',
    toolChunks({
      index: 0,
      id: 'a',
      type: 'function',
      function: { name: 'default_api.calculate', arguments: product },
    }),
    one,
  ),
  w(
    'tool calls',
    'functions. prefix',
    toolChunks({
      index: 0,
      id: 'functions.calculate:0',
      type: 'function',
      function: { name: 'functions.calculate', arguments: product },
    }),
    one,
  ),
  w(
    'tool calls',
    'name repeated in each chunk',
    toolChunks(
      ...['{"expr', 'ession":"6', '*7"}'].map((a) => ({
        index: 0,
        id: 'a',
        type: 'function',
        function: { name: 'calculate', arguments: a },
      })),
    ),
    one,
  ),
  w(
    'tool calls',
    'legacy function_call stream',
    sse(
      chunk({
        role: 'assistant',
        content: null,
        function_call: { name: 'calculate', arguments: '' },
      }),
      chunk({ function_call: { arguments: '{"expression":' } }),
      chunk({ function_call: { arguments: '"6*7"}' } }),
      chunk({}, 'function_call'),
      doneMark,
    ),
    one,
  ),
  w(
    'tool calls',
    'gemini standalone signature delta w/o function',
    sse(
      chunk({
        role: 'assistant',
        tool_calls: [
          {
            id: 'f1',
            type: 'function',
            function: { name: 'calculate', arguments: '{"expression":' },
            extra_content: { google: { thought_signature: 'abc' } },
          },
        ],
      }),
      chunk({ tool_calls: [{ function: { arguments: '"6*7"}' } }] }),
      chunk({ tool_calls: [{ extra_content: { google: { thought_signature: 'def' } } }] }),
      chunk({}, 'stop'),
      doneMark,
    ),
    one,
  ),
  w(
    'tool calls',
    'arguments wrapped {"name","arguments"}',
    toolChunks(
      calculate('{"name":"calculate","arguments":{"expression":"6*7"}}', { index: 0, id: 'a' }),
    ),
    one,
  ),
  w(
    'tool calls',
    'python dict arguments',
    toolChunks(calculate("{'expression': '6*7'}", { index: 0, id: 'a' })),
    one,
  ),
  w(
    'tool calls',
    'extra closing brace',
    toolChunks(calculate('{"expression":"6*7"}}', { index: 0, id: 'a' })),
    one,
  ),
  w(
    'tool calls',
    'trailing </tool_call> and im_end',
    toolChunks(calculate('{"expression":"6*7"}\n</tool_call><|im_end|>', { index: 0, id: 'a' })),
    one,
  ),
  w(
    'tool calls',
    'null{ prefix from JS concatenation',
    toolChunks(calculate('null{"expression":"6*7"}', { index: 0, id: 'a' })),
    one,
  ),
  w(
    'tool calls',
    'anthropic proxy: input only in block start',
    sse(
      ev('message_start', {
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          content: [],
          model: 'm',
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      }),
      ev('content_block_start', {
        index: 0,
        content_block: {
          type: 'tool_use',
          id: 't1',
          name: 'calculate',
          input: { expression: '6*7' },
        },
      }),
      ev('content_block_stop', { index: 0 }),
      ev('message_delta', { delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 3 } }),
      ev('message_stop', {}),
    ),
    one,
    'anthropic',
  ),
  w(
    'tool calls',
    'responses: call only in output_item.done',
    sse(
      ev('response.created', { response: { id: 'r', status: 'in_progress', output: [] } }),
      ev('response.output_item.done', {
        output_index: 0,
        item: {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'c1',
          name: 'calculate',
          arguments: product,
          status: 'completed',
        },
      }),
      ev('response.completed', { response: { id: 'r', status: 'completed', output: [] } }),
    ),
    one,
    'responses',
  ),
  w(
    'tool calls',
    'ollama: two calls in two records with same index',
    lines(
      {
        message: {
          role: 'assistant',
          content: '',
          tool_calls: [
            { function: { index: 0, name: 'calculate', arguments: { expression: '6*7' } } },
          ],
        },
        done: false,
      },
      {
        message: {
          role: 'assistant',
          content: '',
          tool_calls: [
            { function: { index: 0, name: 'calculate', arguments: { expression: '1+1' } } },
          ],
        },
        done: false,
      },
      { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop' },
    ),
    both,
    'ollama',
  ),
  w(
    'unexpected fields',
    'cloudflare native stream',
    sse(
      'data: {"response":"Hel","p":"abcdefgh"}\n\n',
      'data: {"response":"lo","p":"ab"}\n\n',
      'data: {"response":"","usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}\n\n',
      doneMark,
    ),
    { text: 'Hello' },
  ),
  w(
    'unexpected fields',
    'cloudflare native whole',
    body({ result: { response: 'Hello', usage: {} }, success: true, errors: [], messages: [] }),
    { text: 'Hello' },
  ),
  w(
    'unexpected fields',
    'audio transcript',
    chat(
      { role: 'assistant', audio: { id: 'audio_1', transcript: 'Hel' } },
      { audio: { transcript: 'lo' } },
      { audio: { data: 'AAAA' } },
      { audio: { expires_at: 1 } },
    ),
    { text: 'Hello' },
  ),
  w(
    'unexpected fields',
    'databricks reasoning content list',
    chat(
      {
        content: [
          { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hmm', signature: '' }] },
        ],
      },
      { content: [{ type: 'text', text: 'Hi' }] },
    ),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  w(
    'unexpected fields',
    'litellm thinking_blocks beside reasoning_content',
    chat(
      {
        reasoning_content: 'Hmm',
        thinking_blocks: [{ type: 'thinking', thinking: 'Hmm', signature: null }],
      },
      {
        thinking_blocks: [{ type: 'thinking', thinking: '', signature: 'EqQ' }],
        reasoning_content: '',
      },
      { content: 'Hi' },
    ),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  w(
    'unexpected fields',
    'zhipu web_search list',
    sse(
      chunk({ content: 'See [ref_1].' }),
      chunk({}, 'stop', {
        web_search: [
          { title: 'A', link: 'https://a.example/x', content: 'words', refer: 'ref_1', media: 'A' },
        ],
      }),
      doneMark,
    ),
    { text: 'See [ref_1].', sources: ['https://a.example/x'] },
  ),
  w(
    'unexpected fields',
    'groq compound executed_tools',
    sse(
      chunk({
        role: 'assistant',
        executed_tools: [
          {
            index: 0,
            type: 'search',
            arguments: '{"query":"x"}',
            output: 'Title: A\nURL: https://a.example/x',
            search_results: {
              results: [{ title: 'A', url: 'https://a.example/x', content: 'words', score: 0.9 }],
            },
          },
        ],
      }),
      chunk({ content: 'Hi' }),
      chunk({}, 'stop'),
      doneMark,
    ),
    { text: 'Hi', sources: ['https://a.example/x'] },
  ),
  w(
    'unexpected fields',
    'dashscope search_info',
    sse(
      chunk({ content: 'Hi' }, 'stop', {
        search_info: {
          search_results: [
            { index: 1, site_name: 'A', title: 'A', url: 'https://a.example/x', icon: '' },
          ],
        },
      }),
      doneMark,
    ),
    { text: 'Hi', sources: ['https://a.example/x'] },
  ),
  w(
    'unexpected fields',
    'final chunk repeats the whole message',
    sse(
      chunk({ content: 'Hello ' }),
      chunk({ content: 'world' }),
      {
        id: 'c',
        object: 'chat.completion',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: 'Hello world' },
            finish_reason: 'stop',
          },
        ],
      },
      doneMark,
    ),
    { text: 'Hello world' },
  ),
  w(
    'unexpected fields',
    'Image as URL in images list',
    chat({
      content: 'Here',
      images: [{ type: 'image_url', index: 0, image_url: { url: `data:image/png;base64,${png}` } }],
    }),
    { text: 'Here', pictureCount: 1 },
  ),
  w(
    'errors',
    'SiliconFlow 400',
    body(
      { code: 20012, message: 'Model does not exist. Please check it carefully.', data: null },
      'application/json',
      '400 Bad Request',
    ),
    { status: 'failed', failure: 'Model does not exist' },
  ),
  w(
    'errors',
    'FastAPI 422 list',
    body(
      {
        detail: [
          {
            loc: ['body', 'messages', 0, 'content'],
            msg: 'Input should be a valid string',
            type: 'string_type',
          },
        ],
      },
      'application/json',
      '422 Unprocessable Entity',
    ),
    { status: 'failed', failure: 'Input should be a valid string' },
  ),
  w(
    'errors',
    'NIM problem details',
    body(
      {
        type: 'urn:inference-service:problem-details:bad-request',
        title: 'Bad Request',
        status: 400,
        detail: 'Inference error',
        instance: '/v2',
        requestId: 'x',
      },
      'application/problem+json',
      '400 Bad Request',
    ),
    { status: 'failed', failure: 'Inference error' },
  ),
  w(
    'errors',
    'bedrock exception within stream',
    sse(
      chunk({ content: 'Half ' }),
      'event: exception\ndata: {"message":"Bedrock is unable to process your request.","__type":"ModelStreamErrorException"}\n\n',
    ),
    { text: 'Half ', status: 'failed', failure: 'unable to process' },
  ),
  w(
    'errors',
    'volcengine gateway error',
    body(
      {
        ResponseMetadata: {
          RequestId: 'x',
          Error: {
            CodeN: 100010,
            Code: 'SignatureDoesNotMatch',
            Message: 'The request signature we calculated does not match.',
          },
        },
      },
      'application/json',
      '403 Forbidden',
    ),
    { status: 'failed', failure: 'signature we calculated' },
  ),
  w(
    'errors',
    'xml error body',
    body(
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Account is suspended</Message></Error>',
      'application/xml',
      '403 Forbidden',
    ),
    { status: 'failed', failure: 'Account is suspended' },
  ),
  w(
    'errors',
    'xfyun header error in 200',
    body({ header: { code: 11200, message: 'AppIdNoAuthError: licc fail', sid: 'x', status: 2 } }),
    { status: 'failed', failure: 'licc fail' },
  ),
  w(
    'errors',
    'hf list of errors',
    body(
      { error: ['Error in `parameters.max_new_tokens`: too large'], warnings: [] },
      'application/json',
      '400 Bad Request',
    ),
    { status: 'failed', failure: 'too large' },
  ),
  w(
    'labels',
    'data: null between chunks',
    sse(
      chunk({ content: 'Hel' }),
      'data: null\n\n',
      chunk({ content: 'lo' }),
      chunk({}, 'stop'),
      doneMark,
    ),
    { text: 'Hello' },
  ),
  w(
    'labels',
    'NaN and Infinity in logprobs',
    sse(
      'data: {"choices":[{"index":0,"delta":{"content":"Hello"},"logprobs":{"content":[{"token":"Hello","logprob":-Infinity,"top_logprobs":[{"token":"x","logprob":NaN}]}]},"finish_reason":null}]}\n\n',
      chunk({}, 'stop'),
      doneMark,
    ),
    { text: 'Hello' },
  ),
  w(
    'labels',
    'surrogate halves in two deltas',
    sse(
      'data: {"choices":[{"index":0,"delta":{"content":"a\\ud83d"}}]}\n\n',
      'data: {"choices":[{"index":0,"delta":{"content":"\\ude00b"}}]}\n\n',
      chunk({}, 'stop'),
      doneMark,
    ),
    { text: 'a😀b' },
  ),
  w(
    'labels',
    'records as JSON strings',
    sse(
      ...[chunk({ content: 'Hel' }), chunk({ content: 'lo' }), chunk({}, 'stop')].map(
        (c) => `data: ${JSON.stringify(JSON.stringify(c))}\n\n`,
      ),
      doneMark,
    ),
    { text: 'Hello' },
  ),
  w(
    'labels',
    'pretty JSON over several data lines',
    sse(
      JSON.stringify(chunk({ content: 'Hello' }), null, 2)
        .split('\n')
        .map((l) => `data: ${l}\n`)
        .join('') + '\n',
      chunk({}, 'stop'),
      doneMark,
    ),
    { text: 'Hello' },
  ),
  w(
    'labels',
    'indented data lines',
    sse(
      '  data: ' + JSON.stringify(chunk({ content: 'Hello' })) + '\n\n',
      '  data: ' + JSON.stringify(chunk({}, 'stop')) + '\n\n',
      '  data: [DONE]\n\n',
    ),
    { text: 'Hello' },
  ),
  w(
    'stop reasons',
    'finish reason "" in each chunk',
    sse(chunk({ content: 'Hel' }, ''), chunk({ content: 'lo' }, ''), chunk({}, 'stop'), doneMark),
    { text: 'Hello' },
  ),
  w(
    'stop reasons',
    'Gemini function_call_filter',
    sse(
      chunk({ content: 'Hi' }),
      chunk({}, 'function_call_filter: MALFORMED_FUNCTION_CALL'),
      doneMark,
    ),
    { text: 'Hi', end: 'error' },
  ),
  w(
    'stop reasons',
    'openrouter stop with native reason',
    sse(
      chunk({ content: 'Hi' }),
      {
        choices: [
          {
            index: 0,
            delta: { content: '' },
            finish_reason: 'stop',
            native_finish_reason: 'MAX_TOKENS',
          },
        ],
      },
      doneMark,
    ),
    { text: 'Hi', end: 'length' },
  ),
  w(
    'stop reasons',
    'sglang object reason',
    sse(
      chunk({ content: 'Hi' }),
      chunk({}, { type: 'abort', message: 'Aborted by scheduler' }),
      doneMark,
    ),
    { text: 'Hi', end: 'error' },
  ),
  w(
    'stop reasons',
    'vllm repetition',
    sse(chunk({ content: 'Hi' }), chunk({}, 'repetition'), doneMark),
    { text: 'Hi', end: 'unknown' },
  ),
  w(
    'stop reasons',
    'anthropic refusal in delta',
    sse(
      ev('message_start', {
        message: { id: 'm', type: 'message', role: 'assistant', content: [], usage: {} },
      }),
      ev('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ev('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }),
      ev('content_block_stop', { index: 0 }),
      ev('message_delta', {
        delta: {
          stop_reason: 'refusal',
          stop_details: { type: 'refusal', category: 'cyber', explanation: 'No.' },
        },
        usage: {},
      }),
      ev('message_stop', {}),
    ),
    { text: 'Hi', end: 'filter' },
    'anthropic',
  ),
  w('reasoning', 'seed think', said('<seed:think>Hmm</seed:think>Hi'), {
    text: 'Hi',
    reasoning: 'Hmm',
  }),
  w(
    'reasoning',
    'cohere tokens',
    said('<|START_THINKING|>Hmm<|END_THINKING|><|START_RESPONSE|>Hi<|END_RESPONSE|>'),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  w('reasoning', 'kimi-vl triangles', said('◁think▷Hmm◁/think▷Hi'), {
    text: 'Hi',
    reasoning: 'Hmm',
  }),
  w(
    'reasoning',
    'begin_of_thought',
    said(
      '<|begin_of_thought|>\n\nHmm\n\n<|end_of_thought|>\n\n<|begin_of_solution|>\n\nHi\n\n<|end_of_solution|>',
    ),
    { text: 'Hi\n\n', reasoning: 'Hmm' },
  ),
  w(
    'reasoning',
    'think mentioned in code',
    said('Use `<think>` tags:\n```xml\n<think>x</think>\n```\nok'),
    { text: 'Use `<think>` tags:\n```xml\n<think>x</think>\n```\nok', reasoning: '' },
  ),
  w(
    'reasoning',
    'reasoning and reasoning_content alike',
    chat({ reasoning: 'Hmm', reasoning_content: 'Hmm' }, { content: 'Hi' }),
    { text: 'Hi', reasoning: 'Hmm' },
  ),
  ...[
    '<function=calculate>{"expression":"6*7"}</function>',
    '<tool_call>calculate\n<arg_key>expression</arg_key>\n<arg_value>6*7</arg_value>\n</tool_call>',
    '[TOOL_CALLS][{"name": "calculate", "arguments": {"expression": "6*7"}}]',
    '[TOOL_CALLS]calculate[ARGS]{"expression": "6*7"}',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>calculate\n```json\n{"expression":"6*7"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>calculate<｜tool▁sep｜>{"expression":"6*7"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="calculate">\n<｜DSML｜parameter name="expression" string="true">6*7</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    '<minimax:tool_call>\n<invoke name="calculate">\n<parameter name="expression">6*7</parameter>\n</invoke>\n</minimax:tool_call>',
    '<|python_tag|>{"name": "calculate", "parameters": {"expression": "6*7"}}<|eom_id|>',
    '<|tool_call|>[{"name": "calculate", "arguments": {"expression": "6*7"}}]<|/tool_call|>',
    '<|tool_call>call:calculate{expression:<|"|>6*7<|"|>}<tool_call|>',
    '<|START_ACTION|>[{"tool_call_id":"0","tool_name":"calculate","parameters":{"expression":"6*7"}}]<|END_ACTION|>',
    '<|channel|>commentary to=functions.calculate <|constrain|>json<|message|>{"expression":"6*7"}<|call|>',
    '<tool_call>\n{"name": "calculate", "arguments": {"expression": "6*7"}}',
  ].map((text) => w('tool calls', `call in the text ${text.slice(0, 50)}`, said(text), one)),
  w(
    'tool calls',
    'two calls in the text after a sentence',
    said(
      'I look.\n<tool_call>{"name":"calculate","arguments":{"expression":"6*7"}}</tool_call>\n<tool_call>{"name":"calculate","arguments":{"expression":"1+1"}}</tool_call>',
    ),
    { ...both, text: 'I look.\n\n\nDone.' },
  ),
  ...[
    'Models write `<tool_call>` around calls.',
    '<tool_call>{"name":"calculate","arguments":{"expression":"6*7"}}</tool_call> is a call.',
    '```\n<tool_call>{"name":"calculate","arguments":{"expression":"6*7"}}</tool_call>\n```',
    '<tool_call>{"name":"unknown","arguments":{}}</tool_call>',
    '<tools> is an element',
  ].map((text) =>
    w('tool calls', `text that only quotes a call: ${text}`, said(text), { text, results: [] }),
  ),
  ...[
    {
      candidates: [
        { content: { parts: [{ text: 'Hello' }], role: 'model' }, finishReason: 'STOP' },
      ],
    },
    { output: { text: 'Hello', finish_reason: 'stop' }, usage: {}, request_id: 'x' },
    {
      output: { message: { role: 'assistant', content: [{ text: 'Hello' }] } },
      stopReason: 'end_turn',
    },
    {
      message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
      finish_reason: 'COMPLETE',
    },
    { message: { role: 'assistant', content: 'Hello' }, done: true, done_reason: 'stop' },
    [{ generated_text: 'Hello' }],
    { result: 'Hello', is_end: true },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'text', text: 'Hello' }],
      stop_reason: 'end_turn',
    },
  ].map((record) =>
    w('unexpected fields', `the record ${JSON.stringify(record)}`, body(record), { text: 'Hello' }),
  ),
]
