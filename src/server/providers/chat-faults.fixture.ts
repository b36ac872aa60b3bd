import { gzipSync } from 'node:zlib'
import type { ServerResponse } from 'node:http'
import type { ErrorCode } from '#contract/errors.ts'
import type { ChatServiceFixture } from './chat-services.fixture.ts'
import { html, json, reset, type StandInAnswer } from './service/service.fixture.ts'

type Outcome = { text: string } | { code: ErrorCode }

type ChatFault = [
  name: string,
  answer: (service: ChatServiceFixture) => StandInAnswer,
  outcome: Outcome,
]

type Head = { status?: number; headers?: Record<string, string | number> }

const open = (
  response: ServerResponse,
  service: ChatServiceFixture,
  { status = 200, headers }: Head = {},
) => response.writeHead(status, { 'content-type': service.contentType, ...headers })

const stream =
  (
    make: (service: ChatServiceFixture) => readonly (string | Uint8Array)[],
    after: (response: ServerResponse) => void = (response) => void response.end(),
    head: Head = {},
  ) =>
  (service: ChatServiceFixture): StandInAnswer =>
  (_call, response) => {
    open(response, service, head)
    for (const piece of make(service)) response.write(piece)
    after(response)
  }

const always = (answer: StandInAnswer) => (): StandInAnswer => answer
const stay = () => {}
const breakOff = (response: ServerResponse) => response.write('', () => response.socket?.destroy())

const whole = ({ begin, say, end }: ChatServiceFixture) => [
  ...begin,
  say('Hello '),
  say('there.'),
  ...end,
]
const begun = ({ begin, say }: ChatServiceFixture) => [...begin, say('Hello ')]
const refused =
  (status: number, headers: Record<string, string> = {}) =>
  ({ refuse }: ChatServiceFixture): StandInAnswer =>
    json(refuse('It would not.'), status, headers)

const drip = (
  response: ServerResponse,
  pieces: readonly (string | Uint8Array)[],
  isEndless: boolean,
) => {
  let at = 0
  const timer = setInterval(() => {
    const piece = pieces[at++ % pieces.length]
    if (!isEndless && at > pieces.length) {
      clearInterval(timer)
      response.end()
    } else if (piece !== undefined) response.write(piece)
  }, 3)
  response.on('close', () => clearInterval(timer))
}

const flood = (response: ServerResponse, piece: Uint8Array) => {
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

/** Splits text into seven-byte chunks, so that chunk borders cut records and characters. */
const crumbs = (text: string): Uint8Array[] => {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) =>
    bytes.subarray(at * 7, at * 7 + 7),
  )
}
const redirect = (status: number) =>
  always((_call, response) => {
    response.writeHead(status, { location: 'http://127.0.0.1:1/v1/chat/completions' }).end()
  })
const gzip = { 'content-encoding': 'gzip' }
const hello: Outcome = { text: 'Hello there.' }
const failed: Outcome = { code: 'provider_failed' }
const refusedOutcome: Outcome = { code: 'provider_refused' }
const late: Outcome = { code: 'timed_out' }
const limited: Outcome = { code: 'rate_limited' }

const silences: readonly ChatFault[] = [
  ['breaks the connection', always(reset), failed],
  ['never answers', always(stay), late],
  ['begins without a record', stream(() => [], stay), late],
  ['stalls in the middle', stream(begun, stay), late],
  [
    'consists of endless blank lines',
    stream(
      () => [],
      (response) => drip(response, ['\n'], true),
    ),
    late,
  ],
  [
    'is an endless comment, sent byte by byte',
    stream(
      () => [': '],
      (response) => drip(response, ['.'], true),
    ),
    late,
  ],
  ['is cut in the middle', stream(begun, breakOff), failed],
  [
    'is cut in the middle of a record',
    stream((service) => [...begun(service), service.say('there.').slice(0, -9)], breakOff),
    failed,
  ],
  ['ends without a final record', stream(begun), failed],
  [
    'ends in the middle of a record',
    stream((service) => [...begun(service), service.say('there.').slice(0, -9)]),
    failed,
  ],
  [
    'drips',
    (service) => (_call, response) => {
      open(response, service)
      drip(response, crumbs(whole(service).join('')), false)
    },
    hello,
  ],
]

