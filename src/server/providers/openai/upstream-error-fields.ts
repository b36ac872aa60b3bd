import { toStatusCode } from '../../http/status-code.ts'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { cutText } from '#lib/cut-text.ts'
import { isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { UpstreamError } from '../../errors/http-error.ts'
import { hideInternals } from './hide-internals.ts'
import { getErrorMessage } from './upstream-words.ts'

const messageLengthMax = 2_000
const wordLengthMax = 200

/**
 * Error code for a conversation that is too long. Clients then shorten the conversation instead of
 * retrying.
 */
export const contextCode = 'context_length_exceeded'

/**
 * Matches the messages of OpenAI, Anthropic, vLLM, llama.cpp, Ollama, Gemini, Mistral and
 * OpenRouter for a conversation that is too long.
 */
const contextPattern =
  /context[_ ](?:length|window|size)|maximum context|prompt is too long|exceed\w*[_ ](?:the )?(?:available )?context|input token count.{1,80}exceeds|too many (?:input )?tokens|input is too long/i

/**
 * Extracts the error fields that clients evaluate.
 * @param error OpenAI's or Anthropic's `error` object, or a string.
 * @param about.status absent for an error within a stream.
 */
export function toUpstreamError(
  error: unknown,
  { status, secrets }: { status: number | undefined; secrets: readonly string[] },
): UpstreamError {
  const fields = isRecord(error) ? error : {}
  const inner = innerError(fields)
  const clean = (text: string) => hideInternals(text.toWellFormed(), secrets)
  const word = (name: string): string | null => {
    const found = [ownValue(inner, name), ownValue(fields, name)].find(
      (value): value is string | number => isWord(value, status),
    )
    return found === undefined ? null : cutText(clean(String(found)), wordLengthMax)
  }
  const message = cutText(clean(getErrorMessage(error)).trim(), messageLengthMax)
  const isAboutContext =
    (status === undefined || status === 400 || status === 413) && contextPattern.test(message)
  return {
    status: toStatus(status ?? (isAboutContext ? 400 : 502)),
    code: word('code') ?? (isAboutContext ? contextCode : null),
    param: word('param'),
    type: word('type') ?? undefined,
    message,
  }
}

/** Some services repeat the HTTP status in the code field. Such a number is no error code. */
const isWord = (value: unknown, status: number | undefined): value is string | number =>
  (typeof value === 'string' && value !== '' && value !== String(status)) ||
  (typeof value === 'number' && value !== status)

function innerError({ metadata }: Fields): Fields {
  const raw = isRecord(metadata) ? metadata['raw'] : undefined
  if (typeof raw !== 'string') return {}
  try {
    const body: unknown = JSON.parse(raw)
    const error = isRecord(body) ? body['error'] : undefined
    return isRecord(error) ? error : {}
  } catch {
    return {}
  }
}

const toStatus = (status: number): ContentfulStatusCode =>
  toStatusCode(status >= 400 && status <= 599 ? status : 502)
