import { toEventChoice } from './native-event.ts'
import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'

/**
 * Converts a record in a service's own format to a choice of OpenAI's format. Covers Cloudflare's
 * `response`, Gemini's `candidates`, DashScope's `output`, Cohere's `delta.message`, Ollama's
 * `message`, and `generated_text` of Hugging Face.
 * @returns `undefined` for records without text and calls.
 */
export function toChoice(record: Fields): Fields | undefined {
  const event = toEventChoice(record) ?? toResponseChoice(record)
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
    asRecord(asList(record['results'])[0])['generated_text'],
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
      (typeof record['generated_text'] === 'string' ? 'stop' : undefined),
  }
}

function toResponseChoice({ object, output, status }: Fields): Fields | undefined {
  if (object !== 'response' || !Array.isArray(output)) return undefined
  const items = output.filter(isRecord)
  const calls = items.filter(({ type }) => type === 'function_call')
  return {
    delta: {
      content: items.flatMap(({ content }) => asList(content)),
      tool_calls: calls.map(({ call_id: id, name, arguments: given }) => ({
        id,
        function: { name, arguments: given },
      })),
    },
    finish_reason: status === 'completed' ? 'stop' : status,
  }
}

const isContent = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || Array.isArray(value) || isRecord(value)

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

function toPart(part: Fields): Fields | undefined {
  const { text, thought, inlineData, executableCode: code, codeExecutionResult: result } = part
  if (isRecord(code)) {
    const language = asString(code['language']).toLowerCase()
    return { type: 'text', text: `\`\`\`${language}\n${asString(code['code'])}\n\`\`\`\n\n` }
  }
  if (isRecord(result))
    return { type: 'text', text: `\`\`\`\n${asString(result['output']).trimEnd()}\n\`\`\`\n\n` }
  if (isRecord(inlineData)) return { inlineData }
  return typeof text === 'string'
    ? { type: thought === true ? 'thinking' : 'text', text }
    : undefined
}

/** Returns the finish reason. Some services only mark the last record. */
function reasonIn(record: Fields): unknown {
  const { finish_reason: reason = record['done_reason'] ?? record['stop_reason'] } = record
  if (typeof reason === 'string' && reason !== '') return reason
  const isLast = record['done'] === true || record['is_end'] === true || record['stop'] === true
  return isLast ? 'stop' : undefined
}