const statuses: readonly ChatFault[] = [
  ['is a web page', always(html(200)), failed],
  ['answers 502 with a web page', always(html(502)), failed],
  ['answers 204', always((_call, response) => void response.writeHead(204).end()), failed],
  ['answers 400', refused(400), refusedOutcome],
  ['answers 401', refused(401), refusedOutcome],
  ['answers 402', refused(402), refusedOutcome],
  ['answers 403', refused(403), refusedOutcome],
  ['answers 404', refused(404), refusedOutcome],
  ['answers 408', refused(408), late],
  ['answers 413', refused(413), refusedOutcome],
  ['answers 422', refused(422), refusedOutcome],
  ['answers 429', refused(429), limited],
  ['answers 429 with Retry-After', refused(429, { 'retry-after': '7' }), limited],
  ['answers 429 with an invalid Retry-After', refused(429, { 'retry-after': 'soon' }), limited],
  ['answers 500', refused(500), failed],
  [
    'answers 500 without a body',
    always((_call, response) => void response.writeHead(500).end()),
    failed,
  ],
  ['answers 503', refused(503), failed],
  ['answers 504', refused(504), late],
  ['redirects into this machine', redirect(302), refusedOutcome],
  ['redirects the POST request', redirect(307), refusedOutcome],
]

const wrongs: readonly ChatFault[] = [
  [
    'contains an error record in the middle',
    stream((service) => [...begun(service), service.fail('Out of memory')]),
    failed,
  ],
  ['begins with an error record', stream(({ fail }) => [fail('Out of memory')]), failed],
  ['is an error with status 200', ({ refuse }) => json(refuse('Out of memory')), failed],
  ['is an empty object', always(json({})), failed],
  ['is null', always(json(null)), failed],
  ['is a list', always(json([])), failed],
  ['has no choices', always(json({ choices: [], content: null })), failed],
  [
    'is invalid JSON',
    always((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"choices":')
    }),
    failed,
  ],
  [
    'is JSON of 10,000 levels',
    always((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(10_000))
    }),
    failed,
  ],
  ['is empty', stream(() => []), failed],
  ['has only its last record', stream(({ end }) => end.slice(1).slice(-1)), failed],
  ['is noise', stream(() => ['garbage\n\n', 'more: of it\n\n', '\u0000\u0001\n\n']), failed],
  [
    'has noise in the middle',
    stream((service) => [
      ...begun(service),
      service.contentType.includes('ndjson') ? '{oops\n' : 'data: {oops\n\n',
      ...service.end,
    ]),
    failed,
  ],
  [
    'has the wrong content type',
    stream(whole, undefined, { headers: { 'content-type': 'text/plain' } }),
    hello,
  ],
  ['has no content type', stream(whole, undefined, { headers: { 'content-type': '' } }), hello],
  [
    'repeats its first and last records',
    stream(({ begin, say, end }) => [
      ...begin,
      ...begin,
      say('Hello '),
      say('there.'),
      ...end,
      ...end,
    ]),
    hello,
  ],
  [
    'omits its last record',
    stream((service) => (service.end.length > 1 ? whole(service).slice(0, -1) : whole(service))),
    hello,
  ],
  [
    'omits its last record and stays open',
    stream(
      (service) => (service.end.length > 1 ? whole(service).slice(0, -1) : whole(service)),
      stay,
    ),
    hello,
  ],
  ['stays open after its end', stream(whole, stay), hello],
  ['breaks off after its end', stream(whole, breakOff), hello],
]

