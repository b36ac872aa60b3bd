import { isRecord } from '#lib/fields.ts'
import { cutText } from '#lib/cut-text.ts'
import { mergeDelta } from '../../completions/merge-delta.ts'
import { isJsonObject, repairArguments } from './repair-arguments.ts'

export type AskedCall = {
  upstreamId: string
  name: string
  arguments: string
  /** Further fields of the call, which the service expects back. */
  extra?: Record<string, unknown>
}

const callsMax = 16
const argumentsLengthMax = 256 * 1024

type PartialCall = AskedCall & {
  /** Last piece of the arguments, as long as each piece has repeated the ones before. */
  lastWhole: string | undefined
}

/**
 * Assembles tool calls that services stream in pieces. Pieces are matched by id, then by `index`. A
 * new id, or a name after complete arguments, begins another call, because some services send the
 * same index for all calls.
 */
export class ToolCallParts {
  readonly #calls: PartialCall[] = []
  readonly #byIndex = new Map<number, PartialCall>()

  add(part: unknown): void {
    if (!isRecord(part)) return
    const { index, id: givenId, function: called, extra_content: extra } = part
    const id = typeof givenId === 'string' ? givenId : ''
    const { name: givenName, arguments: piece } = isRecord(called) ? called : {}
    const name = typeof givenName === 'string' ? givenName : ''
    const call = this.#find(index, id, name) ?? this.#begin(index)
    if (!call) return
    if (typeof index === 'number') this.#byIndex.set(index, call)
    if (id !== '') call.upstreamId = id
    if (isRecord(extra)) mergeDelta((call.extra ??= {}), { extra_content: extra })
    if (name !== '') call.name = cutText(name, 200)
    if (typeof piece === 'string' && piece !== '') appendArguments(call, piece)
    // Some services send an object instead of JSON text.
    else if (isRecord(piece)) call.arguments = JSON.stringify(piece)
    call.arguments = cutText(call.arguments, argumentsLengthMax)
  }

  all(): AskedCall[] {
    return this.#calls
      .filter(({ name }) => name !== '')
      .map(({ lastWhole, ...call }) => ({
        ...call,
        arguments: repairArguments(call.arguments, lastWhole),
      }))
  }

  #find(index: unknown, id: string, name: string): PartialCall | undefined {
    const known = id === '' ? undefined : this.#calls.find(({ upstreamId }) => upstreamId === id)
    if (known) return known
    const last = typeof index === 'number' ? this.#byIndex.get(index) : this.#calls.at(-1)
    if (!last) return undefined
    if (id !== '' && last.upstreamId !== '') return undefined
    return name !== '' && isJsonObject(last.arguments) ? undefined : last
  }

  #begin(index: unknown): PartialCall | undefined {
    if (this.#calls.length >= callsMax) return undefined
    const call: PartialCall = { upstreamId: '', name: '', arguments: '', lastWhole: '' }
    this.#calls.push(call)
    if (typeof index === 'number') this.#byIndex.set(index, call)
    return call
  }
}

function appendArguments(call: PartialCall, piece: string): void {
  const { lastWhole } = call
  call.lastWhole = lastWhole !== undefined && piece.startsWith(lastWhole) ? piece : undefined
  call.arguments += piece
}
