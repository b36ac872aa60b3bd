import { environment } from '../parse/math/math-syntax.ts'
import { amountBefore, isDollarFormula } from '../parse/math/inline-math.ts'
import { isHalfTag, readTagAt, voidTags } from '../parse/html/html-tree.ts'

/**
 * Completes the end of a growing text, so that its Markdown can be rendered. Closes open emphasis,
 * code and links, and removes markers without content.
 */
export function complete(source: string): Completed {
  const lineStart = source.lastIndexOf('\n') + 1
  const line = source.slice(lineStart)
  const fence = openFence(source)
  if (fence !== undefined) {
    // A line that contains only markers is probably the end of the code block.
    return withoutEnd(/^[\s>]*(`+|~+)\s*$/.test(line) ? source.slice(0, lineStart) : source)
  }
  const formula = openFormula(source)
  if (formula) {
    // An incomplete formula cannot be rendered, so show its source as code.
    const body = source.slice(formula.end).replace(/(?:\$|\\)\s*$/, '')
    return withoutEnd(`${source.slice(0, formula.start)}\`\`\`tex${withLineStart(body)}`)
  }
  if (incompleteMarkerLine.test(line) || environmentStart.test(line))
    return withoutEnd(source.slice(0, lineStart))
  const start = lineStart + inlineStart(line)
  const isOwnLine = start > lineStart
  const from = isOwnLine ? start : paragraphStart(source, lineStart)
  const table = source.slice(from)
  if (isTableStart.test(table)) return withoutEnd(source.slice(0, from) + completeTable(table))
  // The border of a cell changes nothing until the next cell begins.
  if (isInTable.test(table) && endsWithBorder.test(line)) {
    const cells = line.slice(0, line.lastIndexOf('|')).trimEnd()
    return withoutEnd(source.slice(0, lineStart) + cells)
  }
  const isRow = /^\s*\|/.test(line)
  const cell = isRow ? lineStart + line.lastIndexOf('|') + 1 : from
  const completed = completeInline(source.slice(cell))
  return { ...completed, text: source.slice(0, cell) + completed.text }
}

export type Completed = {
  text: string
  /**
   * True if `text` contains the source to its last character. New words can then be appended to the
   * rendered text without parsing again.
   */
  keepsEnd: boolean
  hasOpenMarks: boolean
  hasOpenBrackets: boolean
  /** True if the source ends inside the data of an embedded picture, which `text` leaves out. */
  isInPicture: boolean
}

const withoutEnd = (text: string): Completed => ({
  text,
  keepsEnd: false,
  hasOpenMarks: false,
  hasOpenBrackets: false,
  isInPicture: false,
})

/** Matches a line that may become a rule, list, heading, quote, fence or table delimiter. */
export const incompleteMarkerLine =
  /^[\s>]*(?:[-*+][ \t]+(?:\[[ xX]?)?|\d{1,9}[.)]?[ \t]*|[-*+=#>~:`_]+[ \t]*|[-*+] *\[[ xX]?\]?[ \t]*)$/

/** Matches a line that may be the start of a TeX environment. */
const environmentStart = /^[\s>]*\\(?:b|be|beg|begi|begin|begin\{[a-z]*\*?)$/i

/** Matches a table header whose delimiter line is missing or incomplete. */
const isTableStart = /^ {0,3}\|[^\n]*(?:\n[ \t]*\|?[ \t|:-]*)?$/

/** Matches a table whose last line is below the delimiters. */
const isInTable = /^ {0,3}\|[^\n]*\n[ \t]*\|?[ \t|:-]*\n/

/** Matches a row that ends with the border before its first cell, or after any cell. */
const endsWithBorder = /^[ \t]*\|(?:.*[^\s|\\][ \t]*\|)?[ \t]*$/

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

const inlineStart = (line: string): number =>
  /^(?:\s*(?:[-*+]|\d{1,9}[.)]|>|#{1,6})[ \t]+(?:\[[ xX]\][ \t]+)?)+/.exec(line)?.[0].length ?? 0

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

type OpenFormula = { start: number; end: number }

const openFormula = (source: string): OpenFormula | undefined =>
  markedFormula(source) ?? openEnvironment(source)

function openEnvironment(source: string): OpenFormula | undefined {
  const start = source.lastIndexOf('\\begin{')
  const lineStart = source.lastIndexOf('\n', start) + 1
  if (start < 0 || !/^[ \t>]*$/.test(source.slice(lineStart, start))) return undefined
  const body = source.slice(start)
  const [, name] = environment.exec(body) ?? []
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

export function completeInline(source: string): Completed {
  const { open, end, removed, hasOpenBrackets, isInPicture } = scanInline(source)
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
    isInPicture,
  }
}

/**
 * Maximum length in UTF-16 units of marked text. After more units, an open marker counts as an
 * ordinary character.
 */
const markLengthMax = 240

type Mark = { text: string; at: number }

type InlineScan = {
  open: Mark[]
  end: number
  removed: number[]
  safe: number[]
  hasOpenBrackets: boolean
  isInPicture: boolean
}

/** Characters that form a marker only in pairs, such as `~~`. */
const doubledMarkers = '~'

/**
 * Parses emphasis, code and links approximately like CommonMark, for text that is still growing.
 */
export function scanInline(source: string): InlineScan {
  const length = source.length
  const open: Mark[] = []
  const brackets: number[] = []
  const safe: number[] = []
  let end = length
  let isInPicture = false
  let at = 0
  while (at < length) {
    const char = source.charAt(at)
    const formula = char === '\\' || char === '$' ? readFormula(source, at) : undefined
    if (formula !== undefined) {
      // Hide an incomplete formula, because its source is not readable.
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
        // Treat the rest as code. A part of the closing backticks may have arrived.
        const code = source.slice(at + run).replace(/`+$/, '')
        if (code.trim() === '') end = at
        else {
          end = at + run + code.length
          open.push({ text: '`'.repeat(run), at })
        }
        at = length
      } else at += run
    } else if (
      char === '*' ||
      char === '_' ||
      (doubledMarkers.includes(char) && source[at + 1] === char)
    ) {
      const run = runAt(source, at)
      const before = source.charAt(at - 1)
      const after = source.charAt(at + run)
      let left = run
      if (/\S/.test(before) && !(char === '_' && /\w/.test(after))) {
        left = closeMarks(open, char, run)
      }
      if (left > 0 && after === '') {
        // Hide asterisks that could close or open emphasis, so that the asterisks do not flash.
        end = at
      } else if (left > 0 && /\S/.test(after) && !/\w/.test(before)) {
        if (doubledMarkers.includes(char)) open.push({ text: char + char, at })
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
          end = hideTarget(source, { at, bracket }, brackets)
          isInPicture = end < bracket
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
  return { open: kept, end, removed, safe, hasOpenBrackets: brackets.length > 0, isInPicture }
}

/**
 * Hides a link or picture whose URL is incomplete.
 * @returns where the text to render ends.
 */
function hideTarget(
  source: string,
  { at, bracket }: { at: number; bracket: number },
  brackets: number[],
): number {
  // The URL of an embedded picture can be megabytes long, so hide the whole picture until its URL
  // is complete.
  if (source[bracket - 1] === '!' && source.startsWith('data:', at + 2)) return bracket - 1
  brackets.push(bracket)
  return at
}

/**
 * Opens or closes the tag at `at`, if there is a tag.
 * @returns where to continue, or -1 if the tag is incomplete.
 */
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

/**
 * Closes the open markers that `run` marker characters match, and the markers inside them.
 * @returns the number of unmatched characters.
 */
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

/**
 * Returns the end of the formula at `at`, -1 if the formula is incomplete, or undefined if there is
 * no formula.
 */
function readFormula(source: string, at: number): number | undefined {
  const opening = source.slice(at, at + 2)
  const isNear = source.length - at <= markLengthMax
  if (opening === '$$' || opening === '\\(' || opening === '\\[') {
    const closing = { $$: '$$', '\\(': '\\)', '\\[': '\\]' }[opening]
    const close = source.indexOf(closing, at + 2)
    if (source.slice(at, close === -1 ? undefined : close).includes('`')) return undefined
    if (close !== -1) return close + 2
    return isNear && /^\s*[^\s)\]]/.test(source.slice(at + 2)) ? -1 : undefined
  }
  if (source[at] !== '$') return undefined
  const before = source[at - 1] ?? ''
  // The dollar is the last character. The next character decides whether the dollar ends a formula.
  if (at + 1 === source.length && before !== '$') return -1
  // A dollar after a letter or digit belongs to a price such as `US$3`.
  if (/[A-Za-z0-9]/.test(before)) return undefined
  const near = source.slice(Math.max(0, at - 8), at)
  const [whole, content = ''] = /^\$((?:[^$\\`]|\\[^])+)\$(?![\dA-Z])/.exec(source.slice(at)) ?? []
  const isFormula =
    whole !== undefined && isDollarFormula(content, near, source.slice(at + whole.length))
  if (isFormula && at + whole.length < source.length) return at + whole.length
  if (isFormula && !/\s/.test(whole)) return -1
  const rest = source.slice(at + 1)
  const isBegun = /^[^\s$`][^$`]*\$?$/.test(rest) && /[\\^_{=]/.test(rest)
  const isSpacedBegun = /^ [^\s$`][^$`\n]*\$?$/.test(rest) && /[\\^_{]/.test(rest)
  return isNear && (isBegun || (isSpacedBegun && !amountBefore.test(near))) ? -1 : undefined
}

function runAt(source: string, at: number): number {
  let end = at
  while (source[end] === source[at]) end++
  return end - at
}

function findBackticks(source: string, length: number, from: number): number {
  for (let at = source.indexOf('`', from); at !== -1; at = source.indexOf('`', at)) {
    const run = runAt(source, at)
    if (run === length) return at
    at += run
  }
  return -1
}

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
