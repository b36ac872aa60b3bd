import { pickRandom, valueFor, type Random } from './json-from-schema.ts'
import type { FuzzRoute } from './fuzz-routes.ts'
import { breakJson, oddTexts, corrupt } from './corrupt.ts'
import { mcpHeaders } from './mcp-requests.ts'

export type Kind = 'valid' | 'near' | 'random'

export type FuzzRequest = {
  kind: Kind
  method: string
  target: string
  headers: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

export type FuzzWorld = {
  ids: string[]
  /** Ids that must not be collected from responses, such as the API key of the test run. */
  sparedIds?: readonly string[]
  models: readonly [string, ...string[]]
  picture: Uint8Array<ArrayBuffer>
  model: Uint8Array<ArrayBuffer>
  zip: Uint8Array<ArrayBuffer>
  /** Replaces a body that would end the test run, for example by setting a password. */
  tame?: (route: FuzzRoute, body: unknown) => unknown
}

const idLetters = '0123456789abcdefghijklmnopqrstuvwxyz'
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND'] as const
const queryNames = [
  'limit',
  'cursor',
  'before',
  'after',
  'view',
  'folderId',
  'search',
  'q',
  'modelId',
  'format',
  'download',
  'once',
  'forever',
  'page',
  'page_size',
  'type',
  'input',
  'output',
  'provider',
  'keywords',
  'include_curl',
  'expires',
  'signature',
  'name',
  'tag',
  'folder',
  'starred',
  'trash',
  'role',
  '__proto__',
] as const
const queryValues = [
  '1',
  '0',
  '-1',
  '20',
  '1e9',
  '1.5',
  'true',
  'false',
  'active',
  'trash',
  'json',
  'markdown',
  'zip',
  'user',
  'robot',
  'bozzetto/guide',
  'Stück.png',
] as const

type Fuzzing = {
  readonly kind: Kind
  readonly random: Random
  readonly world: FuzzWorld
}

/** Creates a request to `route`. The same random numbers create the same request. */
export function fuzzRequest(route: FuzzRoute, { kind, random, world }: Fuzzing): FuzzRequest {
  const isRight = kind === 'valid'
  const isOff = (fraction: number) => !isRight && random() < fraction
  const method = isOff(0.08) ? pickRandom(random, methods) : route.method
  const headers = getHeaders(kind, random)
  const target = getPath(route, { kind, random, world }) + getQuery(kind, random, world)
  if (method === 'GET' || method === 'HEAD') return { kind, method, target, headers }
  const { body, type } = readBody(route, { kind, random, world })
  if (route.path === '/mcp') Object.assign(headers, mcpHeaders(jsonIn(body), { isRight, random }))
  if (type !== undefined && !isOff(0.15)) headers['content-type'] = type
  else if (kind !== 'valid') {
    headers['content-type'] = pickRandom(random, [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'application/json; charset=utf-16',
      'a/b; c="',
      ',',
    ])
  }
  return { kind, method, target, headers, ...(body !== undefined && { body }) }
}

export const fuzzId = (random: Random): string =>
  Array.from({ length: 20 }, () => idLetters[Math.floor(random() * 36)]).join('')

function someId(random: Random, { ids }: FuzzWorld): string {
  const at = ids.length - 1 - Math.floor(random() ** 2 * ids.length)
  return random() < 0.8 ? (ids[at] ?? fuzzId(random)) : fuzzId(random)
}

function getPath(route: FuzzRoute, { kind, random, world }: Fuzzing): string {
  if (kind === 'random' && random() < 0.3) {
    const start = pickRandom(random, ['/api', '/llm', '/model', '/api/v1', '/model/v1/queue'])
    return `${start}/${pathText(pickRandom(random, oddTexts))}/${pathText(pickRandom(random, oddTexts))}`
  }
  return route.path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, (_, name: string) => {
    if (kind !== 'valid' && random() < 0.25) return pathText(pickRandom(random, oddTexts)) || 'x'
    switch (name) {
      case 'model':
        return pickRandom(random, world.models)
      case 'index':
        return pickRandom(random, ['0', '1', '9'])
      case 'token':
        return fuzzId(random) + fuzzId(random).slice(0, 12)
      case 'name':
        return `${someId(random, world)}.glb`
      default:
        return /skill|llm/.test(route.path)
          ? pickRandom(random, world.models)
          : someId(random, world)
    }
  })
}

const pathText = (text: string): string =>
  /^%|\.\.\//.test(text)
    ? text.replaceAll('%', '%25').replaceAll('../', '%2e%2e%2f')
    : encodeURIComponent(Buffer.from(text).toString())

