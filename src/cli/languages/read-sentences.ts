import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, type Node } from 'oxc-parser'

/** Folders whose sentences people read on the page. Others are read by models and programs. */
const shownFolders = /^src\/(?:server|model-files|viewer\/splats|engine|contract|lib|api)\//
const otherFiles =
  /\.(?:test|fixture|d)\.ts$|\/(?:admin|observability|openapi|migrations|conversation-rows|research|testing|guide\/manual|known-models|retired|examples|docs|llm|model|mcp|mcp-client|scim|ldap|tools|knowledge|prompt)\//

/** Tools for models. People see only their titles. */
const toolFile = /^src\/server\/chat\/tools\/(?!.*\.(?:test|fixture)\.ts$)/

/** Files in which the value of every property is a text, such as the end of a sentence. */
const textFiles =
  /^src\/(?:lib\/scan\/photo-problems|server\/models\/stage-names|model-files\/(?:export\/loss-names|inspect\/describe-issue))\.ts$/

/** Files with a union of nouns that are counted. */
const nounFiles = /^src\/(?:model-files\/import\/loss-noun|server\/process\/counted-job)\.ts$/

/** Texts of these files that begin with a verb follow the name of a service, as in `Tripo is full.` */
const serviceFile = /^src\/server\/providers\/(?!guide\/)/

/** Classes whose message nobody but a developer or a model reads. */
const otherErrors = /^(?:Error|TypeError|RangeError|ToolError|EnvError|CommandError)$/
const shownKeys =
  /^(?:title|description|label|hint|about|detail|sentence|stage|noted?|message|refused|name|does|needs|limits|gaps|checkKeys|invalid|malformed|scheme|private|redirects|password|problem|legal|advice|explanation|group|text|unit|caption|kind|reason|why)$/
const shownCalls =
  /^(?:reject|refuse|advise|ignores|wrong|invalid|notReadable|forbidden|extra|report|push|map|add|stopped|fail|failed|join|flatMap|describe|problem)$/
/** Functions and classes of errors, whose text is the reason at the end of a sentence. */
const reasonCalls = /^(?:damaged\w*|broken|notOurs|notRead|\w*ZipError)$/
const otherCalls = /^(?:warn|error|info|log|debug|defineTool|gauge|counter|meta)$/

/**
 * Reads the English sentences that the server and workers may show on the page. In a sentence with
 * values, `{0}`, `{1}` and so on stand for them.
 * @param root absolute path of the repository.
 */
export function readSentences(root: string): Map<string, string> {
  const sentences = new Map<string, string>()
  const files = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.ts') && shownFolders.test(file))
    .filter((file) => toolFile.test(file) || !otherFiles.test(file))
    .toSorted()
  for (const file of files) {
    const source = readFileSync(path.join(root, file), 'utf8')
    const add = (text: string, index: number) => {
      if (sentences.has(text)) return
      sentences.set(text, `${file}:${source.slice(0, index).split('\n').length}`)
    }
    if (toolFile.test(file)) {
      for (const { 1: text = '', index } of source.matchAll(/^ +title: '([^']+)'/gm))
        add(text, index)
      continue
    }
    visit(parseSync(file, source).program, [], (text, node) => {
      if (!isPredicate(text)) add(text, node.start)
      else if (serviceFile.test(file)) add(`{0} ${shiftValues(text, 1)}`, node.start)
    })
    if (nounFiles.test(file)) {
      for (const { 1: noun = '', index } of source.matchAll(/\| '([^']+)'/g)) {
        add(toCounted(noun), index)
      }
    }
    if (!textFiles.test(file)) continue
    for (const { 1: text = '', index } of source.matchAll(/:\s+'([^']+)'/g)) add(text, index)
  }
  return sentences
}

type Found = (text: string, node: Node) => void

function visit(value: unknown, parents: readonly Node[], found: Found): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, parents, found)
    return
  }
  if (!isNode(value)) return
  if (value.type.startsWith('TS') && !/As|Satisfies|NonNull/.test(value.type)) return
  if (value.type === 'ImportDeclaration') return
  const text = readText(value)
  if (
    text !== undefined &&
    (isLabel(text, parents) ||
      isSetting(text, parents) ||
      isPredicate(text) ||
      isReason(text, parents) ||
      (isSentence(text) && isShown(parents)))
  ) {
    found(text, value)
  }
  if (text !== undefined && isCounted(value, parents)) found(toCounted(text), value)
  if (text !== undefined && isGroup(text, parents)) {
    found(text.charAt(0).toUpperCase() + text.slice(1), value)
  }
  // The parts of a joined text are not sentences.
  if (text !== undefined && value.type === 'BinaryExpression') return
  for (const child of Object.values(value)) visit(child, [...parents, value], found)
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

function readText(node: Node): string | undefined {
  if (node.type === 'BinaryExpression' && node.operator === '+') {
    return joinTexts(readText(node.left), readText(node.right))
  }
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  if (node.type !== 'TemplateLiteral') return undefined
  return node.quasis
    .map(({ value }, at) => `${value.cooked}${at < node.expressions.length ? `{${at}}` : ''}`)
    .join('')
}

