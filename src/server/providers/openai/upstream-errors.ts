import { HttpError, type UpstreamError } from '../../errors/http-error.ts'
import { parseUpstreamId } from './upstream-id.ts'
import { adviseOnAddress, type UpstreamService } from '../../ports/upstream-service.ts'
import { toUpstreamError } from './upstream-error-fields.ts'
import { getErrorMessage, quote, wordsIn } from './upstream-words.ts'

export type AnswerHead = { status: number; headers: { get: (name: string) => string | null } }

type Refused = { text: string; secrets: readonly string[]; requestId?: string | undefined }

/** Error codes for a refused key. OpenAI sends the first, Brave the second. */
const keyCodes = new Set(['invalid_api_key', 'SUBSCRIPTION_TOKEN_INVALID'])

/**
 * Explains why a service refused a request.
 * @param said.text body of the response. A message in JSON is quoted, a web page is not.
 * @param said.secrets removed from the quotation.
 * @param said.requestId id from the request, for services that return none.
 */
export function refusal(
  service: UpstreamService,
  response: AnswerHead,
  { text, secrets, requestId }: Refused,
): HttpError {
  const words = wordsIn(text)
  const upstreamRequestId =
    parseUpstreamId(response.headers.get('x-request-id'), secrets) ??
    parseUpstreamId(response.headers.get('request-id'), secrets) ??
    parseUpstreamId(words.requestId, secrets) ??
    requestId
  const { status } = response
  const upstream = toUpstreamError(words.error, { status, secrets })
  const about = { ...(upstreamRequestId !== undefined && { upstreamRequestId }), upstream }
  const { title, keySetting } = service
  const told = words.said || readChallenge(response.headers.get('www-authenticate'))
  const said = quote(told || (/[a-z]/i.test(words.code) ? words.code : ''), secrets)
  const refused = (sentence: string, more: { upstream?: UpstreamError } = {}) =>
    new HttpError('provider_refused', `${title} ${sentence}${said}`, { ...about, ...more })
  const isAboutBalance =
    status === 402 ||
    /^4020\d$/.test(words.code) ||
    (status === 400 && /credit balance/i.test(words.said)) ||
    (status === 403 && /balance|credit|arrears/i.test(words.said))
  if (isAboutBalance) {
    const ours = status === 403 ? { upstream: accessRefused } : {}
    return refused('refused because the account has no balance left. Top it up there.', ours)
  }
  // Tavily sends 432 for an exhausted plan and 433 for an exhausted pay-as-you-go limit.
  if (status === 432 || status === 433)
    return refused('refused because a limit of your plan is used up. Raise it there, or wait.')
  if (status === 401 || keyCodes.has(words.code)) {
    return new HttpError(
      'provider_refused',
      `${title} does not accept the key. Check ${keySetting}.${said}`,
      { ...about, upstream: accessRefused, isAboutKey: true },
    )
  }
  if (status === 403) {
    return refused(
      `does not allow this: ${keySetting} may have no access to this model, or the account no balance. Check both.`,
      { upstream: accessRefused },
    )
  }
  if (status === 404 && /model|^app not found/i.test(words.said)) {
    return new HttpError(
      'unknown_model',
      `${title} does not have this model. Choose another one.${said}`,
      { ...about, upstream: { ...upstream, code: upstream.code ?? 'model_not_found' } },
    )
  }
  // If the error has a code or type, the address is correct.
  const isAboutAddress = upstream.code === null && upstream.type === undefined
  if (status === 405 || (status === 404 && isAboutAddress)) {
    return refused(`does not know this address (${status}). ${adviseOnAddress(service)}`, {
      upstream: { ...addressRefused, message: upstream.message },
    })
  }
  const passing = passingRefusal(response, { title, said, about, text })
  if (passing) return passing
  if (status >= 300 && status < 400) {
    return refused(
      `redirects to another address (${status}). ${service.addressSetting === undefined ? adviseOnAddress(service) : `Set ${service.addressSetting} to the final address.`}`,
      { upstream: addressRefused },
    )
  }
  if (status === 413) return refused('says the request is too large. Send less.')
  return refused(`refused the request (${status}). Change it, or choose another model.`)
}

