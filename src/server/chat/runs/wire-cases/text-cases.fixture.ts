import {
  body,
  chat,
  chunk,
  doneMark,
  encodeEvent,
  lines,
  spelled,
  sse,
  type WireCase,
} from './wire-case.fixture.ts'

type Row = readonly [name: string, answer: string, expected: WireCase['expected']]

const toCases = (
  about: Pick<WireCase, 'class' | 'service'>,
  rows: readonly Row[],
): readonly WireCase[] =>
  rows.map(([name, answer, expected]) => ({
    ...about,
    name: `${about.service ?? 'openai'}: ${name}`,
    answer,
    expected,
  }))

const hello = { text: 'Hello' }
const thought = { reasoning: 'I thought', text: 'Hello' }
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAn0lEQVRoge2SQQkAQRDD6qmeTm1ErYh7hIFCBKSh6cdpoht0A9ArdhfiLtENugHoFbsLcZfoBt0A9IrdhbhLdINuAHrF7kLcJbpBNwC9Ynch7hLdoBuAXrG7EHeJbtANQK/YXYi7RDfoBqBX7C7EXaIbdAPQK3YX4i7RDboB6BW7C3GX6AbdAPSK3YW4S3SDbgB6xe5C3CW6QTcAveIfHivgUUsIBmLOAAAAAElFTkSuQmCC'
const one = 'https://a.example/one'
const two = 'https://b.example/two'
const cited = { text: 'So it is[1][2].', sources: [one, two] }
const sentence = { content: 'So it is[1][2].' }
const whole = (message: unknown, more: object = {}) =>
  body({ choices: [{ index: 0, message, finish_reason: 'stop', ...more }] })

const contents: readonly Row[] = [
  ['null content', chat({ content: null }, { content: 'Hello' }, { content: null }), hello],
  [
    'a list of parts',
    chat({ content: [{ type: 'text', text: 'Hel' }] }, { content: [{ type: 'text', text: 'lo' }] }),
    hello,
  ],
  ['a list of strings', chat({ content: ['Hel', 'lo'] }), hello],
  ['one part', chat({ content: { type: 'text', text: 'Hello' } }), hello],
  [
    'a text with a value',
    chat({ content: [{ type: 'text', text: { value: 'Hello', annotations: [] } }] }),
    hello,
  ],
  ['output_text', chat({ content: [{ type: 'output_text', text: 'Hello' }] }), hello],
  ['a refusal part', chat({ content: [{ type: 'refusal', refusal: 'Hello' }] }), hello],
  ['the field "text"', sse({ choices: [{ text: 'Hello', finish_reason: 'stop' }] }), hello],
  [
    'message instead of delta',
    sse({ choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }),
    hello,
  ],
  [
    'message beside a null delta',
    sse({ choices: [{ delta: null, message: { content: 'Hello' }, finish_reason: 'stop' }] }),
    hello,
  ],
  [
    'the whole message again at the end',
    sse(chunk({ content: 'Hello' }), {
      choices: [{ delta: { content: '' }, message: { content: 'Hello' }, finish_reason: 'stop' }],
    }),
    hello,
  ],
  [
    'usage null, empty or a list',
    sse(
      chunk({ content: 'Hello' }, null, { usage: null }),
      chunk({}, 'stop', { usage: [] }),
      { choices: [], usage: {} },
      doneMark,
    ),
    hello,
  ],
  [
    'empty choices at first',
    sse({ choices: [], prompt_filter_results: [] }, chunk({ content: 'Hello' }), chunk({}, 'stop')),
    hello,
  ],
  [
    'null choices at last',
    sse(
      chunk({ content: 'Hello' }, 'stop'),
      { choices: null, usage: { prompt_tokens: 1, completion_tokens: 1 } },
      doneMark,
    ),
    hello,
  ],
  [
    'a picture part',
    chat({
      content: [
        { type: 'text', text: 'Hello' },
        { type: 'image_url', image_url: { url: pixel } },
      ],
    }),
    { ...hello, pictureCount: 1 },
  ],
  [
    'a picture part as text',
    chat({ content: 'Hello' }, { content: [{ type: 'image_url', image_url: pixel }] }),
    { ...hello, pictureCount: 1 },
  ],
  [
    'an output_image part',
    whole({
      content: [
        { type: 'output_text', text: 'Hello' },
        { type: 'output_image', image_url: pixel },
      ],
    }),
    { ...hello, pictureCount: 1 },
  ],
  [
    'images beside the text',
    whole({ content: 'Hello', images: [{ type: 'image_url', image_url: { url: pixel } }] }),
    { ...hello, pictureCount: 1 },
  ],
  [
    'an empty error',
    sse(
      chunk({ content: 'Hello' }, null, { error: {} }),
      chunk({}, 'stop', { error: [] }),
      doneMark,
    ),
    hello,
  ],
  [
    'an error that is false',
    sse(
      chunk({ content: 'Hello' }, null, { error: false }),
      chunk({}, 'stop', { error: '' }),
      doneMark,
    ),
    hello,
  ],
]

