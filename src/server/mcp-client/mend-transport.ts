import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { asRecord, asString, isRecord, type Fields } from '#lib/fields.ts'
import { mendCallResult } from './mend-call-result.ts'
import { bareResult } from './mend-envelope.ts'
import { mendInitialization } from './mend-initialization.ts'
import { isOddTool, mendOffers, mendTool, toToolEntries, type OddTool } from './mend-tool-list.ts'

export type MendedTransport = {
  transport: Transport
  oddTools: () => OddTool[]
}

type RequestId = string | number

const openRequestsMax = 1_000

/**
 * Converts the messages that a transport receives to the format of the SDK, so that one unusual
 * tool or field does not disable a server.
 */
export function mendTransport(transport: Transport): MendedTransport {
  const methods = new Map<string, { method: string; id: RequestId }>()
  const cursors = new Map<string, Set<string>>()
  let odd: OddTool[] = []
  let requestedVersion = ''

  const noteRequest = (message: JSONRPCMessage) => {
    if (!('method' in message) || !('id' in message)) return
    const { method } = message
    if (method === 'initialize')
      requestedVersion = asString(asRecord(message.params)['protocolVersion'])
    // The stored requests are dropped, because requests without a response would accumulate.
    if (methods.size >= openRequestsMax) methods.clear()
    methods.set(String(message.id), { method, id: message.id })
    if (!method.endsWith('/list')) return
    const cursor = asRecord(message.params)['cursor']
    if (cursor === undefined && method === 'tools/list') odd = []
    if (typeof cursor === 'string') cursors.get(method)?.add(cursor)
    else cursors.set(method, new Set())
  }
  const mendResult = (method: string, { nextCursor: given, ...result }: Fields): Fields => {
    const nextCursor = typeof given === 'number' ? String(given) : given
    // A repeated cursor is ignored, because it would return the same page until the limit is
    // reached.
    const isNext =
      typeof nextCursor === 'string' && nextCursor !== '' && !cursors.get(method)?.has(nextCursor)
    const paged = { ...result, ...(isNext && { nextCursor }) }
    switch (method) {
      case 'tools/list': {
        const tools = toToolEntries(result).map(mendTool)
        odd.push(...tools.filter(isOddTool))
        return { ...paged, tools: tools.filter((tool) => !isOddTool(tool)) }
      }
      case 'prompts/list':
        return { ...paged, prompts: mendOffers(result['prompts'] ?? result[bareResult]) }
      case 'resources/list':
        return { ...paged, resources: mendOffers(result['resources'] ?? result[bareResult]) }
      case 'initialize':
        return mendInitialization(result, requestedVersion)
      case 'tools/call':
        // Since MCP revision 2026, a server may ask for more input instead of returning a result.
        return isFinal(result) ? mendCallResult(result) : result
      default:
        return asRecord(
          withoutEmptyMeta({ ...result, ...(nextCursor !== undefined && { nextCursor }) }),
        )
    }
  }
  const mend = (message: JSONRPCMessage): JSONRPCMessage => {
    if ('method' in message) return toMessage(withoutEmptyMeta(message))
    const key = String(message.id)
    const { method = '', id = message.id } = methods.get(key) ?? {}
    methods.delete(key)
    // Some servers return the request id as text.
    if (!('result' in message) || !isRecord(message.result)) return toMessage({ ...message, id })
    const { _meta: meta, [bareResult]: _, ...result } = mendResult(method, message.result)
    const mended = { ...message, result: { ...result, ...(isRecord(meta) && { _meta: meta }) } }
    return toMessage({ ...mended, id })
  }

  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    for (const one of Array.isArray(message) ? message : [message]) noteRequest(one)
    return send(message, options)
  }
  let receive: Transport['onmessage']
  Object.defineProperty(transport, 'onmessage', {
    configurable: true,
    get: () => receive,
    set: (handle: Transport['onmessage']) => {
      receive = handle && ((message, extra) => handle(mend(message), extra))
    },
  })
  return { transport, oddTools: () => odd }
}

/** The SDK would reject a `_meta` that is not an object. */
function withoutEmptyMeta(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmptyMeta)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) =>
      key === '_meta' && !isRecord(inner) ? [] : [[key, withoutEmptyMeta(inner)]],
    ),
  )
}

const isFinal = ({ resultType }: Fields): boolean =>
  resultType === undefined || resultType === 'complete'

/** The transport has already parsed the message, and mending keeps its kind. */
const toMessage = (mended: unknown): JSONRPCMessage => mended as JSONRPCMessage
