import { t } from '#lib/language/translate.ts'
import { checkParams } from './check/check-params.ts'
import { checkValue } from './check/check-value.ts'
import { paramsToSend } from './effective-params.ts'
import { isEqual, TooMuchWorkError, Work } from './matches.ts'
import { asText } from '#lib/fields.ts'
import { setOwn } from '../own-value.ts'
import {
  getHints,
  getParamTitle,
  type JsonSchema,
  type Params,
  type ParamSchema,
} from './param-schema.ts'
import { type SchemaPart, readParams } from './read-part.ts'

export type ParamCarryOver = {
  values: Record<string, unknown>
  kept: string[]
  dropped: Dropped[]
}

export type Dropped = { title: string; reason: string }

/**
 * Transfers the values of one model's form to another model. A value is transferred to the param
 * with the same name or the same `x-ui.means`, if it is valid there.
 * @param held earlier values of the other form. Transferred values override them.
 * @param toName name of the other model, for sentences.
 */
export function carryOver(
  from: { schema: ParamSchema; values: Params },
  to: { schema: ParamSchema; held?: Params; name: string },
): ParamCarryOver {
  const values: Record<string, unknown> = { ...to.held }
  const dropped: Dropped[] = []
  const carried = new Map<string, string>()
  const fields = readParams(from.schema)
  for (const [name, value] of Object.entries(from.values)) {
    const field = fields.get(name)?.schema
    if (!field || value === undefined) continue
    const title = getParamTitle(field, name)
    const found = counterpart(field, name, to.schema)
    const reason = found
      ? misfit({ field, value }, found, to.schema)
      : t('{name} has no such setting.', { name: to.name })
    if (found && reason === undefined) {
      setOwn(values, found.name, value)
      carried.set(found.name, title)
    } else dropped.push({ title, reason: reason ?? '' })
  }
  dropped.push(...dropRuleBreakers(to.schema, values, carried))
  return { values: withoutDefaults(to.schema, values), kept: [...carried.values()], dropped }
}

type Counterpart = SchemaPart & { name: string }

function counterpart(
  field: JsonSchema,
  name: string,
  schema: ParamSchema,
): Counterpart | undefined {
  const means = getMeaning(field, name)
  for (const [otherName, other] of readParams(schema)) {
    if (getMeaning(other.schema, otherName) === means) return { name: otherName, ...other }
  }
  return undefined
}

const getMeaning = (field: JsonSchema, name: string): string =>
  asText(getHints(field)['means']) ?? name

/**
 * Returns a sentence that says why a value is invalid for the other model's param, or `undefined`
 * for a valid value.
 */
function misfit(
  { field, value }: { field: JsonSchema; value: unknown },
  { name, schema: other, nullable }: Counterpart,
  schema: ParamSchema,
): string | undefined {
  if (getHints(field)['widget'] === 'seed')
    return t('A seed gives a different result with another model.')
  if ('const' in other) return t('It is fixed there.')
  if (value === null) return nullable ? undefined : t('It cannot be left empty there.')
  try {
    const place = { path: name, title: getParamTitle(other, name), work: new Work(schema) }
    return checkValue(other, value, place)[0]?.message
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    return t('It cannot be checked there.')
  }
}

function dropRuleBreakers(
  schema: ParamSchema,
  values: Record<string, unknown>,
  carried: Map<string, string>,
): Dropped[] {
  const dropped: Dropped[] = []
  for (let round = carried.size; round > 0; round--) {
    const issues = checkParams(schema, paramsToSend(schema, values))
    const broken = issues.find(({ path }) => carried.has(path.split('/', 1)[0] ?? ''))
    const name = broken?.path.split('/', 1)[0] ?? ''
    const title = carried.get(name)
    if (!broken || title === undefined) break
    delete values[name]
    carried.delete(name)
    dropped.push({ title, reason: broken.message })
  }
  return dropped
}

/** Removes the values that equal the default, because the user did not choose them. */
function withoutDefaults(schema: ParamSchema, values: Params): Record<string, unknown> {
  const fields = readParams(schema)
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => !isEqual(value, fields.get(name)?.schema['default']),
    ),
  )
}
