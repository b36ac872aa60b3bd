import { adviseOnAddress } from '../../ports/upstream-service.ts'
import type { EventSourceMessage } from 'eventsource-parser'
import { type Fields, isList, isRecord } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseFaultyObject } from '../../json/repair-json.ts'
import { parseAnswer, tryParseAnswer } from '../../json/parse-json.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { streamError } from './upstream-errors.ts'
import { getErrorMessage } from './upstream-words.ts'
import type { ClientConnection } from './client-connection.ts'

export const done = Symbol('done')

// Returns whether an event is the end mark `[DONE]`, which some services write differently.
export const isDoneMark = (data: string): boolean =>
  data === '[DONE]' || (data.length < 20 && /^\s*"?\[?done\]?"?\s*$/i.test(data))

export type AnswerReader = {
  /**
   * Converts an event, or the whole answer of a service that ignores `stream`.
   * @throws {HttpError} `provider_failed` or `rate_limited` for an error event, and for events that
   * are not part of an answer.
   */
  read: (event: Pick<EventSourceMessage, 'event' | 'data'>) => ChatDelta | typeof done | undefined
}

/** Thrown for a record that contains both text and an error. */
export class PartialAnswerError extends Error {
  override readonly name = 'PartialAnswerError'
  readonly delta: ChatDelta
  readonly error: HttpError
  constructor(delta: ChatDelta, error: HttpError) {
    super(error.message)
    this.delta = delta
    this.error = error
  }
}

/**
 * Parses the object in an event.
 * @param toError creates the error for a record that contains one.
 * @throws {HttpError} the errors of `AnswerReader.read`.
 */
export function recordIn(
  { service, secrets }: Pick<ClientConnection, 'service' | 'secrets'>,
  { event, data }: Pick<EventSourceMessage, 'event' | 'data'>,
  toError: (error: HttpError, record: Fields) => Error = (error) => error,
): Fields | undefined {
  if (event === 'error' && data === '') throw streamError(service, undefined, secrets)
  if (data === '' || isDoneMark(data)) return undefined
  let record: unknown
  try {
    record = parseRecord(data)
  } catch (cause) {
    if (event === 'error') throw streamError(service, data, secrets)
    const words = wordsInEvent(data)
    if (words !== '') throw streamError(service, words, secrets)
    throw new HttpError(
      'provider_failed',
      `${service.title} sent something that is not part of a chat answer. ${adviseOnAddress(service)}`,
      { cause },
    )
  }
  if (isList(record)) [record] = record
  if (!isRecord(record)) return undefined
  record = unwrap(record)
  if (!isRecord(record)) return undefined
  const error = errorIn(record) ?? (event === 'error' ? record : undefined)
  if (error !== undefined) throw toError(streamError(service, error, secrets), record)
  return record
}

/** Returns the error text that some servers send instead of a record. */
const wordsInEvent = (data: string): string =>
  /^\[error\]\s*([^{}<>]{1,500})$/i.exec(data)?.[1] ?? ''

/**
 * Parses a record. Some servers encode records twice, servers in Python write `NaN` and `Infinity`,
 * and some do not escape the texts.
 */
function parseRecord(data: string): unknown {
  const record =
    tryParseAnswer(data) ??
    tryParseAnswer(withoutBareNumbers(data)) ??
    parseFaultyObject(data) ??
    parseAnswer(data)
  return typeof record === 'string' && record.startsWith('{') ? parseAnswer(record) : record
}

const withoutBareNumbers = (data: string): string =>
  data.replaceAll(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (one) =>
    one.startsWith('"') ? one : 'null',
  )

/** Returns the answer inside a field, where some gateways put it beside their own status. */
const unwrap = (record: Fields): unknown =>
  [record['result'], record['data']].find(
    (inner) =>
      isRecord(inner) &&
      !record['choices'] &&
      (Array.isArray(inner['choices']) || typeof inner['response'] === 'string'),
  ) ?? record

/**
 * Finds the error at the top level, or in the only choice (OpenRouter). xAI sends text and code,
 * MiniMax sends `base_resp`, and other services send a message in a record without choices.
 */
function errorIn(record: Fields): unknown {
  const { error, errors, choices, base_resp: base, code } = record
  // In some services, `error` is `true` or a status, and the message is in another field.
  if (error === true || typeof error === 'number') return { code, message: getErrorMessage(record) }
  if (typeof error === 'string' && error !== '' && code !== undefined)
    return { code, message: error }
  const said = [error, errors, enclosedErrorIn(record)].find(isSaid)
  if (said !== undefined) return Array.isArray(said) && isRecord(said[0]) ? said[0] : said
  if (isRecord(base) && typeof base['status_code'] === 'number' && base['status_code'] !== 0)
    return { code: base['status_code'], message: base['status_msg'] }
  const choice: unknown = Array.isArray(choices) ? choices[0] : choices
  if (choice === undefined || choice === null) return plainErrorIn(record)
  return isRecord(choice) && isSaid(choice['error']) ? choice['error'] : undefined
}

/**
 * Finds an error in a field of the record (Tencent, Volcengine), or in iFlytek's header, whose code
 * 0 means success.
 */
function enclosedErrorIn({
  Response: answer,
  ResponseMetadata: metadata,
  header,
  ErrorMsg: message,
}: Fields): unknown {
  if (isRecord(message)) return message
  if (isRecord(header) && typeof header['code'] === 'number' && header['code'] !== 0) return header
  return [answer, metadata].filter(isRecord).find((one) => one['Error'])?.['Error']
}

const isSaid = (error: unknown): boolean =>
  Array.isArray(error)
    ? error.length > 0
    : isRecord(error)
      ? Object.keys(error).length > 0
      : typeof error === 'string' && error !== ''

function plainErrorIn({
  detail,
  msg,
  message,
  error_msg: other,
  code,
  error_code,
  ...rest
}: Fields) {
  const { status, reason } = rest
  const failure = typeof status === 'string' && /^(?:error|fail)/i.test(status) ? reason : undefined
  const said = isSaid(detail)
    ? getErrorMessage(detail)
    : [msg, message, other, failure].find(isWord)
  return said ? { code: code ?? error_code, message: said } : undefined
}

const isWord = (value: unknown): boolean => typeof value === 'string' && value !== ''
