import { t } from '#lib/language/translate.ts'
import { cutText } from '../../cut-text.ts'
import {
  fitsNumber,
  fitsText,
  fitsType,
  isEqual,
  isPresent,
  countCharacters,
  matches,
  type Work,
} from '../matches.ts'
import { asList, asNumber, asText, asTexts, isRecord } from '#lib/fields.ts'
import { ownValue } from '../../own-value.ts'
import {
  asSchema,
  getChoices,
  getHints,
  getPictureSchema,
  getParamTitle,
  type JsonSchema,
} from '../param-schema.ts'
import { readPart } from '../read-part.ts'
import { findRetired } from '../renew-params.ts'
import {
  describeChoices,
  formatList,
  formatParamNumber,
  describeRange,
  describeValueType,
  formatValue,
} from './sentences.ts'

/**
 * An error in params. `path` is the name of a param such as `face_limit`, a path such as
 * `file/url`, or '' for all params.
 */
export type ParamIssue = { path: string; message: string }

export type ValuePlace = {
  path: string
  title: string
  work: Work
  depth?: number
}

const depthMax = 12

/**
 * Returns the errors of a value as sentences with the field's name and its valid values.
 * @throws {TooMuchWorkError} if `work` is exhausted.
 */
export function checkValue(whole: JsonSchema, value: unknown, place: ValuePlace): ParamIssue[] {
  const { work, depth = 0 } = place
  work.step()
  const { schema, nullable } = readPart(whole, work.root)
  if ((value === null && nullable) || depth > depthMax) return []
  const issue = (rest: string): ParamIssue[] => [
    { path: place.path, message: `${place.title} ${rest}.` },
  ]

  const picture = getPictureSchema(schema)
  if (picture) {
    if (picture.mayBeEmpty && isRecord(value) && Object.keys(value).length === 0) return []
    if (!looksLikePicture(picture.schema, value)) {
      // The message names a picture inside a list or object, because the form shows several.
      const message =
        depth > 0 ? t('{title}: choose a picture.', { title: place.title }) : t('Choose a picture.')
      return [{ path: place.path, message }]
    }
    if (picture.mayBeEmpty) return checkValue(picture.schema, value, deeper(place))
  }
  if ('const' in schema && !isEqual(schema['const'], value)) {
    return issue(t('must be {schema}', { schema: formatValue(schema['const']) }))
  }
  const choices = getChoices(schema)
  if (choices) {
    return choices.some((choice) => isEqual(choice.value, value))
      ? []
      : issue(describeRetired(schema, value) ?? describeChoices(schema))
  }
  if (!fitsType(schema['type'], value)) {
    const types = asTexts(Array.isArray(schema['type']) ? schema['type'] : [schema['type']])
    return issue(
      t('must be {describeValueType}', {
        describeValueType: formatList(types.map(describeValueType)),
      }),
    )
  }
  if (typeof value === 'number' && !fitsNumber(schema, value)) return issue(describeRange(schema))
  if (typeof value === 'string' && !fitsText(schema, value, work))
    return issue(describeText(schema, value))
  if (Array.isArray(value)) {
    const wrong = checkList(schema, value, place)
    if (wrong.length > 0) return wrong
  }
  if (isRecord(value)) {
    const wrong = checkObject(schema, value, place)
    if (wrong.length > 0) return wrong
  }
  // Keywords such as `anyOf`, `not` and `if` share one general sentence.
  return matches(schema, value, work)
    ? []
    : issue(t('does not have the format that this model expects'))
}

/** Returns a sentence such as `no longer has v2.0: it was retired on 2026-08-24. Use v3.1`. */
function describeRetired(schema: JsonSchema, value: unknown): string | undefined {
  const retired = findRetired(schema, value)
  if (!retired) return undefined
  const { on, use } = retired
  const instead = use === undefined ? '' : `. Use ${formatValue(use)}`
  return t('no longer has {value}: it was retired on {on}{instead}', {
    value: formatValue(value),
    on,
    instead,
  })
}

const deeper = (place: ValuePlace, inner?: { path: string; title: string }): ValuePlace => ({
  ...place,
  ...inner,
  depth: (place.depth ?? 0) + 1,
})

function looksLikePicture(schema: JsonSchema, value: unknown): boolean {
  if (schema['type'] === 'string') return typeof value === 'string' && value !== ''
  if (!isRecord(value)) return false
  const ways = asList(schema['oneOf'])
    .concat(asList(schema['anyOf']))
    .flatMap((option) => asTexts(asSchema(option)?.['required']))
  const names = ways.length > 0 ? ways : Object.keys(asSchema(schema['properties']) ?? {})
  return names.some((name) => isPresent(value, name) && ownValue(value, name) !== '')
}