const lies: readonly ChatFault[] = [
  [
    'has a content length that is too large',
    (service) => (_call, response) => {
      const text = whole(service).join('')
      open(response, service, { headers: { 'content-length': Buffer.byteLength(text) + 1_000 } })
      response.write(text, () => response.socket?.destroy())
    },
    hello,
  ],
  [
    'has a content length that is too small',
    (service) => (_call, response) => {
      const text = whole(service).join('')
      const { socket } = response
      socket?.end(
        `HTTP/1.1 200 OK\r\ncontent-type: ${service.contentType}\r\ncontent-length: ${begun(service).join('').length}\r\n\r\n${text}`,
      )
    },
    failed,
  ],
  [
    'is not HTTP',
    always((_call, response) => void response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n')),
    failed,
  ],
  [
    'has too many headers',
    always((_call, response) => {
      response.socket?.end(`HTTP/1.1 200 OK\r\n${'X-A: 1\r\n'.repeat(100_000)}\r\n`)
    }),
    failed,
  ],
  [
    'has bytes that are not UTF-8',
    stream((service) => {
      const [head, tail] = service.say('Hello \u0000there.').split('\\u0000')
      return [
        ...service.begin,
        Buffer.concat([Buffer.from(head ?? ''), Buffer.of(0xff, 0xfe), Buffer.from(tail ?? '')]),
        ...service.end,
      ]
    }),
    { text: 'Hello \uFFFD\uFFFDthere.' },
  ],
  [
    'splits characters between chunks',
    (service) => (_call, response) => {
      open(response, service)
      const pieces = [
        ...service.begin,
        ...crumbs(service.say('你好🦊 – ça va? 你好🦊')),
        ...service.end,
      ]
      drip(response, pieces, false)
    },
    { text: '你好🦊 – ça va? 你好🦊' },
  ],
  [
    'is a record without an end',
    stream(
      ({ contentType }) => [contentType.includes('ndjson') ? '{"a":"' : 'data: {"a":"'],
      (response) => flood(response, Buffer.alloc(1 << 20, 0x61)),
    ),
    failed,
  ],
  [
    'is far too large',
    always((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      flood(response, Buffer.alloc(1 << 20, 0x20))
    }),
    failed,
  ],
  [
    'is compressed although the request does not allow it',
    (service) => (_call, response) => {
      open(response, service, { headers: gzip }).end(gzipSync(whole(service).join('')))
    },
    hello,
  ],
  ['has a gzip header but is not compressed', stream(whole, undefined, { headers: gzip }), failed],
  [
    'is compressed and truncated',
    (service) => (_call, response) => {
      const packed = gzipSync(Buffer.from(begun(service).join('')))
      open(response, service, { headers: gzip }).end(packed.subarray(0, -6))
    },
    failed,
  ],
  [
    'is a decompression bomb of one record',
    (service) => (_call, response) => {
      open(response, service, { headers: gzip }).end(bomb)
    },
    failed,
  ],
  [
    'is a decompression bomb of JSON',
    always((_call, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...gzip }).end(bomb)
    }),
    failed,
  ],
  [
    'is a refusal with a decompression bomb',
    always((_call, response) => {
      response.writeHead(400, { 'content-type': 'application/json', ...gzip }).end(bomb)
    }),
    failed,
  ],
]

/** A decompression bomb: 100 KB that decompress to 96 MB. */
const bomb = gzipSync(Buffer.alloc(96 * 1024 * 1024, 0x20), { level: 9 })

const all: readonly ChatFault[] = [...silences, ...statuses, ...wrongs, ...lies]

export const brokenAnswers = all.flatMap(([name, answer, outcome]) =>
  'code' in outcome ? [{ name, answer, code: outcome.code }] : [],
)

export const oddAnswers = all.flatMap(([name, answer, outcome]) =>
  'text' in outcome ? [{ name, answer, text: outcome.text }] : [],
)

export const rightAnswer: (service: ChatServiceFixture) => StandInAnswer = stream(whole)

export const endlessAnswer: (service: ChatServiceFixture) => StandInAnswer =
  (service) => (_call, response) => {
    open(response, service)
    for (const piece of service.begin) response.write(piece)
    flood(response, Buffer.from(service.say('word ')))
  }
