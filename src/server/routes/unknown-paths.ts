import type { Context, MiddlewareHandler } from 'hono'
import path from 'node:path'
import { HttpError } from '../errors/http-error.ts'

/** The usual prefixes of OpenAI's, Anthropic's and Ollama's interfaces, which are under `/llm` here. */
const otherPrefix = /^\/(?:(?:openai|anthropic)\/)?v1(?:\/|$)/

/** Whether a path belongs to an interface for programs that this server has elsewhere. */
export const isOtherInterface = (requested: string): boolean => otherPrefix.test(requested)

/**
 * Answers programs at unknown paths with a 404 instead of the page, which they would take for a success.
 * Files of the page stay available to everybody.
 */
export const refusePrograms: MiddlewareHandler = (c, next) => {
  const requested = c.req.path
  if (isOtherInterface(requested)) throw otherInterface(requested)
  if (requested.startsWith('/.well-known/')) throw nothingFound()
  if (!path.extname(requested) && isProgram(c)) throw nothingFound()
  return next()
}

/** Whether a request asks for data: browsers accept HTML for a page, and send no token. */
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
