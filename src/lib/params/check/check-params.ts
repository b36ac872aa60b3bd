import { t } from '#lib/language/translate.ts'
import { cutText } from '../../cut-text.ts'
import { checkValue, type ParamIssue, type ValuePlace } from './check-value.ts'
import { isPresent, matches, TooMuchWorkError, Work } from '../matches.ts'
import { asList, asTexts, isRecord } from '#lib/fields.ts'
import { ownValue } from '../../own-value.ts'
import {
  asSchema,
  isPicture,
  getParamTitle,
  type JsonSchema,
  type Params,
  type ParamSchema,
} from '../param-schema.ts'
import { readParams } from '../read-part.ts'
import { picturesKind } from '../read-pictures.ts'
import { brokenRules, listParamNames, type BrokenRule } from './rules.ts'
import { formatList } from './sentences.ts'

export type { ParamIssue } from './check-value.ts'

/** Advice about valid params. `paths` names the fields that the advice is about. */
export type ParamNotice = BrokenRule

const issuesMax = 50

/**
 * Returns all errors of params in the form in which they are sent. Never throws, and takes limited
 * time for any schema and params. Unknown params are errors unless `additionalProperties` allows
 * them.
 */
export function checkParams(schema: ParamSchema, params: unknown): ParamIssue[] {
  if (!isRecord(params)) return [{ path: '', message: t('The params must be an object.') }]
  const issues: ParamIssue[] = []
  try {
    const work = new Work(schema)
    issues.push(...checkNames(schema, params), ...checkFields(schema, params, work))
    const broken = new Set(issues.map(({ path }) => path.split('/')[0]))
    for (const { effect, message, paths } of brokenRules(schema, params, work)) {
      if (effect !== 'reject') continue
      if (paths.length > 0 && paths.every((path) => broken.has(path))) continue
      issues.push({ path: paths[0] ?? '', message })
    }
    issues.push(...checkAlternatives(schema, params, work))
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    if (issues.length === 0) {
      issues.push({ path: '', message: t('These params are too large.') })
    }
  }
  return issues.slice(0, issuesMax)
}

/**
 * Returns advice about valid params, such as values that the provider ignores or changes. Never
 * throws.
 */
export function adviseParams(schema: ParamSchema, params: Params): ParamNotice[] {
  try {
    const broken = brokenRules(schema, params, new Work(schema))
    return broken.filter(({ effect }) => effect !== 'reject')
  } catch (error) {
    if (!(error instanceof TooMuchWorkError)) throw error
    return []
  }
}

function checkNames(schema: ParamSchema, params: Params): ParamIssue[] {
  const open = schema['additionalProperties']
  if (open === true || isRecord(open)) return []
  const known = Object.keys(schema.properties)
  const list = known.length > 40 ? [...known.slice(0, 40), '…'] : known
  return Object.keys(params)
    .filter((name) => !Object.hasOwn(schema.properties, name))
    .slice(0, issuesMax)
    .map((name) => ({
      path: name,
      message: t('{name} is not a param of this model. Known: {list}.', {
        name: cutText(name, 60),
        list: list.join(', '),
      }),
    }))
}

function checkFields(schema: ParamSchema, params: Params, work: Work): ParamIssue[] {
  const required = new Set(asTexts(schema.required))
  const fields = readParams(schema)
  const issues: ParamIssue[] = []
  for (const name of required) {
    if (isPresent(params, name)) continue
    const field = fields.get(name)?.schema
    issues.push({ path: name, message: describeMissing(field, getParamTitle(field, name)) })
  }
  for (const [name, { schema: field }] of fields) {
    if (!isPresent(params, name)) continue
    const title = getParamTitle(field, name)
    issues.push(...checkField(schema, { path: name, title, work }, ownValue(params, name)))
  }
  return issues
}

/** Checks one field. Cached, because only one value of a form changes at a time. */
function checkField(schema: ParamSchema, place: ValuePlace, value: unknown): readonly ParamIssue[] {
  const { path: name } = place
  const field = ownValue(schema.properties, name) ?? {}
  const last = lastChecks.get(field)
  if (last?.name === name && last.root === schema && last.value === value) return last.issues
  const issues = checkValue(field, value, place)
  if (!isRecord(value) && !Array.isArray(value)) {
    lastChecks.set(field, { name, root: schema, value, issues })
  }
  return issues
}

const lastChecks = new WeakMap<
  JsonSchema,
  { name: string; root: JsonSchema; value: unknown; issues: readonly ParamIssue[] }
>()

function describeMissing(field: JsonSchema | undefined, title: string): string {
  if (field && isPicture(field)) return t('Choose a picture.')
  return field && picturesKind(field)
    ? t('{title}: choose pictures.', { title })
    : t('{title} is required.', { title })
}

/** Checks `anyOf` and `oneOf` of the whole schema, which usually require one of several params. */
function checkAlternatives(schema: ParamSchema, params: Params, work: Work): ParamIssue[] {
  const fields = readParams(schema)
  const issues: ParamIssue[] = []
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    const options = asList(schema[keyword])
    if (options.length === 0) continue
    const fitting = options.filter((option) => matches(option, params, work)).length
    if (keyword === 'anyOf' ? fitting > 0 : fitting === 1) continue
    const names = options.map((option) => asTexts(asSchema(option)?.['required']))
    const first = names.flat()[0] ?? listParamNames(options[0])[0]
    const say = (option: string[]): string =>
      formatList(
        option.map((name) => getParamTitle(fields.get(name)?.schema, name)),
        'and',
      )
    const list = formatList(names.filter((option) => option.length > 0).map(say))
    const field = first === undefined ? undefined : fields.get(first)?.schema
    let message = t('These params cannot be combined.')
    if (list !== '')
      message = fitting > 1 ? t('Give only one of {list}.', { list }) : t('Give {list}.', { list })
    else if (field && isPicture(field)) message = t('Choose a picture.')
    issues.push({ path: first ?? '', message })
  }
  return issues
}