function describeText(schema: JsonSchema, value: string): string {
  const length = countCharacters(value)
  const min = asNumber(schema['minLength']) ?? 0
  const max = asNumber(schema['maxLength']) ?? Infinity
  if (length > max) {
    return t('can have at most {max} characters (this has {length})', {
      max: formatParamNumber(max),
      length: formatParamNumber(length),
    })
  }
  if (length < min) {
    return min === 1
      ? t('must not be empty')
      : t('needs at least {min} characters', { min: formatParamNumber(min) })
  }
  return t('does not have the format that this model expects')
}

function checkList(schema: JsonSchema, value: readonly unknown[], place: ValuePlace): ParamIssue[] {
  const min = asNumber(schema['minItems']) ?? 0
  const max = asNumber(schema['maxItems']) ?? Infinity
  if (value.length < min || value.length > max) {
    const count =
      min === max
        ? `exactly ${formatParamNumber(min)}`
        : value.length < min
          ? t('at least {min}', { min: formatParamNumber(min) })
          : t('at most {max}', { max: formatParamNumber(max) })
    return [
      {
        path: place.path,
        message: t('{title} takes {count} entries.', { title: place.title, count }),
      },
    ]
  }
  const first = asList(schema['prefixItems'])
  const issues: ParamIssue[] = []
  for (const [at, item] of value.entries()) {
    const part = asSchema(at < first.length ? first[at] : schema['items'])
    if (!part) continue
    const title = slotTitle(schema, at) ?? `${place.title} ${at + 1}`
    issues.push(...checkValue(part, item, deeper(place, { path: `${place.path}/${at}`, title })))
  }
  if (issues.length > 0) return issues
  const atLeast = asNumber(schema['minContains']) ?? 1
  if (matches({ contains: schema['contains'] ?? true, minContains: atLeast }, value, place.work)) {
    return []
  }
  const what = getHints(schema)['widget'] === 'views' ? t('pictures') : t('such entries')
  return [
    {
      path: place.path,
      message: t('{title} needs at least {atLeast} {what}.', { title: place.title, atLeast, what }),
    },
  ]
}

function slotTitle(schema: JsonSchema, at: number): string | undefined {
  const hints = getHints(schema)
  const name = asTexts(hints['slots'])[at]
  if (name === undefined) return undefined
  const label = asText(ownValue(asSchema(hints['slotLabels']), name)) ?? name
  return label.replace(/(?<!\s)\s*\([^()]*\)$/, '').replace(/^./, (letter) => letter.toUpperCase())
}

function checkObject(
  schema: JsonSchema,
  value: { readonly [key: string]: unknown },
  place: ValuePlace,
): ParamIssue[] {
  const properties = asSchema(schema['properties']) ?? {}
  const issues: ParamIssue[] = []
  const getPart = (name: string): JsonSchema | undefined =>
    Object.hasOwn(properties, name) ? asSchema(properties[name]) : undefined
  const at = (name: string): ValuePlace => {
    const part = readPart(getPart(name) ?? {}, place.work.root).schema
    const title = `${place.title}: ${getParamTitle(part, name)}`
    return deeper(place, { path: `${place.path}/${name}`, title })
  }
  for (const name of asTexts(schema['required'])) {
    if (!isPresent(value, name)) {
      issues.push({
        path: at(name).path,
        message: t('{title} is required.', { title: at(name).title }),
      })
    }
  }
  for (const [name, item] of Object.entries(value)) {
    const part = getPart(name)
    if (part) issues.push(...checkValue(part, item, at(name)))
    else if (schema['additionalProperties'] === false && !Object.hasOwn(properties, name)) {
      const known = Object.keys(properties).slice(0, 40).join(', ')
      const message = t('{title} has no {name}. Known: {known}.', {
        title: place.title,
        name: cutText(name, 60),
        known,
      })
      issues.push({ path: at(name).path, message })
    }
  }
  const ways = asList(schema['oneOf']).map((option) => asTexts(asSchema(option)?.['required']))
  if (issues.length === 0 && ways.length > 1 && ways.every((names) => names.length > 0)) {
    const given = ways.filter((names) => names.every((name) => isPresent(value, name)))
    const list = formatList(ways.map((names) => formatList(names, 'and')))
    if (given.length > 1) {
      issues.push({
        path: place.path,
        message: t('{title} takes only one of {list}.', { title: place.title, list }),
      })
    } else if (given.length === 0) {
      issues.push({
        path: place.path,
        message: t('{title} needs {list}.', { title: place.title, list }),
      })
    }
  }
  return issues
}
