import { asText, isRecord } from '#lib/fields.ts'
import { ownValue, setOwn } from '../own-value.ts'
import {
  asSchema,
  getChoices,
  getHints,
  getPictureSchema,
  getParamTitle,
  type JsonSchema,
  type Params,
  type ParamSchema,
} from './param-schema.ts'
import { readParams } from './read-part.ts'

export type RetiredValue = {
  /** Date from which the provider refuses the value, such as `2026-10-10`. */
  on: string
  use?: unknown
  /** Other params that must be set together with the new value. */
  also?: Params
}

export type ReplacedSetting = {
  title: string
  from: string
  to?: string
  on: string
}

/**
 * Updates stored params to a newer schema. Uses the current names (`x-ui.formerNames`) and replaces
 * values that the provider no longer accepts (`x-ui.retired`).
 * @returns the params and the replaced settings. If nothing changed, the params are the same object
 * as before.
 */
export function renewParams(
  schema: ParamSchema,
  params: Params,
): { params: Params; replaced: readonly ReplacedSetting[] } {
  const renamed = renameParams(schema, params)
  const replaced: ReplacedSetting[] = []
  let renewed: Record<string, unknown> | undefined
  for (const [name, { schema: field }] of readParams(schema)) {
    const held = ownValue(renamed, name)
    const value = toChoice(field, held)
    if (value !== held) renewed = { ...(renewed ?? renamed), [name]: value }
    const retired = findRetired(field, value)
    if (!retired) continue
    const { on, use, also } = retired
    renewed = { ...(renewed ?? renamed), ...also, [name]: use }
    if (use === undefined) delete renewed[name]
    const to = use === undefined ? {} : { to: getLabel(field, use) }
    replaced.push({ title: getParamTitle(field, name), from: getLabel(field, value), on, ...to })
  }
  return { params: renewed ?? renamed, replaced }
}

/**
 * Returns the choice whose text equals the value's text. Providers change some choices from numbers
 * to texts, such as `1024` to `"1024"`.
 */
function toChoice(field: JsonSchema, value: unknown): unknown {
  const values = field['enum']
  if (typeof value !== 'number' || !Array.isArray(values) || values.includes(value)) return value
  return values.includes(String(value)) ? String(value) : value
}

export function findRetired(field: JsonSchema, value: unknown): RetiredValue | undefined {
  const values = asSchema(getHints(field)['retired'])
  const name = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  const retired = values && Object.hasOwn(values, name) ? asSchema(values[name]) : undefined
  const on = asText(retired?.['on'])
  const also = asSchema(retired?.['also'])
  return on === undefined ? undefined : { on, use: retired?.['use'], ...(also && { also }) }
}

/** Renames params to their current names and converts pictures to the current format. */
export function renameParams(schema: ParamSchema, params: Params): Params {
  let renamed: Record<string, unknown> | undefined
  for (const [name, { schema: field }] of readParams(schema)) {
    const former = getHints(field)['formerNames']
    if (!Array.isArray(former) || ownValue(params, name) !== undefined) continue
    const found = former.find(
      (one) => typeof one === 'string' && ownValue(params, one) !== undefined,
    )
    if (typeof found !== 'string') continue
    renamed ??= { ...params }
    delete renamed[found]
    setOwn(renamed, name, withAddresses(field, ownValue(params, found)))
  }
  return renamed ?? params
}

function withAddresses(field: JsonSchema, value: unknown): unknown {
  if (Array.isArray(value)) {
    const [first] = Array.isArray(field['prefixItems']) ? field['prefixItems'] : [field['items']]
    const item = asSchema(first)
    return item ? value.map((one) => withAddresses(item, one)) : value
  }
  if (!isRecord(value) || getPictureSchema(field)?.schema['type'] !== 'string') return value
  const token = asText(value['file_token'])
  return asText(value['url']) ?? (token === undefined ? {} : `/api/files/${token}/content`)
}

const getLabel = (field: JsonSchema, value: unknown): string =>
  getChoices(field)?.find((choice) => choice.value === value)?.label ??
  asText(ownValue(asSchema(getHints(field)['labels']), String(value))) ??
  String(value)
