import { asString, isList, isRecord, type Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'

/** Field name under which a result that is no object reaches `mendTransport`. */
export const bareResult = 'bozzetto/bareResult'

const envelopeFields = new Set(['jsonrpc', 'id', 'method', 'params', 'result', 'error'])
/** JSON-RPC code for an internal error of the server. */
const internalError = -32_603

/**
 * Converts a message, or a list of messages, to JSON-RPC 2.0 as the SDK requires.
 * @param requestId for errors without an id, which belong to the only request.
 * @returns the same value if nothing has to be changed.
 */
export function mendEnvelope(message: unknown, requestId?: unknown): unknown {
  if (isList(message)) return mendList(message, requestId)
  if (!isRecord(message) || isUsual(message)) return message
  const { id, method, params, error } = message
  const result = unwrapResult(message['result'])
  const isSaid = error !== undefined && error !== null && error !== false
  const base: Fields = { jsonrpc: '2.0', ...(id !== undefined && { id }) }
  if (typeof method === 'string') return { ...base, method, ...(isRecord(params) && { params }) }
  if (isSaid) return { ...base, id: id ?? requestId, error: mendError(error) }
  return { ...base, result: isRecord(result) ? withoutOddMeta(result) : { [bareResult]: result } }
}

function mendList(messages: readonly unknown[], requestId: unknown): unknown {
  const mended = messages.map((one) => mendEnvelope(one, requestId))
  return mended.every((one, at) => one === messages[at]) ? messages : mended
}

function isUsual(message: Fields): boolean {
  const { jsonrpc, method, params, result, error } = message
  if (jsonrpc !== '2.0' || !Object.keys(message).every((name) => envelopeFields.has(name)))
    return false
  if (typeof method === 'string') return params === undefined || isRecord(params)
  const isResult =
    isRecord(result) &&
    result['jsonrpc'] === undefined &&
    !hasOddMeta(result) &&
    !Object.hasOwn(message, 'error')
  const isError = isRecord(error) && typeof error['code'] === 'number' && isRequestId(message['id'])
  return !Object.hasOwn(message, 'method') && (isResult || isError)
}

const isRequestId = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number'

/** Some gateways put the server's whole message into the result. */
const unwrapResult = (result: unknown): unknown =>
  isRecord(result) && result['jsonrpc'] === '2.0' && 'result' in result ? result['result'] : result

const hasOddMeta = (result: Fields): boolean =>
  Object.hasOwn(result, '_meta') && !isRecord(result['_meta'])

function withoutOddMeta(result: Fields): Fields {
  if (!hasOddMeta(result)) return result
  const { _meta: _, ...rest } = result
  return rest
}

function mendError(error: unknown): Fields {
  const fields = isRecord(error) ? error : {}
  const code = Number(ownValue(fields, 'code'))
  return {
    code: Number.isInteger(code) && code !== 0 ? code : internalError,
    message: asString(fields['message']) || asString(error) || JSON.stringify(error),
    ...(fields['data'] !== undefined && { data: fields['data'] }),
  }
}
