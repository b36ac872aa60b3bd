import type { OfferedTools } from './offered-tools.ts'
import { parseTextCalls, type TextCall } from './parse-text-calls.ts'

const marks: readonly (readonly [opening: string, closing: string])[] = [
  ['<tool_call>', '</tool_call>'],
  ['<tool_calls>', '</tool_calls>'],
  ['<tool_use>', '</tool_use>'],
  ['<function_call>', '</function_call>'],
  ['<seed:tool_call>', '</seed:tool_call>'],
  ['<tools>', '</tools>'],
  ['<TOOLCALL>', '</TOOLCALL>'],
  ['<function=', '</function>'],
  ['<|tool_calls_section_begin|>', '<|tool_calls_section_end|>'],
  ['<|tool_call_begin|>', '<|tool_call_end|>'],
  ['<｜tool▁calls▁begin｜>', '<｜tool▁calls▁end｜>'],
  ['<｜tool▁call▁begin｜>', '<｜tool▁call▁end｜>'],
  ['<｜DSML｜function_calls>', '</｜DSML｜function_calls>'],
  ['<｜DSML｜tool_calls>', '</｜DSML｜tool_calls>'],
  ['<minimax:tool_call>', '</minimax:tool_call>'],
  ['<function_calls>', '</function_calls>'],
  ['<|tool_call|>', '<|/tool_call|>'],
  ['<|tool_call>', '<tool_call|>'],
  ['<|tool_call_start|>', '<|tool_call_end|>'],
  ['<|tools_prefix|>', '<|tools_suffix|>'],
  ['<|python_tag|>', '<|eom_id|>'],
  ['<|START_ACTION|>', '<|END_ACTION|>'],
  ['<|action_start|><|plugin|>', '<|action_end|>'],
  ['<|channel|>commentary to=', '<|call|>'],
  ['<|start|>assistant<|channel|>commentary to=', '<|call|>'],
  ['[TOOL_CALLS]', '</s>'],
  ['[TOOL_REQUEST]', '[END_TOOL_REQUEST]'],
]
const markLengthMax = Math.max(...marks.map(([opening]) => opening.length))
const blockLengthMax = 256 * 1024
/** Maximum length of a tool's name and the marks before it, in characters. */
const nameLengthMax = 300

export type Called = { text: string; calls: readonly TextCall[] }

type Options = {
  offered: OfferedTools
  isInCode: (more: string) => boolean
}

/**
 * Finds tool calls in the text of a streamed answer. Answers may quote tool calls. Therefore only
 * calls of offered tools count that begin a line outside of code and end the answer.
 */
export class TextCallSorter {
  readonly #options: Options
  #open = ''
  #isHeld = false
  #isLineStart = true
  #isOff: boolean
  /**
   * Possible beginnings of calls without marks, without white space. Empty once other text has
   * arrived.
   */
  #bareBeginnings: readonly string[]
  #isBare = false

  constructor(options: Options) {
    this.#options = options
    this.#isOff = options.offered.size === 0
    this.#bareBeginnings = [...options.offered.keys()].flatMap(getBareBeginnings)
  }

