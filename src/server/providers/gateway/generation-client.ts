import { newId } from '#lib/id.ts'
import { HttpError } from '../../errors.ts'
import { readLimited } from '../openai/limited-body.ts'
import {
  refusal,
  timedOut,
  unreachable,
  webPage,
  type UpstreamService,
} from '../openai/upstream-errors.ts'
import {
  createdSchema,
  gatewayTaskSchema,
  hitSchema,
  searchSchema,
  wordsOf,
  type GatewayTask,
} from './generation-answers.ts'

/** Neither a task nor a list of models comes near it. */
const answerBytesMax = 8 * 1024 * 1024
const requestTimeoutMs = 30_000
const quoteLengthMax = 300

export type SearchHit = { id: string; name: string; description: string }

/** The calls of the generation interface, one request each; nothing is repeated here. */
export type GenerationClient = {
  /**
   * Creates a task.
   *
   * @throws {HttpError} `submission_uncertain` when the request may have arrived; anything else means
   *   that no task was made.
   */
  create: (
    body: { model: string; params: Record<string, unknown> },
    signal: AbortSignal,
  ) => Promise<string>
  /** @throws {HttpError} with `isPassing` in mind: see there. */
  readTask: (id: string, signal: AbortSignal) => Promise<GatewayTask>
  /** Models that make 3D; `undefined` when the gateway offers no search. */
  searchModels: (signal: AbortSignal) => Promise<SearchHit[] | undefined>
}

export function createGenerationClient({
  service,
  root,
  apiKey,
}: {
  service: UpstreamService
  /** Address above `/v1/generation`. */
  root: string
  apiKey: string
}): GenerationClient {
  const secrets = [apiKey]

  /** Sends one request and reads the whole answer; the answer's status is the caller's to judge. */
  async function send(path: string, init: RequestInit, signal: AbortSignal) {
    const requestId = newId()
    const timeout = AbortSignal.timeout(requestTimeoutMs)
    try {
      const response = await fetch(`${root}${path}`, {
        ...init,
        headers: {
          Authorization: `Bearer ${apiKey}`,
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'User-Agent': 'Bozzetto/0.1',
          'X-Request-Id': requestId,
        },
        // A redirect would take the key, or the picture, to somebody who was not named.
        redirect: 'manual',
        signal: AbortSignal.any([signal, timeout]),
      })
      return { response, requestId, text: await readLimited(response, answerBytesMax) }
    } catch (error) {
      if (timeout.aborted && !signal.aborted) {
        throw new RequestFailedError(timedOut(service, requestTimeoutMs), error, requestId)
      }
      signal.throwIfAborted()
      throw new RequestFailedError(unreachable(service, error), error, requestId)
    }
  }

  async function get(path: string, signal: AbortSignal): Promise<unknown> {
    try {
      const { response, text, requestId } = await send(path, {}, signal)
      if (!response.ok) throw refusal(service, response, text, secrets, requestId)
      if (isWebPage(response)) throw webPage(service)
      return JSON.parse(text)
    } catch (error) {
      if (error instanceof RequestFailedError) throw error.reason
      if (error instanceof SyntaxError) throw cutShort(service, error)
      throw error
    }
  }

  return {
    create: async ({ model, params }, signal) => {
      const uncertain = (requestId: string, cause?: unknown) =>
        new HttpError(
          'submission_uncertain',
          `${service.title} did not say whether it has taken this task. It may be working on it and may bill it; to be safe it was not sent again.`,
          { cause, upstreamRequestId: requestId },
        )
      const body = JSON.stringify({ model, input: [{ params }] })
      let answer: Awaited<ReturnType<typeof send>>
      try {
        answer = await send('/v1/generation', { method: 'POST', body }, signal)
      } catch (error) {
        if (!(error instanceof RequestFailedError)) throw error
        throw error.isUnsent ? error.reason : uncertain(error.requestId, error)
      }
      const { response, text, requestId } = answer
      const upstreamRequestId = response.headers.get('x-request-id') ?? requestId
      // 503 is said before anything is done; the other 5xx also by proxies that lost the answer.
      if (response.status >= 500 && response.status !== 503) throw uncertain(upstreamRequestId)
      if (!response.ok) throw refusal(service, response, text, secrets, requestId)
      if (isWebPage(response)) throw webPage(service)
      const created = createdSchema.safeParse(parseJson(text)).data
      if (!created) throw uncertain(upstreamRequestId)
      if (created.id === undefined) {
        const words = wordsOf(created.error)
        if (words === '') throw uncertain(upstreamRequestId)
        throw new HttpError(
          'provider_refused',
          `${service.title} refused the task.${quote(words, secrets)}`,
          { upstreamRequestId },
        )
      }
      return created.id
    },

    readTask: async (id, signal) => {
      const path = `/v1/generation/task/${encodeURIComponent(id)}`
      const task = gatewayTaskSchema.safeParse(await get(path, signal))
      if (!task.success) throw cutShort(service, task.error)
      return task.data
    },

    searchModels: async (signal) => {
      const path = '/v1/models/skill/search?q=&output=3d&limit=100'
      const { response, text, requestId } = await send(path, {}, signal).catch(
        (error: unknown): never => {
          throw error instanceof RequestFailedError ? error.reason : error
        },
      )
      if (response.status === 404 || response.status === 405 || response.status === 501) {
        return undefined
      }
      if (!response.ok) throw refusal(service, response, text, secrets, requestId)
      const search = searchSchema.safeParse(parseJson(text))
      if (!search.success) return undefined
      return search.data.hits.flatMap((value) => {
        const hit = hitSchema.safeParse(value).data
        if (!hit) return []
        const { id, name = id, description = '' } = hit
        return [{ id, name, description: description.slice(0, 500) }]
      })
    },
  }
}

/** Whether asking again later may help: the network or the gateway had a bad moment. */
export const isPassing = (error: unknown): boolean =>
  error instanceof HttpError &&
  ['provider_unreachable', 'provider_failed', 'timed_out', 'rate_limited'].includes(error.code)

/** `… It says: “words”`, short, on one line and without the key. */
export function quote(words: string, secrets: readonly string[]): string {
  let said = words.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  for (const secret of secrets) said = said.replaceAll(secret, '•••')
  if (said.length > quoteLengthMax) said = `${said.slice(0, quoteLengthMax)}…`
  return said && ` It says: “${said}”`
}

/** No whole answer came. */
class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError'
  readonly reason: HttpError
  readonly requestId: string
  /** Whether it is certain that the request never left: there was no connection to send it on. */
  readonly isUnsent: boolean

  constructor(reason: HttpError, cause: unknown, requestId: string) {
    super(reason.message, { cause })
    this.reason = reason
    this.requestId = requestId
    this.isUnsent =
      /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|CONNECT_TIMEOUT|CERT/.test(
        codesOf(cause),
      )
  }
}

/** The codes along a chain of causes; `fetch` says only "fetch failed" itself. */
function codesOf(error: unknown): string {
  const codes: string[] = []
  let link = error
  for (let depth = 0; depth < 4 && link instanceof Error; depth++) {
    if ('code' in link) codes.push(String(link.code))
    link = link.cause
  }
  return codes.join(' ')
}

const isWebPage = (response: Response): boolean =>
  (response.headers.get('content-type') ?? '').includes('text/html')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema that reads it next says what is wrong.
    return undefined
  }
}

const cutShort = ({ title }: UpstreamService, cause: unknown): HttpError =>
  new HttpError('provider_failed', `${title} sent an answer that cannot be read.`, { cause })
