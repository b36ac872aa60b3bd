import { toEventChoice } from './native-event.ts'
import { asList, asRecord, isRecord, type Fields } from '#lib/fields.ts'

/**
 * Converts a record in a service's own format to a choice of OpenAI's format. Proxies often pass
 * such records on unchanged: Cloudflare's `response`, Gemini's `candidates`, DashScope's `output`,
 * Cohere's `delta.message`, Ollama's `message`, and `generated_text` of Hugging Face.
 * @returns `undefined` for records without text and calls.
 */
export function toChoice(record: Fields): Fields | undefined {
  const event = toEventChoice(record)
  if (event) return event
  const { response, candidates, output, message, delta, token, result } = record
  if (Array.isArray(candidates)) return fromCandidate(asRecord(candidates[0]))
  const outer = asRecord(output)
  if (Array.isArray(outer['choices'])) return asRecord(outer['choices'][0])
  const inner = [asRecord(delta)['message'], outer['message'], message, delta].find(isRecord)
  const content = [
    inner?.['content'],
    response,
    outer['text'],
    asRecord(token)['special'] === true ? '' : asRecord(token)['text'],
    record['generated_text'],
    record['completion'],
    record['content'],
    result,
  ].find(isContent)
  const calls = inner?.['tool_calls'] ?? record['tool_calls']
  if (content === undefined && !Array.isArray(calls)) return undefined
  return {
    delta: { ...inner, content, ...(Array.isArray(calls) && { tool_calls: calls }) },
    finish_reason:
      reasonIn(record) ??
      reasonIn(outer) ??
      reasonIn(asRecord(record['details'])) ??
      // Hugging Face repeats the whole text in the last record.
      (typeof record['generated_text'] === 'string' ? 'stop' : undefined),
  }
}

const isContent = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || Array.isArray(value) || isRecord(value)

/** Gemini's parts contain text, thoughts, calls or pictures. */
function fromCandidate({ content, finishReason }: Fields): Fields {
  const parts = asList(asRecord(content)['parts']).filter(isRecord)
  const calls = parts.map(({ functionCall }) => functionCall).filter(isRecord)
  return {
    delta: {
      content: parts.map(toPart).filter((part) => part !== undefined),
      tool_calls: calls.map(({ id, name, args }) => ({
        id,
        function: { name, arguments: args ?? {} },
      })),
    },
    finish_reason: finishReason,
  }
}

function toPart({ text, thought, inlineData }: Fields): Fields | undefined {
  if (isRecord(inlineData)) return { inlineData }
  return typeof text === 'string'
    ? { type: thought === true ? 'thinking' : 'text', text }
    : undefined
}

/** Some services only mark the last record. */
function reasonIn(record: Fields): unknown {
  const { finish_reason: reason = record['done_reason'] ?? record['stop_reason'] } = record
  if (typeof reason === 'string' && reason !== '') return reason
  const isLast = record['done'] === true || record['is_end'] === true || record['stop'] === true
  return isLast ? 'stop' : undefined
}
