import { z } from 'zod'
import { errorBodySchema } from '#contract/errors.ts'
import { schemas } from '../../routes/openapi/schemas.ts'
import { fuzzRequest, type FuzzRequest, type FuzzWorld, type Kind } from './fuzz-request.ts'
import type { FuzzRoute } from './fuzz-routes.ts'
import { pickRandom, type Random } from './json-from-schema.ts'
import { mcpError } from './mcp-requests.ts'

/**
 * A response that breaks a rule, such as an internal error, with the request that caused the
 * response. `at` is the number of requests that were sent before.
 */
export type Offence = { at: number; what: string; request: string; answer: string }

export type FuzzOptions = {
  routes: readonly FuzzRoute[]
  count: number
  random: Random
  world: FuzzWorld
  send: (request: FuzzRequest, signal: AbortSignal) => Promise<Response>
  timeoutMs?: number
  onProgress?: (done: number) => void
}

const bodyCharsMax = 200_000
const idsMax = 300
const streamWaitMs = 150
/** Maximum number of streams that are still read while further requests are sent. */
const lingeringMax = 16
const waitsLong = /\/generation\/sync$/
const takesItsTime = /\/chat\/completions$/
const upstreamCodes =
  /^(?:provider_\w+|timed_out|submission_uncertain|result_invalid|BAD_GATEWAY|SYNC_TIMEOUT)$/
const innards = /node_modules|\bat file:|\.ts:\d+|Failed query|PGlite|drizzle|ECONN|EACCES|ENOENT/

/**
 * Sends `count` requests to all routes in turn and returns the responses that break a rule.
 * Requests are sequential, and streams are read in the background.
 */
export async function fuzz(options: FuzzOptions): Promise<Offence[]> {
  const { routes, count, random, world, send, timeoutMs = 60_000, onProgress } = options
  const offences: Offence[] = []
  const lingering = new Set<Promise<void>>()
  for (let at = 0; at < count; at++) {
    const route = routes[at % routes.length]
    if (!route) break
    const kind = pickRandom<Kind>(random, ['valid', 'near', 'near', 'random'])
    const request = fuzzRequest(route, { kind, random, world })
    const { judged, isLingering } = await tryOne(request, { send, world, timeoutMs })
    const noted = judged.then((offence) => {
      if (offence) offences.push({ at, ...offence, request: describe(request) })
    })
    if (isLingering) {
      const done = noted.finally(() => lingering.delete(done))
      lingering.add(done)
      if (lingering.size >= lingeringMax) await Promise.race(lingering)
    } else await noted
    if (at % 1_000 === 999) onProgress?.(at + 1)
  }
  await Promise.all(lingering)
  return offences.toSorted((a, b) => a.at - b.at)
}

type Judgement = Omit<Offence, 'at' | 'request'> | undefined

async function tryOne(
  request: FuzzRequest,
  { send, world, timeoutMs }: Required<Pick<FuzzOptions, 'send' | 'world' | 'timeoutMs'>>,
): Promise<{ judged: Promise<Judgement>; isLingering: boolean }> {
  const hangUp = new AbortController()
  const [path = ''] = request.target.split('?')
  const isSlow = waitsLong.test(path)
  const isUnhurried = isSlow || takesItsTime.test(path)
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), isSlow ? streamWaitMs : timeoutMs)
  })
  const sending = Promise.race([send(request, hangUp.signal), late])
  const judged = (async (): Promise<Judgement> => {
    try {
      const response = await sending
      if (response === 'late') return isSlow ? undefined : { what: 'no answer', answer: '' }
      const text = await Promise.race([readSome(response), late])
      if (text === 'late') return isSlow ? undefined : { what: 'no end', answer: '' }
      // Ignores the content of streams, because it depends on timing, but the same seed must repeat
      // the same test run.
      if (response.ok && !isStream(response) && !isUnhurried) learn(text, world)
      const what = judge(request, response, text)
      return what === undefined
        ? undefined
        : { what, answer: `${response.status} ${text.slice(0, 600)}` }
    } catch (error) {
      return { what: `broke: ${String(error)}`, answer: '' }
    } finally {
      clearTimeout(timer)
      hangUp.abort()
    }
  })()
  if (isUnhurried) return { judged, isLingering: true }
  const begun = await sending.catch(() => undefined)
  return { judged, isLingering: begun instanceof Response && isStream(begun) }
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

