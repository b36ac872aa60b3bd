import { asRecord, isRecord, type Fields } from '#lib/fields.ts'
import { newId } from '#lib/id.ts'
import type { OutputItem } from '../../../providers/openai/responses/wire.ts'
import { toAddress, type OutputPosition, type ResponseEvents } from './response-events.ts'
import { toInputText, type ToolNames } from './response-tools.ts'

type Call = OutputPosition & { callId: string; name: string; arguments: string; extra: Fields }

export type CallEvents = {
  /**
   * Adds a delta of OpenAI's `tool_calls`.
   * @param position used as the index if the delta has none.
   */
  add: (part: unknown, position: number) => string
  close: () => string
  /** Returns the calls, with the fields that the service may require in the next request. */
  all: () => { upstreamId: string; name: string; arguments: string; extra?: Fields }[]
}

/**
 * Writes the events of tool calls. Several calls may be open at once, and all end with the answer.
 */
export function createCallEvents(events: ResponseEvents, names: ToolNames): CallEvents {
  const calls = new Map<number, Call>()
  const getTool = ({ name }: Call) => names.get(name) ?? { kind: 'function' as const, name }

  const toItem = (call: Call, status: 'in_progress' | 'completed'): OutputItem & { id: string } => {
    const { kind, name, ...tool } = getTool(call)
    const about = { id: call.itemId, call_id: call.callId, name, status, ...tool }
    const isOpen = status === 'in_progress'
    return kind === 'custom'
      ? { type: 'custom_tool_call', ...about, input: isOpen ? '' : toInputText(call.arguments) }
      : { type: 'function_call', ...about, arguments: isOpen ? '' : call.arguments || '{}' }
  }

  const begin = (call: Call, name: string): string => {
    call.name = name
    call.itemId = `${getTool(call).kind === 'custom' ? 'ctc' : 'fc'}_${newId()}`
    const { index, frames } = events.openItem(toItem(call, 'in_progress'))
    call.index = index
    return frames
  }

  const end = (call: Call): string => {
    const item = toItem(call, 'completed')
    const about = toAddress(call)
    if (item.type === 'custom_tool_call') {
      const { input } = item
      return (
        events.event('response.custom_tool_call_input.delta', { ...about, delta: input }) +
        events.event('response.custom_tool_call_input.done', { ...about, input }) +
        events.finishItem(call, item)
      )
    }
    const said = { ...about, name: getTool(call).name, arguments: asRecord(item)['arguments'] }
    return (
      events.event('response.function_call_arguments.done', said) + events.finishItem(call, item)
    )
  }

  return {
    add(part, position) {
      if (!isRecord(part)) return ''
      const { index: given, id, function: called, type: _, ...extra } = part
      const { name, arguments: piece } = asRecord(called)
      const key = typeof given === 'number' ? given : position
      const call = calls.get(key) ?? createCall(id)
      calls.set(key, call)
      Object.assign(call.extra, extra)
      let frames = ''
      if (call.name === '' && typeof name === 'string' && name !== '') frames += begin(call, name)
      const delta = typeof piece === 'string' ? piece : isRecord(piece) ? JSON.stringify(piece) : ''
      events.grow(delta.length)
      call.arguments += delta
      // The input of a custom tool can be decoded only when its JSON is complete.
      if (delta === '' || call.name === '' || getTool(call).kind === 'custom') return frames
      const address = toAddress(call)
      return frames + events.event('response.function_call_arguments.delta', { ...address, delta })
    },
    close: () => [...calls.values()].filter(isNamed).map(end).join(''),
    all: () =>
      [...calls.values()].filter(isNamed).map(({ callId, name, arguments: text, extra }) => ({
        upstreamId: callId,
        name,
        arguments: text,
        ...(Object.keys(extra).length > 0 && { extra }),
      })),
  }
}

const isNamed = ({ name }: Call): boolean => name !== ''

const createCall = (id: unknown): Call => ({
  index: -1,
  itemId: '',
  callId: typeof id === 'string' && id !== '' ? id : `call_${newId()}`,
  name: '',
  arguments: '',
  extra: {},
})
