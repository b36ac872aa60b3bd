import type { EventSourceMessage } from 'eventsource-parser'
import { isRecord, type Fields } from '#lib/fields.ts'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { streamError } from './upstream-errors.ts'
import { getErrorMessage } from './upstream-words.ts'
import type { ClientConnection } from './client-connection.ts'

export const done = Symbol('done')

/** Returns whether the data of an event marks the end of the stream. Some services add spaces. */
export const isDoneMark = (data: string): boolean =>
  data === '[DONE]' || (data.length < 20 && data.trim() === '[DONE]')

export type AnswerReader = {
  /**
   * Converts an event.
   * @throws {HttpError} `provider_failed` or `rate_limited` for an error event, and for events that
   * are not part of an answer.
   */
  read: (event: EventSourceMessage) => ChatDelta | typeof done | undefined
  /** Reads a complete answer from a service that ignores `stream`. */
  readWhole: (text: string) => ChatDelta
}

/**
 * Parses the object in an event.
 * @throws {HttpError} as `AnswerReader.read`.
 */
export function recordIn(
  { service, secrets }: Pick<ClientConnection, 'service' | 'secrets'>,
  { event, data }: Pick<EventSourceMessage, 'event' | 'data'>,
): object | undefined {
  if (data === '' || isDoneMark(data)) return undefined
  let record: unknown
  try {
    record = parseAnswer(data)
  } catch (cause) {
    if (event === 'error') throw streamError(service, data, secrets)
    throw new HttpError(
      'provider_failed',
      `${service.title} sent something that is not part of a chat answer. Check ${service.addressSetting}.`,
      { cause },
    )
  }
  // Gemini sends errors in a list.
  if (Array.isArray(record)) [record] = record as unknown[]
  if (typeof record !== 'object' || record === null) return undefined
  const error = errorIn(record)
  if (error) throw streamError(service, error, secrets)
  if (event === 'error') throw streamError(service, record, secrets)
  return record
}

/**
 * Finds the error of a record at its top level, or in its only choice (OpenRouter). xAI sends a
 * text with a code, MiniMax a `base_resp`, and others a `detail` or `msg` in a record without
 * choices.
 */
function errorIn(record: object): unknown {
  const { error, choices, base_resp: base } = record as Record<string, unknown>
  if (typeof error === 'string' && 'code' in record) return { code: record.code, message: error }
  if (error) return error
  if (isRecord(base) && typeof base['status_code'] === 'number' && base['status_code'] !== 0) {
    return { code: base['status_code'], message: base['status_msg'] }
  }
  if (choices === undefined || choices === null) return plainErrorIn(record as Fields)
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  return typeof choice === 'object' && choice !== null && 'error' in choice
    ? choice.error
    : undefined
}

function plainErrorIn({ detail, msg, message, code }: Fields): unknown {
  if (typeof detail === 'string' || Array.isArray(detail))
    return { message: getErrorMessage({ detail }) }
  const said = [msg, message].find((text) => typeof text === 'string' && text !== '')
  return said !== undefined && code !== undefined ? { code, message: said } : undefined
}
