import { asList, asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'
import type { WireService } from './wire-case.fixture.ts'

/**
 * Returns why a strict service would refuse the messages of a request, or `undefined`. Mistral,
 * vLLM with Jinja templates, Bedrock and Anthropic are strict.
 */
export function findHistoryProblem(service: WireService, request: Fields): string | undefined {
  if (service === 'responses') return undefined
  const messages = asList(request['messages']).filter(isRecord)
  if (service === 'anthropic') return findTurnProblem(messages)
  return findRoleProblem(messages) ?? findCallProblem(messages)
}

const callName = /^[\w-]{1,64}$/

const followers: Record<string, readonly string[]> = {
  system: ['user'],
  user: ['assistant'],
  assistant: ['user', 'tool'],
  tool: ['tool', 'assistant'],
}

function findRoleProblem(messages: readonly Fields[]): string | undefined {
  for (const [at, { role, content, tool_calls: calls }] of messages.entries()) {
    const previous = asString(messages[at - 1]?.['role'] ?? 'system')
    const isAllowed = at === 0 ? role === 'user' || role === 'system' : true
    if (!isAllowed || (at > 0 && !followers[previous]?.includes(asString(role)))) {
      return `Unexpected role '${asString(role)}' after role '${previous}'`
    }
    if (role !== 'tool' && calls === undefined && (content === '' || content === null))
      return `The ${asString(role)} message has no content.`
  }
  return undefined
}

function findCallProblem(messages: readonly Fields[]): string | undefined {
  const ids = new Set<unknown>()
  const due: unknown[] = []
  for (const { role, tool_calls: calls, tool_call_id: id } of messages) {
    if (role === 'tool' && id !== undefined && due.shift() !== id)
      return `No call has the id ${JSON.stringify(id)}.`
    for (const call of asList(calls).map(asRecord)) {
      const given = asRecord(call['function'])['arguments']
      const read = typeof given === 'string' ? tryParseAnswer(given) : given
      if (!isRecord(read)) return 'The arguments of a call are not a JSON object.'
      const name = asString(asRecord(call['function'])['name'])
      if (!callName.test(name))
        return `The name ${name} of a call does not match ${callName.source}.`
      if (call['id'] === undefined) continue
      if (asString(call['id']) === '' || ids.has(call['id']))
        return 'The id of a call is not unique.'
      ids.add(call['id'])
      due.push(call['id'])
    }
  }
  return undefined
}

function findTurnProblem(messages: readonly Fields[]): string | undefined {
  const ids = new Set<unknown>()
  for (const [at, { role, content }] of messages.entries()) {
    if (role !== (at % 2 === 0 ? 'user' : 'assistant')) return 'roles must alternate'
    const blocks = asList(content).map(asRecord)
    if (blocks.length === 0) return 'content must not be empty'
    for (const { type, id, input, text, name } of blocks) {
      if (type === 'text' && text === '') return 'text content blocks must be non-empty'
      if (type !== 'tool_use') continue
      if (!callName.test(asString(name))) return 'tool_use.name does not match the pattern'
      if (ids.has(id) || asString(id) === '') return 'tool_use ids must be unique'
      if (!isRecord(input)) return 'tool_use.input must be an object'
      ids.add(id)
    }
  }
  return undefined
}
