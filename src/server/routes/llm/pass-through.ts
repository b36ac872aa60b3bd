import type { Context } from 'hono'
import { cutText } from '#lib/cut-text.ts'
import type { ApiClientEnv } from '../../access/api-keys.ts'
import { onHangUp } from '../../connection.ts'
import { HttpError } from '../../errors.ts'
import { noteStream } from '../../open-streams.ts'
import { upstreamFetch } from '../../outgoing/upstream-fetch.ts'
import type { LlmUpstream } from '../../providers/llm-upstream.ts'
import { readLimited } from '../../providers/openai/limited-body.ts'
import { refusal, timedOut, unreachable } from '../../providers/openai/upstream-errors.ts'
import { readBody } from '../../validate.ts'
import { bodyBytesMax } from './completion-request.ts'

/** Longest silence before and within an answer. Connecting takes at most 10 s, which is `fetch`'s own limit. */
const idleMs = 120_000
const refusalBytesMax = 64 * 1024
const methods = ['GET', 'POST', 'DELETE']

/**
 * What is handed on. Everything else stays here, above all the caller's key and cookies. Names of
 * single services are needed, because they refuse requests without.
 */
const requestHeaders = [
  'accept',
  'anthropic-beta',
  'anthropic-version',
  'content-encoding',
  'content-type',
  'idempotency-key',
  'openai-beta',
  'x-model',
  'x-project',
  'x-source',
  'x-trace-id',
]
const responseHeaders = ['content-type', 'cache-control', 'retry-after', 'request-id']

/** Plain words between slashes: nothing that a server could read as another path. */
const safePath = /^(?:\/[\w~:-][\w.~:-]*){1,6}$/

/**
 * Hands a request to `upstream` and its answer back, both unchanged but for their headers.
 *
 * It throws {HttpError} `not_found` without an upstream, and what is wrong when that does not answer.
 * An upstream that refuses our own key is a fault of this server's, and no 401 for the caller.
 */
export const passThrough =
  (upstream: LlmUpstream | undefined) =>
  async (c: Context<ApiClientEnv>): Promise<Response> => {
    const path = c.req.path.replace(/^\/llm(?=\/|$)/, '')
    if (!upstream || !safePath.test(path)) throw nothingHere(path, upstream)
    if (!methods.includes(c.req.method)) {
      c.header('Allow', methods.join(', '))
      throw new HttpError('method_not_allowed', `Use ${methods.join(', ')} at this address.`)
    }
    const { service, apiKey } = upstream
    const hasBody = c.req.method !== 'GET'
    const body = hasBody ? Buffer.from(await readBody(c, bodyBytesMax)) : undefined
    const gone = new AbortController()
    const silence = new AbortController()
    const timer = setTimeout(() => silence.abort(), idleMs)
    const hangUp = () => gone.abort()
    const closeStream = c.get('apiClient').openStream()
    const stopListening = onHangUp(c, hangUp)
    const cut = new AbortController()
    const forget = noteStream(c, () => {
      cut.abort(new HttpError('unauthorized', 'The right to ask this was taken away meanwhile.'))
      hangUp()
    })
    const finish = () => {
      clearTimeout(timer)
      closeStream()
      stopListening()
      forget()
      gone.abort()
    }
    try {
      const response = await upstreamFetch(upstream.urlOf(path) + new URL(c.req.url).search, {
        method: c.req.method,
        headers: {
          ...pick(c.req.raw.headers, requestHeaders),
          'User-Agent': 'Bozzetto/0.1',
          'X-Request-Id': c.get('requestId') ?? '',
          ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
        },
        ...(body && body.length > 0 && { body }),
        // A redirect would take the key, or the question, to somebody who was not named.
        redirect: 'manual',
        signal: AbortSignal.any([gone.signal, silence.signal]),
      })
      const { status } = response
      if (status === 401 || (status >= 300 && status < 400)) {
        const said = await readLimited(response, refusalBytesMax)
        throw refusal(service, response, said, apiKey ? [apiKey] : [], c.get('requestId'))
      }
      const headers = pick(response.headers, responseHeaders)
      if (!response.body) {
        finish()
        return new Response(null, { status, headers })
      }
      const handed = handOn(response.body, { timer, finish, cut: cut.signal })
      return new Response(handed, { status, headers })
    } catch (error) {
      finish()
      cut.signal.throwIfAborted()
      if (silence.signal.aborted) throw timedOut(service, idleMs)
      throw unreachable(service, error)
    }
  }

/** The same bytes in the same pieces; each piece starts the wait anew. With `cut` it breaks off. */
function handOn(
  body: ReadableStream<Uint8Array>,
  { timer, finish, cut }: { timer: NodeJS.Timeout; finish: () => void; cut: AbortSignal },
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    start(controller) {
      // Also for a reader that takes nothing; once all is out, this does nothing.
      cut.addEventListener('abort', () => controller.error(cut.reason), { once: true })
    },
    async pull(controller) {
      try {
        timer.refresh()
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        controller.close()
        finish()
      } catch (error) {
        // The connection breaks off, which every client takes for what it is.
        controller.error(error)
        finish()
      }
    },
    async cancel() {
      finish()
      // Rejects with the abort that this very line causes.
      await reader.cancel().catch(() => {})
    },
  })
}

function pick(headers: Headers, names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = headers.get(name)
    if (value !== null) picked[name] = value
  }
  return picked
}

function nothingHere(path: string, upstream: LlmUpstream | undefined): HttpError {
  const why = upstream ? '' : ', and no gateway is connected that it could be handed to'
  return new HttpError(
    'not_found',
    `There is nothing at /llm${cutText(path, 200)}${why}. Chat is at POST /llm/chat/completions, the models at GET /llm/v1/models.`,
  )
}