const thoughts: readonly Row[] = [
  ...[
    'reasoning_content',
    'reasoning',
    'reasoning_text',
    'thinking',
    'thinking_content',
    'thought',
    'thoughts',
  ].map((name): Row => [
    `the field "${name}"`,
    chat({ [name]: 'I ' }, { [name]: 'thought', content: null }, { content: 'Hello' }),
    thought,
  ]),
  [
    'a list of parts',
    chat({ reasoning_content: [{ type: 'text', text: 'I thought' }] }, { content: 'Hello' }),
    thought,
  ],
  ['an object', chat({ reasoning: { content: 'I thought' } }, { content: 'Hello' }), thought],
  [
    'two fields with the same text',
    chat({ reasoning: 'I thought', reasoning_content: 'I thought' }, { content: 'Hello' }),
    thought,
  ],
  [
    'details with a summary',
    chat(
      { reasoning_details: [{ type: 'reasoning.summary', summary: 'I thought' }] },
      { content: 'Hello' },
    ),
    thought,
  ],
  [
    'details and a text',
    chat(
      {
        reasoning: 'I thought',
        reasoning_details: [{ type: 'reasoning.text', text: 'I thought' }],
      },
      { content: 'Hello' },
    ),
    thought,
  ],
  [
    'a thinking part',
    chat({ content: [{ type: 'thinking', thinking: 'I thought' }] }, { content: 'Hello' }),
    thought,
  ],
  [
    'a reasoning part with a text',
    chat(
      { content: [{ type: 'reasoning', text: 'I thought' }] },
      { content: [{ type: 'text', text: 'Hello' }] },
    ),
    thought,
  ],
  [
    'a reasoning part',
    whole({
      content: [
        { type: 'reasoning', reasoning: 'I thought' },
        { type: 'text', text: 'Hello' },
      ],
    }),
    thought,
  ],
  ['beside the message', whole({ content: 'Hello' }, { reasoning_content: 'I thought' }), thought],
]

const citations: readonly Row[] = [
  [
    'addresses at the top',
    sse(chunk(sentence, null, { citations: [one, two] }), chunk({}, 'stop')),
    cited,
  ],
  [
    'in a last record without choices',
    sse(chunk(sentence), chunk({}, 'stop'), { choices: [], citations: [one, two] }, doneMark),
    cited,
  ],
  [
    'objects',
    sse(
      chunk(sentence, null, { citations: [{ url: one, title: 'One' }, { link: two }] }),
      chunk({}, 'stop'),
    ),
    cited,
  ],
  ['in the delta', chat(sentence, { citations: [one, two] }), cited],
  [
    'annotations at the top',
    sse(
      chunk(sentence),
      chunk({}, 'stop', {
        annotations: [
          { type: 'url_citation', url_citation: { url: one } },
          { type: 'url_citation', url: two },
        ],
      }),
    ),
    cited,
  ],
  [
    'annotations of a part',
    whole({
      content: [
        {
          type: 'text',
          text: sentence.content,
          annotations: [{ type: 'url_citation', url: one }, { url: two }],
        },
      ],
    }),
    cited,
  ],
  [
    'search_results',
    sse(
      chunk(sentence, null, { search_results: [{ url: one, title: 'One' }, { url: two }] }),
      chunk({}, 'stop'),
    ),
    cited,
  ],
  [
    'web_search',
    sse(
      chunk(sentence),
      chunk({}, 'stop', { web_search: [{ link: one, title: 'One' }, { link: two }] }),
      doneMark,
    ),
    cited,
  ],
  [
    'search_info',
    sse(
      chunk(sentence),
      chunk({}, 'stop', {
        search_info: {
          search_results: [
            { url: one, index: 1 },
            { url: two, index: 2 },
          ],
        },
      }),
      doneMark,
    ),
    cited,
  ],
  [
    'references',
    sse(chunk(sentence), chunk({}, 'stop', { references: [{ url: one }, { url: two }] }), doneMark),
    cited,
  ],
  [
    'only dangerous or no addresses',
    sse(
      chunk({ content: 'Hello' }, null, { citations: ['javascript:alert(1)', null, 3, {}] }),
      chunk({}, 'stop'),
    ),
    { ...hello, sources: [] },
  ],
]