type RefusalWords = { title: string; said: string; about: object; text: string }

/** Returns the error for a temporary refusal, or `undefined` if a retry would fail too. */
function passingRefusal(
  { status, headers }: AnswerHead,
  { title, said, about, text }: RefusalWords,
): HttpError | undefined {
  if (status === 429) {
    const retryAfterSeconds =
      retryAfter(headers.get('retry-after')) ?? readDelay(text) ?? readReset(headers)
    return new HttpError(
      'rate_limited',
      `${title} is limiting requests, or a quota is used up. ${retryAfterSeconds === undefined ? 'Try again later.' : `Try again in ${retryAfterSeconds} s.`}${said}`,
      { ...about, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) },
    )
  }
  if (status === 408 || status === 425 || status === 504) {
    return new HttpError(
      'timed_out',
      `${title} waited too long for a service behind it (${status}). Try again later.${said}`,
      about,
    )
  }
  if (status >= 500) {
    return new HttpError(
      'provider_failed',
      `${title} is having problems (${status}). Try again later.${said}`,
      about,
    )
  }
  return undefined
}

/** The status is 502, because clients read a 401 as a refusal of the key that the client sent. */
const accessRefused: UpstreamError = {
  status: 502,
  code: 'upstream_access_refused',
  param: null,
  type: 'server_error',
  message: '',
}
const addressRefused: UpstreamError = { ...accessRefused, code: 'provider_refused' }

/**
 * Converts an error within a stream.
 * @param error OpenAI's `error` object, or a string.
 */
export function streamError(
  service: UpstreamService,
  error: unknown,
  secrets: readonly string[],
): HttpError {
  const said = quote(getErrorMessage(error), secrets)
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : ''
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : ''
  const told = typeof code === 'number' && code >= 400 && code <= 599 ? code : 0
  if (code === 429 || /rate_?limit|quota/i.test(`${String(code)} ${String(type)}`)) {
    return new HttpError(
      'rate_limited',
      `${service.title} stopped the answer: it is limiting requests, or a quota is used up. Try again later.${said}`,
      { upstream: { ...toUpstreamError(error, { status: 429, secrets }), message: '' } },
    )
  }
  return new HttpError(
    'provider_failed',
    `${service.title} stopped the answer. Try again.${said}`,
    { upstream: streamFault(error, told, secrets) },
  )
}

/**
 * Returns the fields of a stream's error. If the error contains no status, the service counts as
 * failed.
 */
function streamFault(error: unknown, told: number, secrets: readonly string[]): UpstreamError {
  if (told === 401 || told === 403) return accessRefused
  // The service's message is omitted, because this server's sentence already explains what happened
  // to the received part of the answer.
  return { ...toUpstreamError(error, { status: told || undefined, secrets }), message: '' }
}

export const createCutOffError = (cause?: unknown): HttpError =>
  new HttpError(
    'provider_failed',
    'The answer was cut off by the service before it was complete. Try again.',
    { cause },
  )

export const timedOut = ({ title }: UpstreamService, afterMs: number): HttpError =>
  new HttpError(
    'timed_out',
    `${title} sent nothing for ${Math.round(afterMs / 1000)} s. Try again later.`,
  )

/**
 * Creates the error for a response that is not an answer.
 * @param words first line of the response.
 */
export const notAnAnswer = (
  service: UpstreamService,
  words: string,
  secrets: readonly string[],
): HttpError =>
  words.startsWith('<')
    ? webPage(service)
    : new HttpError(
        'provider_failed',
        `${service.title} sent something that is not part of a chat answer. ${adviseOnAddress(service)}${quote(words, secrets)}`,
      )

export const webPage = (service: UpstreamService): HttpError =>
  new HttpError(
    'provider_failed',
    `${service.title} answered with a web page. ${adviseOnAddress(service)}`,
  )