function getQuery(kind: Kind, random: Random, world: FuzzWorld): string {
  const parts: string[] = []
  while (random() < (kind === 'valid' ? 0.3 : 0.5) && parts.length < 8) {
    const name = pickRandom(random, queryNames)
    const value = pickRandom(random, [
      pickRandom(random, queryValues),
      kind === 'valid' ? 'robot' : pickRandom(random, oddTexts),
      someId(random, world),
    ])
    parts.push(`${name}=${pathText(value)}`)
  }
  if (kind === 'random' && random() < 0.2)
    parts.push(pickRandom(random, ['%', '&&=', 'a[b][c]=1', '=']))
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

function getHeaders(kind: Kind, random: Random): Record<string, string> {
  const headers: Record<string, string> = {}
  if (kind === 'valid' || random() < 0.6) return headers
  const [name, value] = pickRandom<[string, string]>(random, [
    ['accept', 'text/event-stream'],
    ['accept', 'x'.repeat(4_000)],
    ['range', 'bytes=0-0,2-1,-'],
    ['range', 'bytes=99999999999999999999-'],
    ['if-none-match', '*'],
    ['if-modified-since', 'never'],
    ['last-event-id', '-1.x'],
    ['last-event-id', '99999999999.99999999999'],
    ['idempotency-key', 'again'],
    ['idempotency-key', '\u00ff'.repeat(300)],
    ['x-model', 'x'],
    ['x-model', '\u00fc/../../'],
    ['x-request-id', '"><script>'],
    ['cookie', 'a=%; b; =c; __Host-x=1'],
    ['content-encoding', 'gzip'],
    ['x-forwarded-for', 'not an address'],
    ['traceparent', '00-zz-zz-01'],
    ['x-api-key', 'sa-wrong'],
    ['authorization', 'Bearer'],
    ['authorization', 'Basic !!!'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['accept-language', '*;q=2'],
  ])
  headers[name] = value
  return headers
}

function jsonIn(body: Body['body']): unknown {
  try {
    return typeof body === 'string' ? JSON.parse(body) : undefined
  } catch {
    return undefined
  }
}

type Body = { body?: string | Uint8Array<ArrayBuffer>; type?: string }

function readBody(route: FuzzRoute, { kind, random, world }: Fuzzing): Body {
  if (kind === 'random') {
    const bytes = Uint8Array.from(
      { length: pickRandom(random, [0, 1, 64, 3_000]) },
      () => random() * 256,
    )
    return random() < 0.5
      ? { body: bytes }
      : { body: JSON.stringify(corrupt({}, random)) ?? '', type: 'application/json' }
  }
  if (route.body === 'none') {
    return kind === 'valid' || random() < 0.7 ? {} : { body: '{', type: 'application/json' }
  }
  if (typeof route.body === 'string') return getFile(route.body, { kind, random, world })
  const fits = valueFor(route.body, random, (name) => knownField(name, random, world))
  const wanted = kind === 'valid' ? fits : corrupt(fits, random)
  const text = JSON.stringify(world.tame?.(route, wanted) ?? wanted) ?? 'null'
  const isBroken = kind === 'near' && random() < 0.15 && !world.tame?.(route, undefined)
  return { body: isBroken ? breakJson(text, random) : text, type: 'application/json' }
}

function knownField(name: string, random: Random, world: FuzzWorld): unknown {
  switch (name) {
    case 'model':
    case 'modelId':
      return pickRandom(random, world.models)
    case 'id':
    case 'runId':
    case 'answerId':
      return random() < 0.85 ? fuzzId(random) : someId(random, world)
    case 'conversationId':
    case 'task_id':
    case 'library_id':
    case 'parentId':
    case 'folderId':
    case 'leafId':
      return someId(random, world)
    case 'file':
    case 'anything':
      return { type: 'png', file_token: someId(random, world) }
    case 'params':
      return random() < 0.3
        ? { file: { type: 'png', file_token: someId(random, world) }, face_limit: 500 }
        : undefined
    case 'command':
      return 'word'
    case 'url':
      return pickRandom(random, [
        'http://127.0.0.1:1/a.png',
        'https://[::1]/x',
        'data:image/png;base64,A',
      ])
    default:
      return name.endsWith('At') ? '2026-01-02T03:04:05.000Z' : undefined
  }
}

function getFile(
  kindOfFile: 'picture' | 'model' | 'zip' | 'text',
  { kind, random, world }: Fuzzing,
): Body {
  const whole =
    kindOfFile === 'text'
      ? new Uint8Array(Buffer.from(pickRandom(random, ['# Notes\n', '{"id":"a/b"}', 'a,b\n1,2\n'])))
      : world[kindOfFile]
  if (kind === 'valid') return { body: whole }
  const bytes = whole.slice(0, random() < 0.4 ? Math.floor(random() * whole.length) : whole.length)
  for (let wound = 0; wound < 5 && bytes.length > 0; wound++) {
    bytes[Math.floor(random() * bytes.length)] = random() * 256
  }
  return { body: bytes }
}