const half = { text: 'Half ', status: 'failed' }
const halfChunk = chunk({ content: 'Half ' })
const message = 'Out of hamsters'
const errors: readonly unknown[] = [
  { error: { message } },
  { error: message },
  { error: [message] },
  { error: [{ message }] },
  { error: { error: { message } } },
  { error: { message: { text: message } } },
  { error: { message: { error: { message } } } },
  { error: { msg: message, code: 1 } },
  { error: true, message },
  [{ error: { code: 503, message } }],
  { errors: [{ message }] },
  { errors: [message] },
  { object: 'error', message, code: 40_303 },
  { status: 'error', message },
  { success: false, message },
  { type: 'error', error: { type: 'overloaded_error', message } },
  { error_code: 17, error_msg: message },
  { code: 1302, msg: message, data: null },
  { code: '20015', message, data: null },
  { detail: message },
  { detail: { message } },
  { detail: [{ loc: ['body'], msg: message }] },
  { base_resp: { status_code: 1008, status_msg: message } },
  { message },
  { choices: [], error: { message } },
  { choices: null, error: message },
  { choices: [{ index: 0, delta: {}, error: { message }, finish_reason: 'error' }] },
]
const errorRows: readonly Row[] = [
  ...errors.flatMap((record): Row[] => {
    const name = JSON.stringify(record)
    return [
      [
        `${name} instead of an answer`,
        body(record),
        { text: '', status: 'failed', failure: message },
      ],
      [`${name} after words`, sse(halfChunk, record as object), { ...half, failure: message }],
      [
        `${name} as an event`,
        sse(halfChunk, `event: error\n${encodeEvent(record)}`),
        { ...half, failure: message },
      ],
    ]
  }),
  [
    'words and an error in one record',
    sse(chunk({ content: 'Half ' }, null, { error: { message } })),
    { ...half, failure: message },
  ],
  [
    'words and an error in the last record',
    sse(chunk({ content: 'Half ' }, 'error', { error: { message } }), doneMark),
    { ...half, end: 'error', failure: message },
  ],
  ['an event without data', sse(halfChunk, 'event: error\ndata:\n\n', chunk({}, 'stop')), half],
  [
    'an event with words',
    sse(halfChunk, `event: error\ndata: ${message}\n\n`),
    { ...half, failure: message },
  ],
  [
    'a line "error:"',
    sse(halfChunk, `error: {"message":"${message}"}\n\n`),
    { ...half, failure: message },
  ],
  [
    'a line "error:" with words',
    sse(halfChunk, `error: ${message}\n\n`),
    { ...half, failure: message },
  ],
  [
    'JSON without data:',
    sse(halfChunk, `{"error":{"message":"${message}"}}\n\n`),
    { ...half, failure: message },
  ],
  [
    'an HTML page',
    body('<!DOCTYPE html><html><body>Bad gateway</body></html>', 'text/html'),
    { text: '', status: 'failed', failure: 'web page' },
  ],
  [
    'an HTML page labelled as JSON',
    body('<html>\n<body>Bad gateway</body></html>\n'),
    { text: '', status: 'failed', failure: 'web page' },
  ],
  [
    'an HTML page labelled as SSE',
    body('\n<!doctype html>\n<title>Sign in</title>', 'text/event-stream'),
    { text: '', status: 'failed', failure: 'web page' },
  ],
  ['an HTML page after words', sse(halfChunk, '<html><body>502 Bad Gateway</body></html>\n'), half],
  [
    'plain words',
    body('upstream connect error or disconnect', 'text/plain'),
    { text: '', status: 'failed', failure: 'upstream connect error' },
  ],
  ['nothing', body(''), { text: '', status: 'failed' }],
  ['only comments', sse(': ping\n\n', ':\n\n'), { text: '', status: 'failed' }],
  ['only the end', sse(doneMark), { text: '', status: 'failed' }],
  ['half a record', sse(halfChunk, 'data: {"choices":[{"del'), half],
  ['no end', sse(halfChunk), half],
]

