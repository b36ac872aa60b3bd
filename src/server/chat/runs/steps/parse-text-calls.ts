import { asString, isRecord } from '#lib/fields.ts'
import { tryParseAnswer } from '../../../json/parse-json.ts'
import { findToolName, type OfferedTools } from './offered-tools.ts'
import { parsePythonCalls } from './python-calls.ts'
import { repairArguments } from './repair-arguments.ts'

export type TextCall = { name: string; arguments: string }

/**
 * Parses tool calls that a model wrote as text, because its server does not parse the model's
 * format.
 * @param block text between the marks of the calls, or with them.
 * @returns `undefined` unless the whole block consists of calls of offered tools.
 */
export function parseTextCalls(block: string, offered: OfferedTools): TextCall[] | undefined {
  for (const read of readers) {
    const found = read(block, offered)
    if (!found || found.length === 0) continue
    const calls = found.map(({ name, given }) => ({
      name: findToolName(name, offered),
      arguments: repairArguments(typeof given === 'string' ? given : JSON.stringify(given)),
    }))
    const areValid = calls.every(
      (call) => offered.has(call.name) && isRecord(tryParseAnswer(call.arguments)),
    )
    if (areValid) return calls
  }
  return undefined
}

type Found = { name: string; given: unknown }
type Read = (block: string, offered: OfferedTools) => Found[] | undefined

const mark = String.raw`(?:<[|｜]?\/?[\w:｜▁]{0,60}[|｜]?>|\[\/?[A-Z_]{1,20}\])`
const marksAtStart = new RegExp(`^(?:${mark}\\s{0,20}){1,6}`, 'u')
const marksAtEnd = new RegExp(`(?:\\s{0,20}${mark}){1,6}$`, 'u')

const withoutMarks = (text: string): string =>
  text.trim().replace(marksAtStart, '').replace(marksAtEnd, '').trim()

/** Format of Qwen and Llama: `<function=NAME>{…}` or with `<parameter=KEY>` inside. */
const readElements: Read = (block, offered) => {
  const parts = block.split(/<function=/).slice(1)
  return parts.map((part) => {
    const [name = '', ...rest] = part.split('>')
    const content = rest.join('>').split('</function>')[0] ?? ''
    const params = [
      ...content.matchAll(/<parameter=([^>]{1,200})>([^]*?)(?:<\/parameter>|(?=<parameter=)|$)/g),
    ]
    const given =
      params.length > 0
        ? toArguments(
            name,
            params.map(([, key = '', value = '']) => [key, value]),
            offered,
          )
        : content.trim() || '{}'
    return { name, given }
  })
}

/** Format of MiniMax, DeepSeek and Anthropic: `<invoke name="NAME"><parameter name="KEY">…`. */
const readInvocations: Read = (block, offered) => {
  const parts = block.split(/<(?:｜DSML｜|antml:)?invoke\s+name=/u).slice(1)
  return parts.map((part) => {
    const [, name = ''] = /^["']([^"']{1,200})["']/.exec(part) ?? []
    const params = [
      ...part.matchAll(
        /<(?:｜DSML｜|antml:)?parameter\s+name=["']([^"']{1,200})["'][^>]{0,100}>([^]*?)<\/(?:｜DSML｜|antml:)?parameter>/gu,
      ),
    ]
    return {
      name,
      given: toArguments(
        name,
        params.map(([, key = '', value = '']) => [key, value]),
        offered,
      ),
    }
  })
}

