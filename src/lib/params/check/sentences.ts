import { cutText } from '../../cut-text.ts'
import { asNumber, asText } from '#lib/fields.ts'
import { getChoices, getHints, type JsonSchema } from '../param-schema.ts'

let numbers: Intl.NumberFormat | undefined

export function formatParamNumber(value: number): string {
  // Creating a format loads data of the browser, which would delay a page that shows no number.
  numbers ??= new Intl.NumberFormat('en', { maximumFractionDigits: 6 })
  return numbers.format(value)
}

export function formatValue(value: unknown): string {
  if (typeof value === 'number') return formatParamNumber(value)
  if (value === true) return 'on'
  if (value === false) return 'off'
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return text.length > 60 ? `${cutText(text, 57)}…` : text
}

export function formatList(words: readonly string[], last: 'or' | 'and' = 'or'): string {
  if (words.length < 2) return words.join('')
  return `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

/** Describes a range such as `must be between 100 and 200,000 faces`. */
export function describeRange(schema: JsonSchema): string {
  const min = asNumber(schema['minimum'])
  const max = asNumber(schema['maximum'])
  const above = asNumber(schema['exclusiveMinimum'])
  const below = asNumber(schema['exclusiveMaximum'])
  const factor = asNumber(schema['multipleOf'])
  const unit = asText(getHints(schema)['unit'])
  const tail = unit === undefined ? '' : ` ${unit}`
  const bounds: string[] = []
  if (min !== undefined && max !== undefined) {
    bounds.push(`between ${formatParamNumber(min)} and ${formatParamNumber(max)}${tail}`)
  } else if (min !== undefined) bounds.push(`at least ${formatParamNumber(min)}${tail}`)
  else if (max !== undefined) bounds.push(`at most ${formatParamNumber(max)}${tail}`)
  if (above !== undefined) bounds.push(`more than ${formatParamNumber(above)}${tail}`)
  if (below !== undefined) bounds.push(`less than ${formatParamNumber(below)}${tail}`)
  if (factor !== undefined) bounds.push(`a multiple of ${formatParamNumber(factor)}`)
  return `must be ${formatList(bounds, 'and')}`
}

/**
 * Describes the choices of a field, such as `must be one of auto, inflate or lathe`. Uses API
 * values instead of labels, because API clients read the sentence.
 */
export function describeChoices(schema: JsonSchema): string {
  const values = (getChoices(schema) ?? []).map(({ value }) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  const shown = values.length > 24 ? [...values.slice(0, 24), '…'] : values
  return shown.length === 1 ? `must be ${shown[0]}` : `must be one of ${formatList(shown)}`
}

export function describeValueType(type: unknown): string {
  switch (type) {
    case 'integer':
      return 'a whole number'
    case 'number':
      return 'a number'
    case 'boolean':
      return 'on or off (true or false)'
    case 'string':
      return 'text'
    case 'array':
      return 'a list'
    case 'object':
      return 'an object'
    default:
      return 'of another type'
  }
}