const text = (content: string) => chunk({ content })
const record = (value: object) => JSON.stringify(value)
const parts = [text('Hel'), text('lo'), chunk({}, 'stop')]
const events = (end = '\n') => parts.map((part) => `data: ${record(part)}${end}${end}`).join('')
const completion = { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] }
const labels: readonly Row[] = [
  [
    'NDJSON labelled as SSE',
    body(parts.map((part) => `${record(part)}\n`).join(''), 'text/event-stream'),
    hello,
  ],
  ['NDJSON with CRLF', body(parts.map((part) => `${record(part)}\r\n`).join('')), hello],
  ['NDJSON with CR', body(parts.map((part) => `${record(part)}\r`).join('')), hello],
  [
    'NDJSON with a byte order mark and blank lines',
    body(`\uFEFF\n${parts.map((part) => `${record(part)}\n\n`).join('')}`),
    hello,
  ],
  [
    'NDJSON with a done mark',
    body(`${parts.map((part) => `${record(part)}\n`).join('')}[DONE]\n`),
    hello,
  ],
  [
    'NDJSON with "data:" from the second line on',
    body(
      `${record(parts[0] ?? {})}\ndata: ${record(parts[1] ?? {})}\ndata: ${record(parts[2] ?? {})}\n`,
    ),
    hello,
  ],
  ['a list of records', body(record(parts)), hello],
  ['a list of records over several lines', body(`[${parts.map(record).join('\n,\n')}\n]\n`), hello],
  [
    'an indented list of records',
    body(JSON.stringify(parts, undefined, 2), 'text/event-stream'),
    hello,
  ],
  ['SSE labelled as JSON', body(events()), hello],
  ['SSE without a label', body(events(), 'application/octet-stream'), hello],
  ['SSE with CRLF', body(events('\r\n'), 'text/event-stream'), hello],
  ['SSE with CR', body(events('\r'), 'text/event-stream'), hello],
  [
    'SSE with single line breaks',
    body(
      parts.map((part) => `data: ${record(part)}\n`).join('') + 'data: [DONE]\n',
      'text/event-stream',
    ),
    hello,
  ],
  [
    'SSE with single CRLF',
    body(parts.map((part) => `data: ${record(part)}\r\n`).join(''), 'text/event-stream'),
    hello,
  ],
  ['SSE without spaces', body(events().replaceAll('data: ', 'data:'), 'text/event-stream'), hello],
  [
    'SSE with more spaces',
    body(events().replaceAll('data: ', 'data:   '), 'text/event-stream'),
    hello,
  ],
  [
    'SSE with a double prefix',
    body(events().replaceAll('data: ', 'data: data: '), 'text/event-stream'),
    hello,
  ],
  ['SSE with a byte order mark', body(`\uFEFF${events()}`, 'text/event-stream'), hello],
  ['SSE after blank lines', body(`\n\r\n\n${events()}`, 'text/event-stream'), hello],
  [
    'SSE after comments',
    body(`:\n\n: ping\n\n${events().replaceAll('\n\n', '\n\n: \n\n')}`, 'text/event-stream'),
    hello,
  ],
  [
    'SSE with ids, retries and names',
    body(
      events().replaceAll('data:', 'id: 1\nretry: 3\nevent: message\ndata:'),
      'text/event-stream',
    ),
    hello,
  ],
  [
    'SSE over several data lines',
    body(
      parts
        .map((part) => `${JSON.stringify(part, undefined, 1).replaceAll(/^/gm, 'data: ')}\n\n`)
        .join(''),
      'text/event-stream',
    ),
    hello,
  ],
  ['a ping event', sse('event: ping\ndata: {"type":"ping"}\n\n', ...parts), hello],
  ['an empty event', sse('data:\n\n', 'data: \n\n', ...parts, 'data\n\n'), hello],
  ['null and numbers', sse('data: null\n\n', 'data: 1\n\n', 'data: "x"\n\n', ...parts), hello],
  ...['[DONE] ', ' [DONE]', '[done]', '[Done]', '"[DONE]"', 'DONE', '[DONE]\ndata: [DONE]'].map(
    (mark): Row => [
      `the done mark ${JSON.stringify(mark)}`,
      sse(text('Hello'), `data: ${mark}\n\n`),
      hello,
    ],
  ),
  ['a done event', sse(text('Hello'), chunk({}, 'stop'), 'event: done\ndata: {}\n\n'), hello],
  ['whole JSON', body(completion), hello],
  ['whole JSON with a line break', body(`${record(completion)}\n`), hello],
  ['whole JSON labelled as SSE', body(completion, 'text/event-stream'), hello],
  ['whole JSON in an event', sse(completion, doneMark), hello],
  ['indented JSON', body(JSON.stringify(completion, undefined, 2)), hello],
  [
    'indented JSON with CR',
    body(JSON.stringify(completion, undefined, 2).replaceAll('\n', '\r')),
    hello,
  ],
  ['JSON with a byte order mark', body(`\uFEFF${record(completion)}`), hello],
  ['JSON labelled as HTML', body(completion, 'text/html; charset=utf-8'), hello],
]

