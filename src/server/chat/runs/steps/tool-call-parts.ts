import { asString, isRecord } from '#lib/fields.ts'
import { cutText } from '#lib/cut-text.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'
import { mergeDelta } from '../../completions/merge-delta.ts'
import { findToolName, type OfferedTools } from './offered-tools.ts'
import { parseTextCalls } from './parse-text-calls.ts'
import { isJsonObject, repairArguments, unwrapArguments } from './repair-arguments.ts'

export type AskedCall = {
  upstreamId: string
  name: string
  arguments: string
  extra?: Record<string, unknown>
}

/**
 * Maximum number of tool calls in an answer. OpenAI limits the tools of a request to the same
 * number.
 */
const callsMax = 128
const argumentsLengthMax = 256 * 1024

type Piece = { index: number | undefined; id: string; name: string; given: unknown }

type PartialCall = AskedCall & {
  index: number | undefined
  /** Last piece of the arguments, as long as each piece has repeated the previous pieces. */
  lastWhole: string | undefined
}

/**
 * Joins tool calls that services stream in pieces. Pieces are matched by id, then by `index`. A new
 * id, or a name after complete arguments, begins another call, because some services send the same
 * index or id for all calls.
 */
export class ToolCallParts {
  readonly #calls: PartialCall[] = []
  readonly #byIndex = new Map<number, PartialCall>()
  readonly #offered: OfferedTools

  constructor(offered: OfferedTools = new Map()) {
    this.#offered = offered
  }

  add(part: unknown): void {
    if (!isRecord(part)) return
    const { function: encoded = part['custom'], extra_content: extra } = part
    // Some services send the function as JSON text.
    const called = typeof encoded === 'string' ? tryParseAnswer(encoded) : encoded
    const index = toIndex(part['index'])
    const id = toId(part['id'])
    // Some services put the name beside the id.
    const { name: givenName, arguments: args, parameters, input } = isRecord(called) ? called : part
    const given = args ?? parameters ?? input
    const name = asString(givenName).trim()
    const call = this.#find({ index, id, name, given }) ?? this.#begin()
    if (!call) return
    if (index !== undefined) this.#byIndex.set((call.index ??= index), call)
    if (id !== '') call.upstreamId = id
    if (isRecord(extra)) mergeDelta((call.extra ??= {}), { extra_content: extra })
    if (name !== '') call.name = cutText(this.#joinName(call.name, name), 200)
    if (typeof given === 'string' && given !== '') appendArguments(call, given)
    // Some services send an object instead of JSON text.
    else if (typeof given === 'object' && given !== null) call.arguments = JSON.stringify(given)
    call.arguments = cutText(call.arguments, argumentsLengthMax)
  }

  all(): AskedCall[] {
    return this.#calls
      .filter(({ name }) => name !== '')
      .map(({ upstreamId, name: givenName, arguments: given, extra, lastWhole }) => {
        const name = findToolName(givenName, this.#offered)
        // Some servers parse the name of a tool call in the model's own format, but not the
        // arguments.
        const [written] = /<(?:parameter|arg_key)/.test(given)
          ? (parseTextCalls(`<function=${name}>${given}`, this.#offered) ??
            parseTextCalls(name + given, this.#offered) ??
            [])
          : []
        const repaired = written?.arguments ?? repairArguments(given, lastWhole)
        return {
          upstreamId,
          name,
          arguments: unwrapArguments(repaired, { name, properties: this.#offered.get(name) }),
          ...(extra && { extra }),
        }
      })
  }

  #find(piece: Piece): PartialCall | undefined {
    const { index, id } = piece
    const known = id === '' ? undefined : this.#calls.findLast((call) => call.upstreamId === id)
    if (known) return isOfCall(piece, known) ? known : undefined
    const last = index === undefined ? this.#calls.at(-1) : this.#byIndex.get(index)
    if (!last || (id !== '' && last.upstreamId !== '')) return undefined
    return piece.name !== '' && isComplete(last, piece) ? undefined : last
  }

  /**
   * Joins the pieces of a tool's name. Most services repeat the whole name, and other services send
   * pieces.
   */
  #joinName(before: string, piece: string): string {
    const whole = before + piece
    return before !== '' && [...this.#offered.keys()].some((one) => one.startsWith(whole))
      ? whole
      : piece
  }

  #begin(): PartialCall | undefined {
    if (this.#calls.length >= callsMax) return undefined
    const call: PartialCall = {
      upstreamId: '',
      index: undefined,
      name: '',
      arguments: '',
      lastWhole: '',
    }
    this.#calls.push(call)
    return call
  }
}

function isOfCall(piece: Piece, call: PartialCall): boolean {
  const { index, name, given } = piece
  if (index !== undefined && call.index !== undefined && index !== call.index) return false
  const isRepeated = typeof given === 'string' && given.startsWith(call.arguments.trim())
  return name === '' || isRepeated || !isComplete(call, piece)
}

/** An empty object does not complete the arguments, because the real arguments may follow. */
const isComplete = (call: PartialCall, { name, given }: Piece): boolean =>
  isJsonObject(call.arguments) &&
  !(call.name === name && call.arguments.trim() === '{}' && given !== '{}')

const toIndex = (index: unknown): number | undefined => {
  const given = typeof index === 'string' && /^\d{1,6}$/.test(index) ? Number(index) : index
  return typeof given === 'number' ? given : undefined
}

const toId = (id: unknown): string => (typeof id === 'number' ? String(id) : asString(id))

function appendArguments(call: PartialCall, piece: string): void {
  const { lastWhole } = call
  call.lastWhole = lastWhole !== undefined && piece.startsWith(lastWhole) ? piece : undefined
  call.arguments += piece
}
