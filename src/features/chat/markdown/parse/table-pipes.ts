import type { Code, Construct, Effects, State, TokenizeContext } from 'micromark-util-types'
import { isDollarFormula } from './math/inline-math.ts'

const pipe = 124
/** Character code of `x`, which replaces a pipe that does not separate cells. */
const letter = 120
/** In rows longer than this (UTF-16 units), all pipes separate cells. */
const rowLengthMax = 4_000
const span =
  /\\\((?:[^\\]|\\[^)])*?\\\)|\\.|(`+)(?!`).*?[^`]\1(?!`)|(?<![\w$])\$\$[^$]+\$\$|(?<![\w$])\$(?:[^$\\`]|\\.)+\$(?![\dA-Z])/g

function findPipesInside(row: string, isInCode: boolean): number[] {
  const pipes: number[] = []
  for (const { 0: text, index } of row.matchAll(span)) {
    const isCode = text.startsWith('`')
    if (!text.slice(1).includes('|') || (isCode ? !isInCode : !isFormula(text, row, index)))
      continue
    for (let at = text.indexOf('|'); at !== -1; at = text.indexOf('|', at + 1)) {
      pipes.push(index + at)
    }
  }
  return pipes
}

function isFormula(text: string, row: string, index: number): boolean {
  const inside = text.replace(/^(?:\$\$?|\\\()|(?:\$\$?|\\\))$/g, '')
  // `|$a|$b|` has two cells, not one formula.
  if (inside.startsWith('|') !== inside.endsWith('|')) return false
  if (!/^\$(?!\$)/.test(text)) return true
  return isDollarFormula(
    inside,
    row.slice(Math.max(0, index - 8), index),
    row.slice(index + text.length),
  )
}

const countCells = (row: string, inside: readonly number[]): number => {
  let count = 0
  for (let at = 0; at < row.length; at++) {
    if (row[at] === '\\') at++
    else if (row[at] === '|' && !inside.includes(at)) count++
  }
  const trimmed = row.trim()
  return count + 1 - (trimmed.startsWith('|') ? 1 : 0) - (/[^\\]\|$/.test(trimmed) ? 1 : 0)
}

/** Number of columns of the table that was parsed last, by the context of its parser. */
const columns = new WeakMap<TokenizeContext, number>()

/**
 * Returns a construct that parses tables like `table`. If a row has too many cells, pipes inside
 * formulas and code do not separate cells.
 * @param isInHead whether this exception also applies to the first row.
 */
const withPipes = (table: Construct, isInHead: boolean): Construct => ({
  ...table,
  // oxlint-disable-next-line max-params -- micromark defines the parameters.
  tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
    const startLine = this.now().line
    let line = 0
    let inside: ReadonlySet<number> = new Set()
    let isDone = false
    let current: Code = null
    const leave =
      (next: State): State =>
      (code) => {
        isDone = true
        return next(code)
      }
    const startsInBody = isBodyRow(this.events)
    const beginLine = () => {
      const { line: now, offset } = this.now()
      line = now
      const isHead = !startsInBody && now === startLine
      inside = new Set()
      const row = readLine(this)
      if (row.length > rowLengthMax) return
      if (isHead) {
        const found = isInHead ? findPipesInside(row, false) : []
        columns.set(this, countCells(row, found))
        inside = new Set(found.map((at) => offset + at))
      } else if (startsInBody && countCells(row, []) > (columns.get(this) ?? Infinity)) {
        inside = new Set(findPipesInside(row, true).map((at) => offset + at))
      }
    }
    const hidePipes =
      (state: State): State =>
      (code: Code) => {
        const { line: now, offset } = this.now()
        if (now !== line) beginLine()
        current = code
        const next = state(code === pipe && inside.has(offset) ? letter : code)
        return isDone || next === undefined ? next : hidePipes(next)
      }
    // Micromark's development build compares consumed characters with the text.
    const consume: Effects['consume'] = () => effects.consume(current)
    return hidePipes(table.tokenize.call(this, { ...effects, consume }, leave(ok), leave(nok)))
  },
})

/**
 * Returns the rest of the line. Reads the text directly, because the additional columns of a tab
 * have no position.
 */
function readLine(context: TokenizeContext): string {
  const start = context.now()
  const end = { ...start, _index: Number.MAX_SAFE_INTEGER, _bufferIndex: -1 }
  let line = ''
  for (const chunk of context.sliceStream({ start, end })) {
    if (typeof chunk === 'string') line += chunk
    else if (chunk === -2) line += '\t'
    else if (chunk !== -1) break
  }
  return line
}

function isBodyRow(events: TokenizeContext['events']): boolean {
  const last = events.findLast(([, { type }]) => type !== 'lineEnding' && type !== 'linePrefix')
  return last !== undefined && ['tableHead', 'tableRow'].includes(last[1].type)
}

export const replaceTable = (construct: Construct): Construct | Construct[] =>
  construct.name === 'table' ? [withPipes(construct, false), withPipes(construct, true)] : construct
