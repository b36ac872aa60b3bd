import { isRecord } from '#lib/fields.ts'
import { cutText } from '#lib/cut-text.ts'
import { mergeDelta } from '../../completions/merge-delta.ts'

/** A tool call as the model wrote it. */
export type AskedCall = {
  upstreamId: string
  name: string
  arguments: string
  /** Further fields of the service, which it expects back. */
  extra?: Record<string, unknown>
}

/** Upper bound of calls in one step. */
const callsMax = 16
const argumentsLengthMax = 256 * 1024

/** Assembles tool calls that services stream in pieces, matched by `index`. */
export class ToolCallParts {
  readonly #calls = new Map<number, AskedCall>()

  add(part: unknown): void {
    if (!isRecord(part)) return
    const { index: given, id, function: called, extra_content: extra } = part
    const index = typeof given === 'number' ? given : this.#indexOf(id)
    const call: AskedCall = this.#calls.get(index) ?? { upstreamId: '', name: '', arguments: '' }
    if (!this.#calls.has(index) && this.#calls.size >= callsMax) return
    this.#calls.set(index, call)
    if (typeof id === 'string' && id !== '') call.upstreamId = id
    if (isRecord(extra)) mergeDelta((call.extra ??= {}), { extra_content: extra })
    if (!isRecord(called)) return
    const { name, arguments: piece } = called
    if (typeof name === 'string' && name !== '') call.name = cutText(name, 200)
    if (typeof piece === 'string') call.arguments += piece
    // Some services send an object instead of JSON text.
    else if (isRecord(piece)) call.arguments = JSON.stringify(piece)
    call.arguments = cutText(call.arguments, argumentsLengthMax)
  }

  /** Returns the calls in the order in which they began. */
  all(): AskedCall[] {
    return [...this.#calls.values()].filter(({ name }) => name !== '')
  }

  /** Without an index, a new id starts a call, and no id continues the last one. */
  #indexOf(id: unknown): number {
    const last = this.#calls.size - 1
    if (typeof id !== 'string' || id === '') return Math.max(last, 0)
    for (const [index, { upstreamId }] of this.#calls) if (upstreamId === id) return index
    return last + 1
  }
}
