import { asRecord, isRecord, type Fields } from '#lib/fields.ts'
import { cutText } from '#lib/cut-text.ts'
import { ownValue } from '#lib/own-value.ts'
import { tryParseAnswer } from '../../json/parse-json.ts'
import { hideInternals } from './hide-internals.ts'

const quoteLengthMax = 300
/** Maximum length of a text that is searched for a message, in characters. */
const parsedLengthMax = 10_000

export type UpstreamWords = {
  /** Message for the user. Empty if the response contains no helpful message. */
  said: string
  /** Error code such as `invalid_api_key`, `1002` or `RATE_LIMIT_EXCEEDED`. Empty if absent. */
  code: string
  requestId?: string
  error: unknown
}

/** Parses the error formats of OpenAI, gateways, FastAPI (`detail`) and others. */
export function wordsIn(text: string): UpstreamWords {
  // Some servers send the error as an event. Other bodies without JSON are usually a proxy's web
  // page, which does not explain the error.
  const [, event] = /^\s*(?:event:[^\n]*\n)?data:\s*(\{[^\n]*\})/.exec(text) ?? []
  const parsed = tryParseAnswer(event ?? text)
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  if (isRecord(body)) return wordsInFields(body)
  const said = typeof parsed === 'string' ? parsed : parsed === undefined ? wordsInText(text) : ''
  return { said, code: '', error: said || undefined }
}

function wordsInText(text: string): string {
  const trimmed = text.trim()
  const element = /<(?:\w{1,20}:)?(?:message|faultstring)>([^<>]{1,2000})</i.exec(
    trimmed.slice(0, parsedLengthMax),
  )
  if (element && !/<html/i.test(trimmed.slice(0, parsedLengthMax))) return element[1] ?? ''
  const isLine = trimmed.length <= quoteLengthMax && !/[<>{}\n]/.test(trimmed)
  return isLine && /\s/.test(trimmed) ? trimmed : ''
}

function wordsInFields(body: Fields): UpstreamWords {
  const error = body['error']
  const inner = (typeof error === 'string' && error) || [error, body['status'], body].find(isRecord)
  const requestId = body['request_id']
  return {
    error: inner,
    // An error that is a single word is a code. Another field may then contain the sentence.
    said:
      (!getCode(error) || isRecord(error) ? getErrorMessage(inner) : '') || getErrorMessage(body),
    code: getCode(inner),
    ...(typeof requestId === 'string' && requestId && { requestId: cutText(requestId, 200) }),
  }
}

/** Fields with an error message, in order of preference. */
const messageFields = [
  'error_message',
  'message',
  'detail',
  'msg',
  'error_msg',
  'status_msg',
  'error_description',
  'errorMessage',
  'Message',
  'Msg',
  'ErrorMsg',
  'err_msg',
  'err',
  'faultstring',
  'reason',
  'fault',
  'error',
  'errors',
  'text',
  'header',
  'Error',
  'Response',
  'ResponseMetadata',
  'title',
]
const messageDepthMax = 4

// Returns the message in an error. An object may contain the message at any depth, and a list
// contains several messages.
export function getErrorMessage(error: unknown, depth = 0): string {
  if (typeof error === 'string') return decodeMessage(error, depth)
  if (depth > messageDepthMax) return ''
  if (Array.isArray(error)) {
    const said = error.slice(0, 3).map((one) => getErrorMessage(one, depth + 1))
    return said.filter(Boolean).join(' ')
  }
  if (!isRecord(error)) return ''
  const behind = behindIn(error)
  if (behind) return behind
  for (const key of messageFields) {
    const said = getErrorMessage(ownValue(error, key), depth + 1)
    if (said) return said + filteredIn(error) + detailsIn(error, said)
  }
  return ''
}

function decodeMessage(text: string, depth: number): string {
  if (depth > messageDepthMax || !/^\s*\{/.test(text) || text.length > parsedLengthMax) return text
  return getErrorMessage(asRecord(tryParseAnswer(text)), depth + 1) || text
}

function behindIn({ metadata }: Fields): string {
  if (!isRecord(metadata)) return ''
  const { raw, provider_name: name } = metadata
  if (typeof raw !== 'string' && !isRecord(raw)) return ''
  const words = isRecord(raw) ? wordsInFields(raw) : wordsIn(raw)
  const said = words.said || (typeof raw === 'string' && !/^\s*[{<[]/.test(raw) ? raw : '')
  return said && typeof name === 'string' && name ? `${name}: ${said}` : said
}

/** Returns the reasons of Azure's content filter, which are not part of the message. */
function filteredIn({ innererror: inner }: Fields): string {
  const result = isRecord(inner) ? inner['content_filter_result'] : undefined
  if (!isRecord(result)) return ''
  const found = Object.entries(result).filter(
    ([, one]) => isRecord(one) && one['filtered'] === true,
  )
  return found.length > 0 ? ` (${found.map(([name]) => name).join(', ')})` : ''
}

/** Returns the reason for each field (Laravel), or the call that Groq could not parse. */
function detailsIn({ errors, failed_generation: generated }: Fields, said: string): string {
  const reasons = isRecord(errors) ? getErrorMessage(Object.values(errors)) : ''
  const more = reasons || (typeof generated === 'string' ? generated : '')
  return more && !said.includes(more) ? ` ${more}` : ''
}

function getCode(error: unknown): string {
  if (typeof error === 'string') return /^\w+$/.test(error) ? error : ''
  if (!isRecord(error)) return ''
  const code = error['error_code'] ?? error['code']
  return typeof code === 'string' || typeof code === 'number' ? String(code) : ''
}

/** Formats a service's message as ` It says: “…”` on one line and without secrets. */
export function quote(said: string, secrets: readonly string[]): string {
  let words = said
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  // Secrets are removed, because services repeat a wrong key completely or in part.
  words = hideInternals(words, secrets)
  if (words.length > quoteLengthMax) words = `${cutText(words, quoteLengthMax)}…`
  const sentence = `It says: “${words}”`
  return words && ` ${sentence}`
}