const message1 = {
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'Hello' }],
  stop_reason: 'end_turn',
}
const block = (type: string, more: object = {}) => ({
  type: 'content_block_start',
  index: 0,
  content_block: { type, ...more },
})
const grown = (delta: object) => ({ type: 'content_block_delta', index: 0, delta })
const ended = (reason: unknown) => ({ type: 'message_delta', delta: { stop_reason: reason } })
const stopped = { type: 'message_stop' }
const words = grown({ type: 'text_delta', text: 'Hello' })
const anthropicRows: readonly Row[] = [
  ['whole JSON labelled as SSE', body(message1, 'text/event-stream'), hello],
  ['whole JSON with a line break', body(`${record(message1)}\n`), hello],
  ['whole JSON in an event', sse(message1), hello],
  ['content as text', body({ ...message1, content: 'Hello' }), hello],
  ['NDJSON', lines(block('text', { text: '' }), words, ended('end_turn'), stopped), hello],
  [
    'a list of records',
    body([block('text', { text: '' }), words, ended('end_turn'), stopped]),
    hello,
  ],
  ['no start of the block', sse(words, ended('end_turn'), stopped), hello],
  ['no message_stop', sse(words, ended('end_turn')), hello],
  [
    'the text with the start',
    sse(block('text', { text: 'Hello' }), ended('end_turn'), stopped),
    hello,
  ],
  [
    'an unknown block and delta',
    sse(block('hologram'), grown({ type: 'hologram_delta' }), words, ended('end_turn'), stopped),
    hello,
  ],
  [
    'a null delta and usage',
    sse(
      { type: 'message_start', message: null },
      grown({ type: 'text_delta', text: null }),
      words,
      { ...ended('end_turn'), usage: null },
      stopped,
    ),
    hello,
  ],
  ['a delta without a type', sse(grown({ text: 'Hello' }), ended('end_turn'), stopped), hello],
]
const anthropicCitations: readonly Row[] = [
  [
    'citations',
    sse(
      grown({ type: 'text_delta', text: 'So it is[1][2].' }),
      grown({
        type: 'citations_delta',
        citation: { type: 'web_search_result_location', url: one, title: 'One', cited_text: 'So' },
      }),
      grown({
        type: 'citations_delta',
        citation: { type: 'web_search_result_location', url: two },
      }),
      ended('end_turn'),
      stopped,
    ),
    cited,
  ],
  [
    'citations of a whole answer',
    body({
      ...message1,
      content: [{ type: 'text', text: 'So it is[1][2].', citations: [{ url: one }, { url: two }] }],
    }),
    cited,
  ],
]
const anthropicErrors: readonly Row[] = [
  [
    'after words',
    sse(
      words,
      `event: error\n${encodeEvent({ type: 'error', error: { type: 'overloaded_error', message } })}`,
    ),
    { text: 'Hello', status: 'failed', failure: message },
  ],
  ['without data', sse(words, 'event: error\n\n'), { text: 'Hello', status: 'failed' }],
  ['no end', sse(words), { text: 'Hello', status: 'failed' }],
]

