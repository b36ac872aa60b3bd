import { isRecord, type Fields } from '#lib/fields.ts'
import { cutText } from '#lib/cut-text.ts'
import { ownValue } from '#lib/own-value.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import { hideInternals } from './hide-internals.ts'

/** Longest quotation of what a service said about its own error. */
const quoteLengthMax = 300

/** What the body of an error answer says, wherever its service puts it. */
export type UpstreamWords = {
  /** For a person; empty when it says nothing that would help one. */
  said: string
  /** `invalid_api_key`, `1002`, `RATE_LIMIT_EXCEEDED` …; empty without one. */
  code: string
  /** The service's id of the request. */
  requestId?: string
  /** The error itself: an object, or a string. */
  error: unknown
}

/** Reads an error body: OpenAI's form, the gateway's forms, `detail`, a string in `error`, or one in `detail.error`. */
export function wordsIn(text: string): UpstreamWords {
  const parsed = parse(text)
  // Gemini's errors come in a list.
  const body: unknown = Array.isArray(parsed) ? parsed[0] : parsed
  return isRecord(body) ? wordsInFields(body) : { said: '', code: '', error: undefined }
}

function wordsInFields(body: Fields): UpstreamWords {
  const error = body['error']
  const inner = (typeof error === 'string' && error) || [error, body['status'], body].find(isRecord)
  const requestId = body['request_id']
  return {
    error: inner,
    said: messageOf(inner) || messageOf(body),
    code: codeOf(inner),
    ...(typeof requestId === 'string' && requestId && { requestId: cutText(requestId, 200) }),
  }
}

/** The message of an error object, or the error itself where it is a string. */
export function messageOf(error: unknown): string {
  if (typeof error === 'string') return error
  if (!isRecord(error)) return ''
  const behind = behindIn(error)
  if (behind) return behind
  for (const key of ['error_message', 'message', 'detail']) {
    const value = ownValue(error, key)
    if (typeof value === 'string' && value) return value + filteredIn(error)
  }
  const { detail } = error
  // Tavily's sentence stands in an object of its own.
  if (isRecord(detail)) {
    const said = detail['error'] ?? detail['message']
    return typeof said === 'string' ? said : ''
  }
  return listed(detail) || listed(error['errors'])
}

/** OpenRouter's message only says that a service refused; that one's own words are in `metadata.raw`. */
function behindIn({ metadata }: Fields): string {
  if (!isRecord(metadata)) return ''
  const { raw, provider_name: name } = metadata
  if (typeof raw !== 'string' && !isRecord(raw)) return ''
  const words = isRecord(raw) ? wordsInFields(raw) : wordsIn(raw)
  const said = words.said || (typeof raw === 'string' && !/^\s*[{<[]/.test(raw) ? raw : '')
  return said && typeof name === 'string' && name ? `${name}: ${said}` : said
}

/** Azure names beside its message what its content filter has found. */
function filteredIn({ innererror: inner }: Fields): string {
  const result = isRecord(inner) ? inner['content_filter_result'] : undefined
  if (!isRecord(result)) return ''
  const found = Object.entries(result).filter(
    ([, one]) => isRecord(one) && one['filtered'] === true,
  )
  return found.length > 0 ? ` (${found.map(([name]) => name).join(', ')})` : ''
}

/** Of a list of what is wrong, the first few; each is a sentence or an object that holds one. */
const listed = (list: unknown): string =>
  Array.isArray(list)
    ? list
        .slice(0, 3)
        .map((one: unknown) =>
          typeof one === 'string'
            ? one
            : isRecord(one) && typeof one['msg'] === 'string'
              ? one['msg']
              : '',
        )
        .filter((said) => said !== '')
        .join(' ')
    : ''

function codeOf(error: unknown): string {
  // A bare string is a code to some services and a sentence to others.
  if (typeof error === 'string') return /^\w+$/.test(error) ? error : ''
  if (!isRecord(error)) return ''
  const code = error['error_code'] ?? error['code']
  return typeof code === 'string' || typeof code === 'number' ? String(code) : ''
}

/** ` It says: “…”`, on one line, short and without secrets; empty for nothing. */
export function quote(said: string, secrets: readonly string[]): string {
  let words = said
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  // Services repeat a wrong key, whole or in part.
  words = hideInternals(words, secrets)
  if (words.length > quoteLengthMax) words = `${cutText(words, quoteLengthMax)}…`
  return words && ` It says: “${words}”`
}

function parse(text: string): unknown {
  try {
    return parseAnswer(text)
  } catch {
    // Most often a proxy's web page, which would help nobody.
    return undefined
  }
}
