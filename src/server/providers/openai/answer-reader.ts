import type { EventSourceMessage } from 'eventsource-parser'
import { HttpError } from '../../errors/http-error.ts'
import { parseAnswer } from '../../json/parse-json.ts'
import type { ChatDelta } from '../../ports/chat-provider.ts'
import { streamError } from './upstream-errors.ts'
import type { ClientConnection } from './client-connection.ts'

/** Marks the end of the answer. */
export const done = Symbol('done')

/** Reads one answer in the format of its service. */
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
  if (data === '') return undefined
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
  if (typeof record !== 'object' || record === null) return undefined
  const error = errorIn(record)
  if (error) throw streamError(service, error, secrets)
  if (event === 'error') throw streamError(service, record, secrets)
  return record
}

/**
 * Finds the error at the top level, or in the only choice (OpenRouter). xAI has a text and a code.
 */
function errorIn(record: object): unknown {
  const error: unknown = Reflect.get(record, 'error')
  if (typeof error === 'string' && 'code' in record) return { code: record.code, message: error }
  if (error) return error
  const choices: unknown = Reflect.get(record, 'choices')
  const choice: unknown = Array.isArray(choices) ? choices[0] : undefined
  return typeof choice === 'object' && choice !== null && 'error' in choice
    ? choice.error
    : undefined
}