/** Converts a failure of `fetch`. Returns an `HttpError` unchanged. */
export function unreachable(service: UpstreamService, error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { title, addressSetting } = service
  const advice =
    addressSetting === undefined
      ? 'Check this server’s connection to the internet, or try again later.'
      : `Check ${addressSetting}.`
  const reason = getReason(error)
  if (/ECONNRESET|UND_ERR_SOCKET|ERR_HTTP|HPE_|UND_ERR_BODY|terminated/.test(reason)) {
    return createCutOffError(error)
  }
  if (/Z_(?:DATA|BUF)_ERROR/.test(reason)) {
    return new HttpError(
      'provider_failed',
      `${title} sent an answer that cannot be unpacked. Try again later.`,
      { cause: error },
    )
  }
  const say = (what: string) =>
    new HttpError('provider_unreachable', `${title} ${what} ${advice}`, {
      cause: error,
    })
  if (reason.includes('ECONNREFUSED')) return say('is not running.')
  if (/ENOTFOUND|EAI_AGAIN/.test(reason))
    return say('cannot be found: the host name does not exist.')
  if (/WRONG_VERSION_NUMBER|wrong version number/.test(reason)) {
    return say('does not speak TLS at this address: it may want http:// or another port.')
  }
  if (/CERT|SSL|TLS/.test(reason)) return say('cannot be trusted: its certificate is not valid.')
  if (/TIMEDOUT|TIMEOUT/.test(reason)) return say('did not respond within 10 s.')
  return say('cannot be reached.')
}

function getReason(error: unknown): string {
  const words: string[] = []
  let link: unknown = error
  for (let depth = 0; depth < 4 && link instanceof Error; depth++) {
    if ('code' in link) words.push(String(link.code))
    words.push(link.message)
    link = link.cause
  }
  return words.join(' ')
}

/**
 * Returns the delay in the body of a refusal: Google's `retryDelay`, OpenAI's “try again in
 * 1m2.5s”, or “wait 41 seconds”.
 */
function readDelay(text: string): number | undefined {
  const found =
    /"retryDelay"\s{0,5}:\s{0,5}"()(\d{1,6}(?:\.\d{1,9})?)(s)"/.exec(text) ??
    /(?:try again|retry|wait|available)(?: again)?(?: in| after| for)? (?:(\d{1,4})m)?(\d{1,6}(?:\.\d{1,9})?)\s?(ms|s|sec|seconds?)\b/i.exec(
      text,
    )
  return found ? toDelay(found) : undefined
}

/** Returns the longest delay in OpenAI's headers, which give the reset time of each limit. */
function readReset(headers: AnswerHead['headers']): number | undefined {
  const delays = ['requests', 'tokens']
    .filter((name) => !(Number(headers.get(`x-ratelimit-remaining-${name}`)) > 0))
    .map((name) =>
      /^()(?:(\d{1,4})m)?(\d{1,6}(?:\.\d{1,9})?)(ms|s)$/.exec(
        headers.get(`x-ratelimit-reset-${name}`) ?? '',
      ),
    )
    .flatMap((found) => (found ? (toDelay(found.slice(1)) ?? []) : []))
  return delays.length > 0 ? Math.max(...delays) : undefined
}

const readChallenge = (header: string | null): string =>
  /error_description="([^"]{1,300})"/.exec(header ?? '')?.[1] ?? ''

/**
 * @param found match of the regular expression: the whole text, the minutes, another count, and its
 * unit.
 */
function toDelay(found: readonly string[]): number | undefined {
  const [, minutes = '', count = '', unit] = found
  const seconds = Number(minutes) * 60 + Number(count) / (unit?.toLowerCase() === 'ms' ? 1_000 : 1)
  return retryAfter(String(seconds))
}

/** Parses a `Retry-After` header to seconds between 1 and 3,600. */
export function retryAfter(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+(\.\d+)?$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(1, Math.ceil(seconds)), 3600) : undefined
}