/** Joins two texts. The values of the second text get the next numbers. */
const joinTexts = (start?: string, end?: string): string | undefined =>
  start === undefined || end === undefined
    ? undefined
    : start + shiftValues(end, start.match(/\{\d\}/g)?.length)

/** Returns whether a text names a setting within other sentences, such as `its key in Settings`. */
const isSetting = (text: string, parents: readonly Node[]): boolean =>
  text.includes(' ') &&
  parents
    .slice(-2)
    .some(
      (parent) =>
        parent.type === 'Property' && /^(?:address|key)Setting$/.test(readName(parent.key)),
    )

/** Returns whether a text is the end of a sentence, such as `is limiting requests. Try later.` */
const isPredicate = (text: string): boolean =>
  /^[a-z]+ .*\.(?: \{\d\})?$/.test(text) && hasOwnWords(text)

/**
 * Returns whether a text is the reason at the end of a sentence, as in `damagedGlb('it is empty')`.
 * @throws {Error} if it would match texts of any other kind.
 */
function isReason(text: string, parents: readonly Node[]): boolean {
  const call = parents.at(-1)
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return false
  if (!reasonCalls.test(readName(call.callee))) return false
  if (!hasOwnWords(text)) throw new Error(`Write more words in the reason “${text}”.`)
  return true
}

/** Returns whether a text is the noun of a count, as in `formatPlural(count, 'face')`. */
function isCounted(node: Node, parents: readonly Node[]): boolean {
  const call = parents.at(-1)
  return (
    call?.type === 'CallExpression' &&
    readName(call.callee) === 'formatPlural' &&
    call.arguments[1] === node
  )
}

/** The page counts such a noun, in the singular and the plural. */
const toCounted = (noun: string): string => `{0} ${noun}(s)`

/** Makes place for values before the text: `{0}` becomes `{1}` for one value. */
const shiftValues = (text: string, count = 0): string =>
  text.replaceAll(/\{(\d)\}/g, (_, at) => `{${Number(at) + count}}`)

/** Returns whether a text is a single word that is the title of a param, or the label of a choice. */
function isLabel(text: string, parents: readonly Node[]): boolean {
  const [property, , outer] = parents.toReversed()
  if (property?.type !== 'Property') return false
  // Symbols such as mm are the same in all languages.
  if (/^[a-z]{4,}$/.test(text)) return readName(property.key) === 'unit'
  if (!/^\p{Lu}\p{Ll}[\p{L}-]+$/u.test(text)) return false
  const isChoice = outer?.type === 'Property' && readName(outer.key) === 'labels'
  return isChoice || /^(?:title|label|name|group)$/.test(readName(property.key))
}

/** Returns whether a text is the name of a group of params, which is shown with a capital letter. */
function isGroup(text: string, parents: readonly Node[]): boolean {
  const [property, , outer] = parents.toReversed()
  return (
    /^[a-z]+$/.test(text) &&
    text !== 'hidden' &&
    property?.type === 'Property' &&
    readName(property.key) === 'group' &&
    outer?.type === 'Property' &&
    readName(outer.key) === 'x-ui'
  )
}

/**
 * Returns whether a text has words besides its values. A template such as `{0} for {1}` would match
 * texts of any other kind.
 */
function hasOwnWords(text: string): boolean {
  const letters = text.replaceAll(/\{\d+\}/g, '').match(/\p{L}/gu)?.length ?? 0
  return letters >= (/(?<!: “?)\{0\}/.test(text) ? 10 : 2)
}

/** Returns whether a text has two words, or ends as a sentence does, and is not code. */
function isSentence(text: string): boolean {
  const words = text.replaceAll(/\{\d+\}/g, 'Xx')
  return (
    text.length < 700 &&
    hasOwnWords(text) &&
    /^[\p{Lu}“"‘(\d…]/u.test(words) &&
    /\p{L}.*\s\S*\p{L}|\p{L}[.?!…]$/u.test(words) &&
    !/^https?:|^\S*\/\S*$|::text|^\{\d\} \d|\bTf\b| = \{|^"|re f$|connect =|^Bearer|^\(select |^\(\{|^Your last message was cut off/.test(
      text,
    )
  )
}

function isShown(parents: readonly Node[]): boolean {
  const outer = parents.at(-3)
  if (outer?.type === 'Property' && readName(outer.key) === 'labels') return true
  for (const parent of parents.toReversed()) {
    if (parent.type === 'NewExpression') {
      return parent.callee.type === 'Identifier' && !otherErrors.test(parent.callee.name)
    }
    if (parent.type === 'CallExpression') {
      const name = readName(parent.callee)
      return !otherCalls.test(name) && (shownCalls.test(name) || name === '')
    }
    if (parent.type === 'Property') return shownKeys.test(readName(parent.key))
  }
  // A constant, or a text that a function returns.
  return true
}

function readName(node: Node): string {
  if (node.type === 'Identifier') return node.name
  if (node.type === 'Literal') return String(node.value)
  return node.type === 'MemberExpression' ? readName(node.property) : ''
}
