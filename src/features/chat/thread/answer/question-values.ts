import type { QuestionField, ToolAnswer } from '#contract/chat/tool-question.ts'
import { ownValue } from '#lib/own-value.ts'

/** Value of one form field. Numbers stay text as typed. */
export type FieldValue = string | boolean | string[] | undefined
export type FieldValues = Record<string, FieldValue>

export const fillDefaults = (fields: readonly QuestionField[]): FieldValues =>
  Object.fromEntries(
    fields.map(({ name, default: preset }): [string, FieldValue] => [
      name,
      typeof preset === 'number' ? String(preset) : preset,
    ]),
  )

export const toContent = (
  fields: readonly QuestionField[],
  values: FieldValues,
): NonNullable<ToolAnswer['content']> =>
  Object.fromEntries(
    fields.flatMap((field): [string, string | number | boolean | string[]][] => {
      const value = ownValue(values, field.name)
      if (field.kind === 'boolean') return [[field.name, value === true]]
      if (value === undefined || value === '') return []
      return [[field.name, toSent(field, value)]]
    }),
  )

function toSent({ kind, format }: QuestionField, value: Exclude<FieldValue, undefined>) {
  if (kind === 'number' || kind === 'integer') return Number(value)
  if (format === 'date-time' && typeof value === 'string') {
    const date = new Date(value)
    return Number.isNaN(date.getTime()) ? value : date.toISOString()
  }
  return value
}