async function readSome(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const endAt = performance.now() + streamWaitMs
  let text = ''
  try {
    while (text.length < bodyCharsMax) {
      const chunk = await (isStream(response)
        ? Promise.race([reader.read(), after(endAt - performance.now())])
        : reader.read())
      if (chunk === undefined || chunk.done) break
      text += decoder.decode(chunk.value, { stream: true })
    }
  } finally {
    // The test disconnects early, so this error is expected.
    await reader.cancel().catch(() => {})
  }
  return text
}

const after = (ms: number) =>
  new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), Math.max(0, ms))
  })

function judge(request: FuzzRequest, response: Response, text: string): string | undefined {
  const { status } = response
  // Node itself rejects headers that are too long, before the app sees the request.
  if (status === 431 && text === '') return undefined
  if (innards.test(text) && !response.ok) return 'tells of its innards'
  if (!response.headers.has('x-request-id')) return 'has no request id'
  const type = response.headers.get('content-type')
  if (text !== '' && type === null) return 'has a body without a type'
  if (/^text\/(?:html|plain)/.test(type ?? '') && !/charset=utf-8/i.test(type ?? '')) {
    return 'is text without a charset'
  }
  if (status < 400) return undefined
  if (request.method === 'HEAD') return status >= 500 ? 'is a fault of ours' : undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'is an error without JSON'
  }
  const form = getForm(request.target)
  if (!form.some((schema) => z.safeParse(schema, body).success))
    return 'is an error of another shape'
  if (status < 500) return undefined
  const isUpstream = [502, 504].includes(status) && upstreamCodes.test(codeIn(body))
  return isUpstream ? undefined : 'is a fault of ours'
}

/**
 * Returns the error formats of a path. Checks that run before the route, such as sign-in, use the
 * plain format.
 */
function getForm(target: string): z.core.$ZodType[] {
  if (/^\/llm\/.*\/?messages(?=[/?]|$)/.test(target)) return [schemas.MessagesError]
  if (target.startsWith('/llm')) return [schemas.LlmError]
  if (target.startsWith('/model')) return [schemas.GenerationError]
  if (/^\/mcp(?=[/?]|$)/.test(target)) return [mcpError, errorBodySchema]
  if (target.startsWith('/api/v1/storage')) return [schemas.GenerationError]
  if (target.startsWith('/api/v1/skill')) return [schemas.CatalogueAnswer]
  return [errorBodySchema]
}

function codeIn(body: unknown): string {
  if (typeof body !== 'object' || body === null) return ''
  if ('code' in body && typeof body.code === 'string') return body.code
  return 'error' in body ? codeIn(body.error) : ''
}

function learn(text: string, { ids, sparedIds = [] }: FuzzWorld): void {
  for (const [, id] of text.slice(0, 20_000).matchAll(/"([0-9a-z]{20})"/g)) {
    if (id !== undefined && !ids.includes(id) && !sparedIds.includes(id)) ids.push(id)
  }
  if (ids.length > idsMax) ids.splice(0, ids.length - idsMax)
}

function describe({ kind, method, target, headers, body }: FuzzRequest): string {
  const text = typeof body === 'string' ? body : `${body?.length ?? 0} bytes`
  const what = `${kind} ${method} ${target.slice(0, 400)} ${JSON.stringify(headers).slice(0, 300)}`
  return `${what} ${text.slice(0, 600)}`
}
