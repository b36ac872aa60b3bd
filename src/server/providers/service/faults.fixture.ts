import type { ServerResponse } from 'node:http'
import { sendBytes, sendPart, html, json, reset, type StandInAnswer } from './service.fixture.ts'

const silent: StandInAnswer = () => {}

const stalled: StandInAnswer = (_call, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{')
}

const slowDrip: StandInAnswer = (_call, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write(' ')
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}

const status =
  (code: number, headers: Record<string, string> = {}): StandInAnswer =>
  (_call, response) =>
    response.writeHead(code, headers).end()

const redirect = (location: string): StandInAnswer => status(302, { location })

const longer =
  (content: Uint8Array): StandInAnswer =>
  (_call, response: ServerResponse) => {
    response.writeHead(200, { 'content-length': content.byteLength + 1000 })
    response.write(content, () => response.socket?.destroy())
  }

const lyingGlb = (glb: Uint8Array): Uint8Array => {
  const lying = Buffer.from(glb)
  lying.writeUInt32LE(glb.byteLength + 1000, 8)
  return lying
}

const huge: StandInAnswer = (_call, response) => {
  response.writeHead(200, { 'content-type': 'application/json' })
  const piece = Buffer.alloc(1024 * 1024, 0x20)
  const more = () => {
    while (!response.destroyed && response.write(piece));
    if (!response.destroyed) response.once('drain', more)
  }
  more()
}

type Fault = [name: string, answer: StandInAnswer]

/**
 * Faults of any response. `isRefusal` is true if the response proves that the service did no work,
 * and `undefined` if that is unknown.
 */
export const answerFaults: readonly [...Fault, isRefusal: boolean | undefined][] = [
  ['breaks the connection', reset, false],
  ['never answers', silent, false],
  ['stalls in the middle', stalled, false],
  ['drips', slowDrip, false],
  ['is cut in the middle', sendPart(Buffer.from('{"id":"up-1","status":"done"}')), false],
  [
    'sends invalid JSON',
    (_call, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":'),
    false,
  ],
  ['sends an empty object', json({}), false],
  ['sends a list', json([]), false],
  ['sends null', json(null), false],
  ['sends a body that is far too large', huge, false],
  ['answers 204', status(204), false],
  ['answers 500', status(500), false],
  ['answers 500 with a message', json({ message: 'Internal error' }, 500), false],
  ['answers 502 with a web page', html(502), false],
  ['answers 504', status(504), false],
  ['answers 408', status(408), false],
  ['answers 425', status(425), false],
  ['is a web page', html(200), undefined],
  ['answers 400', json({ message: 'Bad value' }, 400), true],
  ['answers 401', json({ message: 'Invalid key' }, 401), true],
  ['answers 402', json({ message: 'No credits' }, 402), true],
  ['answers 403', json({ message: 'Forbidden' }, 403), true],
  ['answers 413', json({ message: 'Too large' }, 413), true],
  ['answers 422', json({ detail: [{ msg: 'image too small' }] }, 422), true],
  ['answers 429', json({ message: 'Slow down' }, 429), true],
  [
    'answers 429 with Retry-After',
    json({ message: 'Slow down' }, 429, { 'retry-after': '7' }),
    true,
  ],
  ['answers 503', status(503, { 'retry-after': '1' }), true],
  ['redirects into this machine', redirect('http://localhost:1/'), true],
]

export const downloadFaults = (glb: Uint8Array): readonly Fault[] => [
  ['breaks the connection', reset],
  ['never answers', silent],
  ['drips', slowDrip],
  ['is cut in the middle', sendPart(glb)],
  ['has a wrong content length', longer(glb)],
  ['is shorter than the header of the file says', sendBytes(lyingGlb(glb))],
  ['is a web page', html(200)],
  ['is an error in JSON', json({ message: 'expired' })],
  ['is empty', sendBytes(new Uint8Array())],
  ['is text', sendBytes(Buffer.from('not a model'))],
  ['has the status 404', status(404)],
  ['has the status 403', status(403)],
  ['has the status 500', status(500)],
  ['redirects into this machine', redirect('http://localhost:1/model.glb')],
  ['redirects to a file', redirect('file:///etc/passwd')],
  ['redirects in a circle', redirect('/files/model.glb')],
]