const ollamaDone = (reason: unknown = 'stop') => ({
  message: { content: '' },
  done: true,
  done_reason: reason,
})
const ollamaWords = { message: { content: 'Hello' }, done: false }
const ollamaRows: readonly Row[] = [
  [
    'NDJSON labelled as SSE',
    body(`${record(ollamaWords)}\n${record(ollamaDone())}\n`, 'text/event-stream'),
    hello,
  ],
  ['SSE', sse(ollamaWords, ollamaDone()), hello],
  ['SSE with a done mark', sse(ollamaWords, doneMark), hello],
  ['a list of records', body([ollamaWords, ollamaDone()]), hello],
  [
    'CR and a byte order mark',
    body(`\uFEFF${record(ollamaWords)}\r${record(ollamaDone())}\r`),
    hello,
  ],
  ['whole JSON', body({ message: { content: 'Hello' }, done: true, done_reason: 'stop' }), hello],
  [
    'whole JSON, indented',
    body(JSON.stringify({ message: { content: 'Hello' }, done: true }, undefined, 1)),
    hello,
  ],
  [
    'null content',
    lines(
      { message: { content: null, thinking: null, tool_calls: null } },
      ollamaWords,
      ollamaDone(),
    ),
    hello,
  ],
  [
    'content in parts',
    lines({ message: { content: [{ type: 'text', text: 'Hello' }] } }, ollamaDone()),
    hello,
  ],
]
const ollamaErrors: readonly Row[] = [
  [
    'after words',
    lines(ollamaWords, { error: message }),
    { text: 'Hello', status: 'failed', failure: message },
  ],
  [
    'an object after words',
    lines(ollamaWords, { error: { message } }),
    { text: 'Hello', status: 'failed', failure: message },
  ],
  ['no end', lines(ollamaWords), { text: 'Hello', status: 'failed' }],
]

const event = (type: string, more: object = {}) => ({ type: `response.${type}`, ...more })
const createResponse = (more: object = {}) => ({
  object: 'response',
  status: 'completed',
  output: [{ type: 'message', content: [{ type: 'output_text', text: 'Hello' }] }],
  ...more,
})
const outputWords = event('output_text.delta', { output_index: 0, delta: 'Hello' })
const responsesRows: readonly Row[] = [
  ['the done mark with spaces', sse(outputWords, 'data: [DONE] \n\n'), hello],
  ['whole JSON with a line break', body(`${record(createResponse())}\n`), hello],
  ['whole JSON in an event', sse(createResponse()), hello],
  [
    'a list of records',
    body([outputWords, event('completed', { response: createResponse() })]),
    hello,
  ],
  [
    'the text in the last event only',
    sse(event('created'), event('completed', { response: createResponse() })),
    hello,
  ],
  [
    'the text in output_text.done only',
    sse(
      event('output_text.done', { output_index: 0, text: 'Hello' }),
      event('completed', { response: createResponse() }),
    ),
    hello,
  ],
  [
    'the text in content_part.done only',
    sse(
      event('content_part.done', { output_index: 0, part: { type: 'output_text', text: 'Hello' } }),
      event('completed', { response: {} }),
    ),
    hello,
  ],
  [
    'the text several times',
    sse(
      outputWords,
      event('output_text.done', { output_index: 0, text: 'Hello' }),
      event('output_item.done', { output_index: 0, item: createResponse().output[0] }),
      event('completed', { response: createResponse() }),
    ),
    hello,
  ],
  [
    'no index',
    sse(
      event('output_text.delta', { item_id: 'm', delta: 'Hello' }),
      event('output_item.done', { item: { ...createResponse().output[0], id: 'm' } }),
      event('completed', { response: createResponse() }),
    ),
    hello,
  ],
]
const responsesErrors: readonly Row[] = [
  [
    'failed',
    sse(
      outputWords,
      event('failed', { response: { status: 'failed', error: { code: 'server_error', message } } }),
    ),
    { text: 'Hello', status: 'failed', failure: message },
  ],
  [
    'failed without an error',
    sse(outputWords, event('failed', { response: { status: 'failed', error: null } })),
    { text: 'Hello', status: 'failed' },
  ],
  [
    'an error event',
    sse(outputWords, { type: 'error', code: null, message, param: null }),
    { text: 'Hello', status: 'failed', failure: message },
  ],
  [
    'a nested error event',
    sse(outputWords, { type: 'error', error: { message } }),
    { text: 'Hello', status: 'failed', failure: message },
  ],
  [
    'cancelled',
    body({ ...createResponse(), status: 'failed', error: message }),
    { status: 'failed', failure: message },
  ],
]