  push(piece: string): string {
    if (this.#isOff) return piece
    // Skips the checks for pieces of long arguments, because only a mark can change the result.
    if (this.#isHeld && this.#open.length > nameLengthMax && !/[>\]]/.test(piece)) {
      this.#open += piece
      return ''
    }
    const whole = this.#open + piece
    this.#open = ''
    if (this.#canBeBare(whole)) {
      this.#open = whole
      return ''
    }
    this.#bareBeginnings = []
    this.#isBare = false
    if (this.#isHeld) return this.#hold(whole)
    const at = this.#findOpening(whole)
    if (at !== undefined) {
      this.#isHeld = true
      return this.#handOut(whole.slice(0, at)) + this.#hold(whole.slice(at))
    }
    const held = heldBack(whole)
    this.#open = held
    return this.#handOut(whole.slice(0, whole.length - held.length))
  }

  /**
   * Stops looking for tool calls in the text, because the service sends tool calls in a separate
   * field.
   * @returns the buffered text, unless the text repeats those tool calls.
   */
  standBack({ areRepeated = false } = {}): string {
    const held = this.#open
    const { text } = this.finish()
    return areRepeated ? text : held
  }

  finish(): Called {
    const rest = this.#open
    this.#open = ''
    this.#isOff = true
    const calls = this.#isBare
      ? readBareCalls(rest, this.#options.offered)
      : this.#isHeld
        ? readCalls(rest, this.#options.offered)
        : undefined
    return calls ? { text: '', calls } : { text: rest, calls: [] }
  }

  #canBeBare(whole: string): boolean {
    if (this.#bareBeginnings.length === 0 || whole.length > blockLengthMax) return false
    if (this.#isBare) return true
    const text = whole.slice(0, nameLengthMax).replaceAll(/\s/g, '')
    this.#isBare = this.#bareBeginnings.some((one) => text.startsWith(one))
    return this.#isBare || this.#bareBeginnings.some((one) => one.startsWith(text))
  }

  #findOpening(whole: string): number | undefined {
    if (!/[<[]/.test(whole)) return undefined
    const found = marks
      .map(([opening]) => whole.indexOf(opening))
      .filter((at) => at >= 0 && this.#startsLine(whole, at))
    const at = Math.min(...found)
    return found.length > 0 && !this.#options.isInCode(whole.slice(0, at)) ? at : undefined
  }

  #hold(block: string): string {
    if (block.length <= blockLengthMax && canBeCalls(block)) {
      this.#open = block
      return ''
    }
    this.#isHeld = false
    return this.#handOut(block)
  }

  #startsLine(whole: string, at: number): boolean {
    let before = at - 1
    while (whole[before] === ' ' || whole[before] === '\t') before--
    return before < 0 ? this.#isLineStart : whole[before] === '\n'
  }

  #handOut(text: string): string {
    if (text !== '') this.#isLineStart = this.#startsLine(text, text.length)
    return text
  }
}

/** Some models, such as Llama, write calls without marks. */
const getBareBeginnings = (name: string): string[] => [
  `[${name}(`,
  ...['{', '[{', '{"type":"function",', '{"function":{', '{"type":"function","function":{'].map(
    (before) => `${before}"name":"${name}"`,
  ),
]

function readBareCalls(text: string, offered: OfferedTools): TextCall[] | undefined {
  // An answer in JSON that is no tool call may also have a name.
  const isCall = text.trimStart().startsWith('[') || /"(?:parameters|arguments)"\s*:/.test(text)
  return isCall ? parseTextCalls(text, offered) : undefined
}

function canBeCalls(text: string): boolean {
  let last = ''
  const rest = skipBlocks(text, (block) => {
    last = block
  })
  if (rest !== undefined) return rest.trim() === '' || isBeginningOfMark(rest.trim())
  return (
    last.length < nameLengthMax || /^.[^{(]{1,300}[{(]|<(?:arg_key|parameter|invoke)/su.test(last)
  )
}

function skipBlocks(text: string, onBlock?: (block: string) => void): string | undefined {
  let rest = text
  for (;;) {
    const start = rest.trimStart()
    const mark = marks.find(([opening]) => start.startsWith(opening))
    if (!mark) return rest
    const [opening, closing] = mark
    const end = start.indexOf(closing, opening.length)
    const inside = end < 0 ? start : start.slice(0, end + closing.length)
    onBlock?.(inside)
    if (end < 0) return undefined
    rest = start.slice(inside.length)
  }
}

function readCalls(text: string, offered: OfferedTools): TextCall[] | undefined {
  const blocks: string[] = []
  const rest = skipBlocks(text, (block) => blocks.push(block)) ?? ''
  const isRestEmpty = /^\s*(?:<[|/]?\w{1,40}\|?>\s*)?$/.test(rest)
  const read = blocks.map((block) => parseTextCalls(block, offered))
  const calls = read.filter((one) => one !== undefined)
  return isRestEmpty && calls.length > 0 && calls.length === read.length ? calls.flat() : undefined
}

const isBeginningOfMark = (text: string): boolean =>
  marks.some(([opening]) => opening.startsWith(text)) || /^<[|/]?\w{0,40}\|?>?$/.test(text)

function heldBack(text: string): string {
  for (let at = Math.max(0, text.length - markLengthMax); at < text.length; at++) {
    if (text[at] !== '<' && text[at] !== '[') continue
    const end = text.slice(at)
    if (marks.some(([opening]) => opening.startsWith(end))) return end
  }
  return ''
}
