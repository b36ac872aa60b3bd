import { tryParseAnswer } from '../../../json/parse-json.ts'

const token =
  /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"|[A-Za-z_][\w.]*(?:\s*[(=](?!=))?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\s+|[^]/g
const literals = new Map([
  ['True', 'true'],
  ['False', 'false'],
  ['None', 'null'],
])

/**
 * Parses calls in the syntax of Python: `[calculate(expression="6*7"), …]`.
 * @returns `undefined` unless the whole text consists of calls with named arguments.
 */
export function parsePythonCalls(text: string): { name: string; given: unknown }[] | undefined {
  let json = ''
  let depth = 0
  for (const [one] of text.trim().matchAll(token)) {
    if (one.trim() === '') continue
    if (one.endsWith('(') && one.length > 1) {
      if (depth++ > 0) return undefined
      const name = one
        .slice(0, -1)
        .trim()
        .replace(/\.call$/, '')
      json += `${json.endsWith('}') ? ',' : ''}{"name":${JSON.stringify(name)},"given":{`
    } else if (one === ')') {
      if (--depth < 0) return undefined
      json += '}}'
    } else if (depth === 0) {
      // Only brackets around the calls and separators between them may remain.
      if (!/^[[\],;]$/.test(one)) return undefined
    } else if (one.endsWith('=') && one.length > 1)
      json += `${JSON.stringify(one.slice(0, -1).trim())}:`
    else if (/^['"]/.test(one)) json += toJsonString(one)
    else json += literals.get(one) ?? one
  }
  const calls = tryParseAnswer(`[${json.replaceAll(/,(?=[}\]])/g, '')}]`)
  return depth === 0 && Array.isArray(calls) && calls.length > 0 ? calls : undefined
}

function toJsonString(quoted: string): string {
  const inner = quoted.slice(1, -1).replaceAll(/\\[^]|"|\n|\t|\r/g, (one) => {
    if (one === String.raw`\'`) return "'"
    if (one === '"') return String.raw`\"`
    return one.startsWith('\\') ? one : JSON.stringify(one).slice(1, -1)
  })
  return `"${inner}"`
}
