import { environment } from '../parse/math/math-environment.ts'
import { isHalfTag, readTagAt } from '../parse/html/plain-tags.ts'
import { voidTags } from '../parse/html/tags.ts'

/** An unclosed mark longer ago than this was no mark but a character of its own. */
const markLengthMax = 240

/**
 * `source`, the end of a text that still grows, so that it draws as what it will probably become:
 * open emphasis, code and links are closed, and marks that say nothing yet (a lone `-`, half a
 * heading) are left out. Never adds words.
 */
export function complete(source: string): Completed {
  const lineStart = source.lastIndexOf('\n') + 1
  const line = source.slice(lineStart)
  const fence = openFence(source)
  if (fence !== undefined) {
    // A line of nothing but markers is about to close the block.
    return withoutEnd(/^[\s>]*(`+|~+)\s*$/.test(line) ? source.slice(0, lineStart) : source)
  }
  const formula = openFormula(source)
  if (formula) {
    // Half a formula cannot be set; until it is whole it is shown as the code that it is.
    const body = source.slice(formula.end).replace(/(?:\$|\\)\s*$/, '')
    return withoutEnd(`${source.slice(0, formula.start)}\`\`\`tex${withLineStart(body)}`)
  }
  if (saysNothingYet.test(line) || environmentStart.test(line))
    return withoutEnd(source.slice(0, lineStart))
  const start = lineStart + inlineStart(line)
  const isOwnLine = start > lineStart
  const from = isOwnLine ? start : paragraphStart(source, lineStart)
  const table = source.slice(from)
  if (isTableStart.test(table)) return withoutEnd(source.slice(0, from) + completeTable(table))
  const isRow = /^\s*\|/.test(line)
  const cell = isRow ? lineStart + line.lastIndexOf('|') + 1 : from
  const completed = completeInline(source.slice(cell))
  return { ...completed, text: source.slice(0, cell) + completed.text }
}

export type Completed = {
  text: string
  /** The last word is drawn as it is written, so that more words can be put behind it. */
  keepsEnd: boolean
  /** Marks had to be closed. */
  hasOpenMarks: boolean
  /** A bracket waits for its other half. */
  hasOpenBrackets: boolean
}

const withoutEnd = (text: string): Completed => ({
  text,
  keepsEnd: false,
  hasOpenMarks: false,
  hasOpenBrackets: false,
})

/** A line that may yet become a rule, a list, a heading, a quote, a fence or a table's second line. */
export const saysNothingYet =
  /^[\s>]*(?:[-*+][ \t]+(?:\[[ xX]?)?|\d{1,9}[.)]?[ \t]*|[-*+=#>~:`_]+[ \t]*|[-*+] *\[[ xX]?\]?[ \t]*)$/

/** A line that may yet begin an environment of TeX. */
const environmentStart = /^[\s>]*\\(?:b|be|beg|begi|begin|begin\{[a-z]*\*?)$/i

/** A head row that is still waiting for the line below it, or for its end. */
const isTableStart = /^ {0,3}\|[^\n]*(?:\n[ \t]*\|?[ \t|:-]*)?$/

function completeTable(source: string): string {
  const [head = ''] = source.split('\n')
  const isWhole = source.includes('\n')
  const cells = head
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split(/(?<!\\)\|/)
  const last = isWhole ? '' : (cells.pop() ?? '')
  const names = isWhole ? cells : [...cells, completeInline(last).text]
  if (names.every((name) => name.trim() === '')) return ''
  return `|${names.join('|')}|\n|${names.map(() => '-').join('|')}|`
}

/** Where the text of a line begins, after marks of lists, quotes and headings. */
const inlineStart = (line: string): number =>
  /^(?:\s*(?:[-*+]|\d{1,9}[.)]|>|#{1,6})[ \t]+(?:\[[ xX]\][ \t]+)?)+/.exec(line)?.[0].length ?? 0

/** Start of the paragraph that the line at `lineStart` goes on with. */
function paragraphStart(source: string, lineStart: number): number {
  let start = lineStart
  while (start > 0) {
    const previous = source.lastIndexOf('\n', start - 2) + 1
    const line = source.slice(previous, start)
    if (line.trim() === '' || /^\s*(?:`{3,}|~{3,}|#{1,6}\s)/.test(line)) break
    const inline = inlineStart(line)
    if (inline > 0) return previous + inline
    start = previous
  }
  return start
}

/** The markers of a code block, perhaps within a list or quote, that the text ends in. */
function openFence(source: string): string | undefined {
  let open: string | undefined
  if (!source.includes('```') && !source.includes('~~~')) return open
  for (const line of source.split('\n').slice(0, -1)) {
    const [, run = '', info = ''] =
      /^(?:[\s>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (run === '') continue
    if (open === undefined) {
      if (!(run.startsWith('`') && info.includes('`'))) open = run
    } else if (run.startsWith(open) && info.trim() === '') open = undefined
  }
  return open
}

/** Where a formula begins that nothing has closed yet, and where its own text does. */
type OpenFormula = { start: number; end: number }

/** The formula of several lines that the text ends in: `$$`, `\[` or an environment of TeX. */
const openFormula = (source: string): OpenFormula | undefined =>
  markedFormula(source) ?? openEnvironment(source)

function openEnvironment(source: string): OpenFormula | undefined {
  const start = source.lastIndexOf('\\begin{')
  const lineStart = source.lastIndexOf('\n', start) + 1
  if (start < 0 || !/^[ \t>]*$/.test(source.slice(lineStart, start))) return undefined
  const body = source.slice(start)
  const [, name] = environment.exec(body) ?? []
  // An empty line ends the paragraph that it would be in.
  const isOpen = name !== undefined && !body.includes(`\\end{${name}}`) && !/\n[ \t]*\n/.test(body)
  return isOpen ? { start, end: start } : undefined
}

function markedFormula(source: string): OpenFormula | undefined {
  const opening = /^(?:[\s>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(\$\$|\\\[)/gm
  for (let found = opening.exec(source); found; found = opening.exec(source)) {
    const [line, marks = ''] = found
    const end = found.index + line.length
    const closing = marks === '$$' ? /\$\$/g : /\\\]/g
    closing.lastIndex = end
    const isAlone = marks === '$$' || /^[ \t]*(?:\n|$)/.test(source.slice(end))
    if (!closing.test(source)) return isAlone ? { start: end - marks.length, end } : undefined
    opening.lastIndex = closing.lastIndex
  }
  return undefined
}

const withLineStart = (text: string) => (text.startsWith('\n') || text === '' ? text : `\n${text}`)

type Mark = { text: string; at: number }

/** Closes what is open in a piece of text without blocks. */
export function completeInline(source: string): Completed {
  const { open, end, removed, hasOpenBrackets } = scanInline(source)
  let text = source.slice(0, end)
  for (const at of removed.toSorted((a, b) => b - a)) {
    if (at < text.length) text = text.slice(0, at) + text.slice(at + 1)
  }
  const closers = open.map((mark) => mark.text).toReversed()
  return {
    text: closers.length > 0 ? text.trimEnd() + closers.join('') : text,
    keepsEnd: end === source.length,
    hasOpenMarks: open.length > 0,
    hasOpenBrackets,
  }
}

export type InlineScan = {
  /** Marks that wait for their other half, outermost first. */
  open: Mark[]
  /** Where the text to draw ends; what follows says nothing yet. */
  end: number
  /** Places of single characters to leave out. */
  removed: number[]
  /** Places after a space at which nothing was open, in order. */
  safe: number[]
  hasOpenBrackets: boolean
}

/** Reads emphasis, code and links the way CommonMark does, near enough for text that still moves. */
export function scanInline(source: string): InlineScan {
  const length = source.length
  const open: Mark[] = []
  const brackets: number[] = []
  const safe: number[] = []
  let end = length
  let at = 0
  while (at < length) {
    const char = source.charAt(at)
    const formula = char === '\\' || char === '$' ? readFormula(source, at) : undefined
    if (formula !== undefined) {
      // Half a formula cannot be set, and its source is nothing to read.
      if (formula === -1) end = at
      at = formula === -1 ? length : formula
    } else if (char === '\\') {
      if (at + 1 === length) end = at
      at += 2
    } else if (char === '`') {
      const run = runAt(source, at)
      const close = findBackticks(source, run, at + run)
      if (close !== -1) at = close + run
      else if (at + run === length) {
        end = at
        at = length
      } else if (length - at <= markLengthMax) {
        // Everything to the end is code; half of the closing run may be there already.
        const code = source.slice(at + run).replace(/`+$/, '')
        if (code.trim() === '') end = at
        else {
          end = at + run + code.length
          open.push({ text: '`'.repeat(run), at })
        }
        at = length
      } else at += run
    } else if (char === '*' || char === '_' || (char === '~' && source[at + 1] === '~')) {
      const run = runAt(source, at)
      const before = source.charAt(at - 1)
      const after = source.charAt(at + run)
      let left = run
      if (/\S/.test(before) && !(char === '_' && /\w/.test(after))) {
        left = closeMarks(open, char, run)
      }
      if (left > 0 && after === '') {
        // It may close or open; neither is worth a flash of asterisks.
        end = at
      } else if (left > 0 && /\S/.test(after) && !/\w/.test(before)) {
        if (char === '~') open.push({ text: '~~', at })
        else if (left >= 3) open.push({ text: char, at }, { text: char + char, at })
        else open.push({ text: char.repeat(left), at })
      }
      at += run
    } else if (char === '<') {
      const behind = takeTag(source, at, open)
      if (behind === -1) end = at
      at = behind === -1 ? length : behind
    } else if (char === '[') {
      brackets.push(at)
      at++
    } else if (char === ']') {
      const bracket = brackets.pop()
      if (bracket !== undefined && source[at + 1] === '(') {
        const close = endOfTarget(source, at + 2)
        if (close === -1) {
          brackets.push(bracket)
          end = at
          at = length
        } else at = close + 1
      } else at++
    } else {
      if ((char === ' ' || char === '\n') && open.length === 0 && brackets.length === 0) {
        safe.push(at + 1)
      }
      at++
    }
  }
  const removed: number[] = []
  end = hideBrackets(source, { brackets, end, removed })
  const kept = open.filter((mark) => mark.at < end && length - mark.at <= markLengthMax * 4)
  return { open: kept, end, removed, safe, hasOpenBrackets: brackets.length > 0 }
}

/** Opens or closes the tag at `at`, if there is one. @returns where to read on; -1 when its end has yet to come. */
function takeTag(source: string, at: number, open: Mark[]): number {
  const tag = readTagAt(source, at)
  if (!tag) return isHalfTag(source, at) ? -1 : at + 1
  const text = `</${tag.name}>`
  if (voidTags.has(tag.name)) return at + tag.length
  if (!tag.isClosing) open.push({ text, at })
  else {
    const opening = open.findLastIndex((mark) => mark.text === text)
    if (opening >= 0) open.length = opening
  }
  return at + tag.length
}

/** Closes what a run of one character can, in place, with all that lies within. @returns how much of the run is left. */
function closeMarks(open: Mark[], char: string, run: number): number {
  let left = run
  while (left > 0) {
    const matching = open.findLastIndex(
      (mark) => mark.text.startsWith(char) && mark.text.length <= left,
    )
    const mark = open[matching]
    if (!mark) break
    left -= mark.text.length
    open.length = matching
  }
  return left
}

/** Leaves out brackets that wait for their other half. @returns where the text to draw ends now. */
function hideBrackets(
  source: string,
  scan: { brackets: readonly number[]; end: number; removed: number[] },
): number {
  const { length } = source
  let { end } = scan
  for (const bracket of scan.brackets) {
    const isNear = length - bracket <= markLengthMax
    if (!isNear || bracket >= end) continue
    if (source[bracket - 1] === '!') end = bracket - 1
    else if (source[bracket + 1] === '^' || bracket === length - 1) end = bracket
    else if (end < length || !/[\w)\]]/.test(source.charAt(bracket - 1))) {
      scan.removed.push(bracket)
    }
  }
  return end
}

/** Where the formula that begins at `at` ends; -1 when its end has yet to come, else nothing. */
function readFormula(source: string, at: number): number | undefined {
  const opening = source.slice(at, at + 2)
  const isNear = source.length - at <= markLengthMax
  if (opening === '$$' || opening === '\\(' || opening === '\\[') {
    const closing = { $$: '$$', '\\(': '\\)', '\\[': '\\]' }[opening]
    const close = source.indexOf(closing, at + 2)
    if (close !== -1) return close + 2
    return isNear && /^\s*[^\s)\]]/.test(source.slice(at + 2)) ? -1 : undefined
  }
  if (source[at] !== '$') return undefined
  const before = source[at - 1] ?? ''
  // A digit behind it would make it a price, a capital a variable, and anything else the end of a formula.
  if (at + 1 === source.length && before !== '$') return -1
  // Behind a letter or digit it is a price's: `US$3`.
  if (/[A-Za-z0-9]/.test(before)) return undefined
  const [whole] =
    /^\$(?:[^\s$\\]|\\.)(?:(?:[^$\\]|\\[^])*?(?:[^\s$\\]|\\.))?\$(?![\dA-Z])/.exec(
      source.slice(at),
    ) ?? []
  // At the end of the text it may yet be the dollar of a price.
  if (whole !== undefined && at + whole.length < source.length) return at + whole.length
  if (whole !== undefined && !/\s/.test(whole)) return -1
  const rest = source.slice(at + 1)
  return isNear && /^[^\s$][^$]*\$?$/.test(rest) && /[\\^_{=]/.test(rest) ? -1 : undefined
}

function runAt(source: string, at: number): number {
  let end = at
  while (source[end] === source[at]) end++
  return end - at
}

/** Where just so many backticks stand next, or -1. */
function findBackticks(source: string, length: number, from: number): number {
  for (let at = source.indexOf('`', from); at !== -1; at = source.indexOf('`', at)) {
    const run = runAt(source, at)
    if (run === length) return at
    at += run
  }
  return -1
}

/** Place of the `)` that closes a link's target, -1 while it has not come. */
function endOfTarget(source: string, from: number): number {
  let depth = 0
  for (let at = from; at < source.length; at++) {
    const char = source[at]
    if (char === '\\') at++
    else if (char === '(') depth++
    else if (char === ')' && depth-- === 0) return at
    else if (char === '\n' && source[at + 1] === '\n') break
  }
  return -1
}