/** Format of Kimi, DeepSeek and harmony (OpenAI): tokens before the name and the arguments. */
const readTokens: Read = (block) => {
  const tokens =
    /<[|｜]tool[_▁]call[_▁]begin[|｜]>(?:function<[|｜]tool[_▁]sep[|｜]>)?\s*([^<\n]{1,200})\s*(?:<[|｜]tool[_▁](?:call_argument_begin|sep)[|｜]>|\n)([^]*?)<[|｜]tool[_▁]call[_▁]end[|｜]>/gu
  const found = [...block.matchAll(tokens)]
  const harmony = [
    ...block.matchAll(/to=([\w.-]{1,200})[^{]{0,200}?<\|message\|>([^]*?)(?:<\|call\|>|$)/g),
  ]
  return [...found, ...harmony].map(([, name = '', given = '']) => ({ name, given: given.trim() }))
}

/** Format of GLM: the name, then `<arg_key>KEY</arg_key><arg_value>VALUE</arg_value>`. */
const readKeys: Read = (block, offered) => {
  const params = [
    ...block.matchAll(/<arg_key>([^<]{1,200})<\/arg_key>\s*<arg_value>([^]*?)<\/arg_value>/g),
  ]
  const name = withoutMarks(block.split('<arg_key>')[0] ?? '')
  if (params.length === 0) return undefined
  return [
    {
      name,
      given: toArguments(
        name,
        params.map(([, key = '', value = '']) => [key.trim(), value]),
        offered,
      ),
    },
  ]
}

/** Format of prompts for models without tools: `<name>NAME</name><arguments>{…}</arguments>`. */
const readNamedElements: Read = (block) =>
  [
    ...block.matchAll(
      /<name>\s*([^<\n]{1,200}?)\s*<\/name>\s*<(arguments|parameters|input)>([^]*?)<\/\2>/g,
    ),
  ].map(([, name = '', , given = '']) => ({ name, given: given.trim() }))

/**
 * Formats without elements: JSON with a name and arguments, `NAME{…}`, `NAME[ARGS]{…}`, or
 * `call:NAME{key:…}`.
 */
const readPlain: Read = (block) => {
  const text = withoutMarks(block.replaceAll('<|"|>', '"'))
  const value = tryParseAnswer(text) ?? tryParseAnswer(repairArguments(text))
  const list = Array.isArray(value) ? value : [value]
  if (value !== undefined) return list.map(toFound)
  const [, name, given = ''] =
    /^(?:call:)?([\w.:-]{1,200})\s*(?:\[ARGS\]\s*)?(\{[^]*\})$/.exec(text) ?? []
  if (name === undefined) return undefined
  const quoted = given.replaceAll(/([{,]\s*)([A-Za-z_]\w{0,100}):/g, '$1"$2":')
  return [{ name, given: tryParseAnswer(given) ?? tryParseAnswer(quoted) ?? given }]
}

/** Format of Llama, LFM2 and OLMo: `[NAME(key="value")]`. */
const readPython: Read = (block) => parsePythonCalls(withoutMarks(block))

const readers: readonly Read[] = [
  readElements,
  readInvocations,
  readTokens,
  readKeys,
  readNamedElements,
  readPlain,
  readPython,
]

function toFound(value: unknown): Found {
  if (!isRecord(value)) return { name: '', given: {} }
  const [only, ...others] = Object.entries(value)
  if (only && others.length === 0 && isRecord(only[1]) && only[0] !== 'function')
    return { name: only[0], given: only[1] }
  const inner = isRecord(value['function']) ? value['function'] : value
  const {
    name = inner['tool_name'] ?? inner['function'],
    arguments: given,
    parameters,
    args,
    input,
  } = inner
  return { name: asString(name), given: given ?? parameters ?? args ?? input ?? {} }
}

/** Parses each value unless the tool's schema says that the value is a text. */
function toArguments(
  name: string,
  params: readonly (readonly [string, string])[],
  offered: OfferedTools,
): Record<string, unknown> {
  const properties = offered.get(findToolName(name, offered)) ?? {}
  return Object.fromEntries(
    params.map(([key, value]) => {
      const words = value.replace(/^\n/, '').replace(/\n$/, '')
      const schema = new Map(Object.entries(properties)).get(key)
      const isText = isRecord(schema) && schema['type'] === 'string'
      return [key, isText ? words : (tryParseAnswer(words) ?? words)]
    }),
  )
}
