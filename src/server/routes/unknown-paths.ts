import type { Context, MiddlewareHandler } from 'hono'
import path from 'node:path'
import { HttpError } from '../errors/http-error.ts'

/**
 * Usual prefixes of the APIs of OpenAI, Anthropic and Ollama. On this server, these APIs are under
 * `/llm`.
 */
const otherPrefix = /^\/(?:(?:openai|anthropic)\/)?v1(?:\/|$)/

/** Returns whether a path belongs to an API that this server offers under another prefix. */
export const isOtherInterface = (requested: string): boolean => otherPrefix.test(requested)

/**
 * Returns a 404 to programs at unknown paths, because the page would look like a success to a
 * program.
 */
export const refusePrograms: MiddlewareHandler = (c, next) => {
  const requested = c.req.path
  if (isOtherInterface(requested)) throw otherInterface(requested)
  if (requested.startsWith('/.well-known/')) throw nothingFound()
  if (!path.extname(requested) && isProgram(c)) throw nothingFound()
  return next()
}

/** Returns whether a program sent the request. Browsers accept HTML and send no token. */
function isProgram(c: Context): boolean {
  const accept = c.req.header('accept') ?? ''
  if (accept.includes('text/html')) return false
  return (
    /json|event-stream/.test(accept) ||
    c.req.header('content-type')?.includes('json') === true ||
    c.req.header('authorization') !== undefined ||
    c.req.header('x-api-key') !== undefined
  )
}

const otherInterface = (requested: string): HttpError =>
  new HttpError(
    'not_found',
    `The interface for programs is under /llm: set the base URL of your client to …/llm/v1 (OpenAI) or …/llm (Anthropic), so that this address becomes /llm${requested.slice(0, 200)}.`,
  )

const nothingFound = (): HttpError =>
  new HttpError('not_found', 'Nothing was found at this address.')