const ending = (reason: unknown) => sse(chunk({ content: 'Hello' }), chunk({}, reason), doneMark)
const reasons: readonly [unknown, WireCase['expected']][] = [
  ['stop', {}],
  ['STOP', {}],
  ['end_turn', {}],
  ['eos', {}],
  ['tool-calls', {}],
  ['', {}],
  ['length', { end: 'length' }],
  ['MAX_TOKENS', { end: 'length' }],
  ['max-tokens', { end: 'length' }],
  ['model_length', { end: 'length' }],
  ['content-filter', { end: 'filter' }],
  ['PROHIBITED_CONTENT', { end: 'filter' }],
  ['SAFETY', { end: 'filter' }],
  ['insufficient_system_resource', { end: 'error' }],
  ['MALFORMED_RESPONSE', { end: 'error' }],
  ['abort', { end: 'error' }],
  ['repetition_truncation', { end: 'unknown' }],
  ['OTHER', { end: 'unknown' }],
  ['__proto__', { end: 'unknown' }],
  [0, {}],
  [7, { end: 'unknown' }],
  [{ type: 'stop' }, {}],
  [{ type: 'max_tokens' }, { end: 'length' }],
  [['stop'], {}],
  [false, {}],
]
const stopRows: readonly Row[] = [
  ...reasons.map(([reason, expected]): Row => [
    JSON.stringify(reason),
    ending(reason),
    { ...hello, ...expected },
  ]),
  [
    'an empty reason without a done mark',
    sse(chunk({ content: 'Hello' }), chunk({}, '')),
    { ...hello, status: 'failed' },
  ],
  [
    'finishReason',
    sse({ choices: [{ delta: { content: 'Hello' }, finishReason: 'MAX_TOKENS' }] }),
    { ...hello, end: 'length' },
  ],
  [
    'stop_reason',
    sse({ choices: [{ delta: { content: 'Hello' }, stop_reason: 'max_tokens' }] }),
    { ...hello, end: 'length' },
  ],
  [
    'a matched stop word',
    sse({ choices: [{ delta: { content: 'Hello' }, finish_reason: 'stop', stop_reason: '###' }] }),
    hello,
  ],
  [
    'a reason in the delta',
    sse({ choices: [{ delta: { content: 'Hello', finish_reason: 'length' } }] }),
    { ...hello, end: 'length' },
  ],
  [
    'the reason 0',
    sse({ choices: [{ delta: { content: 'Hello' }, finish_reason: 0 }] }, doneMark),
    hello,
  ],
  [
    'an unknown reason without text',
    ending('OTHER').replace('Hello', ''),
    { text: '', status: 'failed', end: 'unknown' },
  ],
]

const marked = (opening: string, closing: string, rest = 'Hello') =>
  `${opening}I thought${closing}${rest}`
