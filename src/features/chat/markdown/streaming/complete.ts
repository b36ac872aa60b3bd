import { environment } from '../parse/math/math-flow.ts'
import { scanInline } from './scan-inline.ts'

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
}

const withoutEnd = (text: string): Completed => ({
  text,
  keepsEnd: false,
  hasOpenMarks: false,
  hasOpenBrackets: false,
})

/** Matches a line that may become a rule, list, heading, quote, fence or table delimiter. */
export const incompleteMarkerLine =
  /^[\s>]*(?:[-*+][ \t]+(?:\[[ xX]?)?|\d{1,9}[.)]?[ \t]*|[-*+=#>~:`_]+[ \t]*|[-*+] *\[[ xX]?\]?[ \t]*)$/

/** Matches a line that may be the start of a TeX environment. */
const environmentStart = /^[\s>]*\\(?:b|be|beg|begi|begin|begin\{[a-z]*\*?)$/i

/** Matches a table header whose delimiter line is missing or incomplete. */
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
