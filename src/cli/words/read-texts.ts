import { parseSync } from 'oxc-parser'

/** A sentence, a name or a docstring of a file. Line numbers begin at 1. */
export type Text = {
  kind: 'comment' | 'docstring' | 'test' | 'name' | 'doc'
  line: number
  text: string
}

const directive = /^\s*(?:eslint|oxlint|@ts-|@vite|\/ ?<reference|[#@]__|@jsx)/
/**
 * Minimum length in characters of a checked sentence. Shorter sentences have too few words to break
 * a rule.
 */
const sentenceLengthMin = 9

/**
 * Lists the comments, test titles, exported names and docstrings of exported functions in a source
 * file.
 * @throws {SyntaxError} if the source cannot be parsed.
 */
export function readSourceTexts(file: string, source: string): Text[] {
  const { comments, module, errors } = parseSync(file, source)
  if (errors[0]) throw new SyntaxError(`${file}: ${errors[0].message}`)
  const lineAt = createLineFinder(source)
  const texts: Text[] = []
  for (const { text, start, end } of joinLines(comments, source)) {
    const line = lineAt(start)
    if (isOnExportedFunction(source, start, end)) texts.push({ kind: 'docstring', line, text })
    for (const sentence of splitSentences(text))
      texts.push({ kind: 'comment', line, text: sentence })
  }
  for (const { entries } of module.staticExports) {
    for (const { exportName, moduleRequest, start } of entries) {
      if (moduleRequest || exportName.name === null || exportName.name === 'default') continue
      texts.push({ kind: 'name', line: lineAt(start), text: exportName.name })
    }
  }
  for (const match of source.matchAll(testTitle)) {
    texts.push({ kind: 'test', line: lineAt(match.index), text: match[2] ?? '' })
  }
  return texts
}

const testTitle =
  /(?<![.\w])(?:it|test|describe)(?:\.[a-zA-Z]+(?:\([^)]*\))?)*\(\s*(['"`])(.{8,}?)\1/g

/**
 * Lists the sentences of a Markdown file, except in code blocks. Each cell of a table counts as one
 * sentence.
 */
export function readMarkdownTexts(source: string): Text[] {
  let isCode = false
  return source.split('\n').flatMap((row, at) => {
    if (/^\s*```/.test(row)) isCode = !isCode
    if (isCode || !/[a-z]{3}/.test(row)) return []
    const cells = row.replace(/^[\s>*#|-]+/, '').split('|')
    return cells.flatMap(splitSentences).map((text): Text => ({ kind: 'doc', line: at + 1, text }))
  })
}

type Comment = { type: 'Line' | 'Block'; value: string; start: number; end: number }
type Block = { text: string; start: number; end: number }

function joinLines(comments: readonly Comment[], source: string): Block[] {
  const blocks: (Block & { isLine: boolean })[] = []
  for (const { type, value, start, end } of comments) {
    if (directive.test(value)) continue
    const isLine = type === 'Line'
    const text = isLine ? value.trim() : stripStars(value)
    const last = blocks.at(-1)
    if (isLine && last?.isLine && /^\r?\n[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`
      last.end = end
    } else blocks.push({ text, start, end, isLine })
  }
  return blocks
}

/**
 * Removes the stars of a block comment, and its text from the first tag on, which is not a full
 * sentence.
 */
const stripStars = (value: string): string =>
  value
    .split('\n')
    .map((row) => row.replace(/^\s*\*+ ?/, '').trim())
    .join(' ')
    .replace(/@(?:param|throws|returns|source|see|example|default)\b.*$/s, '')
    .trim()

const exportedFunction =
  /^\s*export (?:default )?(?:(?:async )?function\b|const \w+(?:: [^=\n]+)? = (?:async )?(?:\(|<|function\b|[\w$]+ =>))/

const isOnExportedFunction = (source: string, start: number, end: number): boolean =>
  source.startsWith('/**', start) && exportedFunction.test(source.slice(end, end + 300))

const splitSentences = (text: string): string[] =>
  text
    .trim()
    .split(/(?<=[.!?]) (?=[A-Z`])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length >= sentenceLengthMin && /[a-z]{3}/.test(sentence))

function createLineFinder(source: string): (offset: number) => number {
  const starts = [0]
  for (const { index } of source.matchAll(/\n/g)) starts.push(index + 1)
  return (offset) => {
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