const reasoningTexts: readonly [string, string, WireCase['expected']][] = [
  ['<think>', marked('<think>', '</think>'), thought],
  ['<think> after blank lines', marked('\n\n <think>\n', '\n</think>\n\n'), thought],
  ['<THINK>', marked('<THINK>', '</THINK>'), thought],
  ['<Think>', marked('<Think>\n', '</Think>\n'), thought],
  ['<thinking>', marked('<thinking>', '</thinking>'), thought],
  ['<thought>', marked('<thought>', '</thought>'), thought],
  ['<reasoning>', marked('<reasoning>', '</reasoning>'), thought],
  ['<analysis>', marked('<analysis>\n', '\n</analysis>\n'), thought],
  ['[THINK]', marked('[THINK]', '[/THINK]'), thought],
  ['◁think▷', marked('◁think▷', '◁/think▷'), thought],
  ['<seed:think>', marked('<seed:think>', '</seed:think>'), thought],
  ['Gemma’s channel', marked('<|channel>thought\n', '<channel|>'), thought],
  [
    'harmony',
    marked(
      '<|channel|>analysis<|message|>',
      '<|end|><|start|>assistant<|channel|>final<|message|>',
    ),
    thought,
  ],
  [
    'harmony from its start',
    marked(
      '<|start|>assistant<|channel|>analysis<|message|>',
      '<|end|><|start|>assistant<|channel|>final<|message|>',
    ),
    thought,
  ],
  [
    'harmony to its end',
    marked(
      '<|channel|>analysis<|message|>',
      '<|end|><|start|>assistant<|channel|>final<|message|>',
      'Hello<|return|>',
    ),
    thought,
  ],
  [
    'harmony with a commentary',
    marked(
      '<|channel|>commentary<|message|>',
      '<|end|><|start|>assistant<|channel|>final<|message|>',
    ),
    thought,
  ],
  [
    'harmony without its tags',
    'analysisWe need to greet.assistantfinalHello',
    { reasoning: 'We need to greet.', text: 'Hello' },
  ],
  [
    'cut harmony without its tags',
    'analysisThe user wants',
    { reasoning: 'The user wants', text: '' },
  ],
  [
    'a word that begins like harmony without its tags',
    'analysisResult is a variable.',
    { text: 'analysisResult is a variable.', reasoning: '' },
  ],
  ['harmony without reasoning', '<|channel|>final<|message|>Hello', { ...hello, reasoning: '' }],
  ['an empty <think>', '<think>\n\n</think>\n\nHello', { ...hello, reasoning: '' }],
  ['no opening tag', 'I thought\n</think>\n\nHello', thought],
  ['no opening tag in one line', 'I thought.</think>Hello', { ...hello, reasoning: 'I thought.' }],
  ['no opening tag, Mistral', 'I thought\n[/THINK]\nHello', thought],
  ['no closing tag', '<think>I thought', { reasoning: 'I thought', text: '' }],
  ['two parts', '<think>I</think>Hello\n<think>thought</think> you', { reasoning: 'I\n\nthought' }],
  [
    'a mention of the tag',
    'Use `<think>` and `</think>` here.',
    { text: 'Use `<think>` and `</think>` here.' },
  ],
  ['a mention in quotes', 'The tag "</think>" ends it.', { text: 'The tag "</think>" ends it.' }],
]
const reasoningRows: readonly Row[] = [
  ...reasoningTexts.flatMap(([name, content, expected]): Row[] => [
    [`${name}, whole`, whole({ content }), expected],
    [`${name}, character by character`, spelled(content), expected],
  ]),
  [
    'tags although the service separates',
    chat({ reasoning_content: 'I thought' }, { content: 'Hello' }),
    thought,
  ],
]

export const textCases: readonly WireCase[] = [
  ...toCases({ class: 'unexpected fields' }, [...contents, ...thoughts, ...citations]),
  ...toCases({ class: 'unexpected fields', service: 'anthropic' }, anthropicCitations),
  ...toCases({ class: 'errors' }, errorRows),
  ...toCases({ class: 'errors', service: 'anthropic' }, anthropicErrors),
  ...toCases({ class: 'errors', service: 'ollama' }, ollamaErrors),
  ...toCases({ class: 'errors', service: 'responses' }, responsesErrors),
  ...toCases({ class: 'labels' }, labels),
  ...toCases({ class: 'labels', service: 'anthropic' }, anthropicRows),
  ...toCases({ class: 'labels', service: 'ollama' }, ollamaRows),
  ...toCases({ class: 'labels', service: 'responses' }, responsesRows),
  ...toCases({ class: 'stop reasons' }, stopRows),
  ...toCases({ class: 'stop reasons', service: 'anthropic' }, [
    ['an unknown reason', sse(words, ended('max_hamsters'), stopped), { ...hello, end: 'unknown' }],
    ['a null reason', sse(words, ended(null), stopped), hello],
    ['a filter', sse(words, ended('refusal'), stopped), { ...hello, end: 'filter' }],
  ]),
  ...toCases({ class: 'stop reasons', service: 'ollama' }, [
    ['an unknown reason', lines(ollamaWords, ollamaDone('hamsters')), { ...hello, end: 'unknown' }],
    ['length', lines(ollamaWords, ollamaDone('length')), { ...hello, end: 'length' }],
    ['a null reason', lines(ollamaWords, ollamaDone(null)), hello],
  ]),
  ...toCases({ class: 'stop reasons', service: 'responses' }, [
    [
      'an unknown reason',
      sse(
        outputWords,
        event('incomplete', {
          response: { status: 'incomplete', incomplete_details: { reason: 'hamsters' } },
        }),
      ),
      { ...hello, end: 'unknown' },
    ],
    [
      'no reason',
      sse(outputWords, event('incomplete', { response: { status: 'incomplete' } })),
      { ...hello, end: 'unknown' },
    ],
    [
      'a token limit',
      sse(
        outputWords,
        event('incomplete', { response: { incomplete_details: { reason: 'max_output_tokens' } } }),
      ),
      { ...hello, end: 'length' },
    ],
  ]),
  ...toCases({ class: 'reasoning' }, reasoningRows),
]
