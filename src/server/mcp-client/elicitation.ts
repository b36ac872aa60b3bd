import {
  questionFieldsMax,
  type QuestionField,
  type ToolQuestion,
} from '#contract/chat/tool-question.ts'
import { cutText } from '#lib/cut-text.ts'
import { asList, asRecord, asString, isRecord } from '#lib/fields.ts'
import { storable } from '../store/storable.ts'

const messageLengthMax = 2_000
const labelLengthMax = 200
const optionsMax = 200
const urlLengthMax = 2_000

export type Question = Omit<ToolQuestion, 'id'>

/**
 * Parses the params of `elicitation/create`.
 * @param from name of the server, which the page shows beside the question.
 * @returns undefined for a question that cannot be shown: a form with nested or too many fields, or
 * a URL that is not on the web.
 */
export function readQuestion(params: unknown, from: string): Question | undefined {
  const { message, mode, url, requestedSchema } = asRecord(params)
  const question = { from, message: toLine(asString(message), messageLengthMax) }
  if (mode === 'url') {
    const address = asString(url)
    const isShown = /^https?:\/\//i.test(address) && address.length <= urlLengthMax
    return isShown && URL.canParse(address) ? { ...question, url: address } : undefined
  }
  const { properties, required } = asRecord(requestedSchema)
  const names = new Set(asList(required).map(asString))
  const listed = Object.entries(asRecord(properties))
  const fields = listed.flatMap(
    ([name, schema]) => readField({ name, isRequired: names.has(name) }, asRecord(schema)) ?? [],
  )
  const isWhole = fields.length === listed.length && fields.length <= questionFieldsMax
  return isWhole ? { ...question, fields } : undefined
}

type Named = Pick<QuestionField, 'name' | 'isRequired'>

function readField(named: Named, schema: Record<string, unknown>): QuestionField | undefined {
  const { type, title, description, default: preset, format } = schema
  const hint = toLine(asString(description), labelLengthMax * 2)
  const shared = {
    name: named.name,
    label: toLine(asString(title) || named.name, labelLengthMax),
    ...(hint !== '' && { hint }),
    isRequired: named.isRequired,
  }
  if (type === 'boolean') {
    return { ...shared, kind: 'boolean', ...(typeof preset === 'boolean' && { default: preset }) }
  }
  if (type === 'number' || type === 'integer') {
    const bounds = readBounds(schema['minimum'], schema['maximum'])
    return { ...shared, kind: type, ...bounds, ...(isNumber(preset) && { default: preset }) }
  }
  if (type === 'array') {
    const options = readOptions(asRecord(schema['items']))
    if (!options) return undefined
    const chosen = asList(preset).filter((one) => typeof one === 'string')
    const bounds = readBounds(schema['minItems'], schema['maxItems'])
    return {
      ...shared,
      kind: 'choices',
      options,
      ...bounds,
      ...(chosen.length > 0 && { default: chosen }),
    }
  }
  if (type !== 'string') return undefined
  const options = readOptions(schema)
  const text = typeof preset === 'string' ? { default: preset } : {}
  if (options) return { ...shared, kind: 'choice', options, ...text }
  return {
    ...shared,
    kind: 'text',
    ...text,
    ...readBounds(schema['minLength'], schema['maxLength']),
    ...(isFormat(format) && { format }),
  }
}

const isFormat = (format: unknown): format is NonNullable<QuestionField['format']> =>
  format === 'email' || format === 'uri' || format === 'date' || format === 'date-time'

const isNumber = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value)

const readBounds = (min: unknown, max: unknown): Pick<QuestionField, 'min' | 'max'> => ({
  ...(isNumber(min) && { min }),
  ...(isNumber(max) && { max }),
})

/**
 * Parses options from `enum` (with `enumNames` in older MCP revisions), or from `oneOf` or `anyOf`
 * with titles.
 */
function readOptions(schema: Record<string, unknown>): QuestionField['options'] {
  const names = asList(schema['enumNames'])
  const titled = asList(schema['oneOf'] ?? schema['anyOf'])
  const options = titled.length > 0 ? titled : asList(schema['enum'])
  const read = options.flatMap((option, at) => {
    const value = isRecord(option) ? option['const'] : option
    if (typeof value !== 'string') return []
    const title = isRecord(option) ? asString(option['title']) : asString(names[at])
    return { value, label: toLine(title || value, labelLengthMax) }
  })
  return read.length > 0 && read.length <= optionsMax ? read : undefined
}

const toLine = (text: string, lengthMax: number): string =>
  cutText(storable(text).trim(), lengthMax)
