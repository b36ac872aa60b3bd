import { cutText } from '#lib/cut-text.ts'
import { asList, asNumber, asText, isRecord } from '#lib/fields.ts'
import { asSchema } from '#lib/params/param-schema.ts'
import type { JsonSchema, ParamSchema } from '#lib/params/param-schema.ts'
import type { GradioComponent, GradioParameter } from './gradio-answers.ts'
import { isState, type GradioApp } from './gradio-app.ts'

const fieldsMax = 80
const descriptionLengthMax = 300

/** An input that the user may set before the app is called. */
export type GradioInput = {
  param: string
  component: GradioComponent
  parameter: GradioParameter
}

/**
 * Returns the inputs of consecutive calls, without inputs that an earlier call produces.
 * @param chain names of existing endpoints.
 */
export function listGradioInputs(app: GradioApp, chain: readonly string[]): GradioInput[] {
  const inputs = new Map<number, GradioInput>()
  const made = new Set<number>()
  const names = new Set<string>()
  for (const endpoint of chain.flatMap((name) => app.endpoints.get(name) ?? [])) {
    const sent = endpoint.inputs.flatMap((id) => app.components.get(id) ?? [])
    sent
      .filter((component) => !isState(component))
      .forEach((component, at) => {
        if (made.has(component.id) || inputs.has(component.id) || !isShown(component)) return
        const parameter = endpoint.parameters[at] ?? { label: '' }
        const param = freeName(parameter.parameter_name ?? slug(getLabel(component)), names)
        inputs.set(component.id, { param, component, parameter })
      })
    for (const id of endpoint.outputs) if (!inputs.has(id)) made.add(id)
  }
  return [...inputs.values()].slice(0, fieldsMax)
}

const isShown = ({ type, props }: GradioComponent): boolean =>
  props['visible'] !== false && !/^(?:button|uploadbutton|downloadbutton|html|markdown)$/.test(type)

const getLabel = ({ id, type, props }: GradioComponent): string =>
  asText(props['label']) ?? `${type} ${id}`

function freeName(wanted: string, taken: Set<string>): string {
  const base = /^[\w-]{1,60}$/.test(wanted) ? wanted : slug(wanted)
  let name = base
  for (let count = 2; taken.has(name); count++) name = `${base}_${count}`
  taken.add(name)
  return name
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 60) || 'value'

export function createGradioForm(app: GradioApp, chain: readonly string[]): ParamSchema {
  const inputs = listGradioInputs(app, chain)
  const drawn = inputs.filter(({ param }) => param !== 'randomize_seed' || !hasSeed(inputs))
  const picture = drawn.find(({ component, parameter }) => {
    return isPictureInput(component) && parameter.parameter_has_default !== true
  })
  const fields = drawn.map(({ param, component, parameter }, order) => {
    return [param, { ...getField({ param, component, parameter }, order) }] as const
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: Object.fromEntries(fields),
    required: picture ? [picture.param] : [],
    additionalProperties: false,
  }
}

// Returns whether there is a seed param. Without one, the app chooses the seed.
export const hasSeed = (inputs: readonly GradioInput[]): boolean =>
  inputs.some(({ param }) => param === 'seed')

export const isPictureInput = ({ type }: GradioComponent): boolean =>
  /^(?:image|imageeditor|gallery)$/.test(type)

function getField(
  { param, component, parameter }: Pick<GradioInput, 'param' | 'component' | 'parameter'>,
  order: number,
): JsonSchema {
  const { type, props } = component
  const info = asText(props['info'])
  const isSeed = param === 'seed'
  const own = isSeed ? seedField : (fields.get(type)?.(props) ?? unknownField(parameter.type))
  const { 'x-ui': hints, ...schema } = own
  const value = props['value']
  const isPlain = ['string', 'number', 'boolean'].includes(typeof value)
  return {
    title: cutText(parameter.label || getLabel(component), 80),
    ...(info && { description: cutText(info.replaceAll(/[\s<>]+/g, ' '), descriptionLengthMax) }),
    ...schema,
    ...(isPlain && !isSeed && !isPictureInput(component) && { default: value }),
    'x-ui': { order, omitWhenEmpty: true, ...asSchema(hints) },
  }
}

const seedField: JsonSchema = { type: 'integer', minimum: 0, 'x-ui': { widget: 'seed' } }

type Props = GradioComponent['props']

/**
 * Converts a component's properties to JSON Schema, by component type. A `Map` is safe for any type
 * name that an app sends, such as `constructor`.
 */
const fields = new Map<string, (props: Props) => JsonSchema>(
  Object.entries({
    image: () => pictureSchema,
    imageeditor: () => pictureSchema,
    gallery: () => ({
      type: 'array',
      items: { type: 'string' },
      'x-ui': { widget: 'images', group: 'input' },
    }),
    slider: (props: Props) => getNumber(props, { widget: 'slider' }),
    number: (props: Props) => getNumber(props, {}),
    checkbox: () => ({ type: 'boolean' }),
    radio: (props: Props) => getChoices(props),
    dropdown: (props: Props) =>
      props['multiselect'] === true ? toArraySchema(props) : getChoices(props),
    checkboxgroup: (props: Props) => toArraySchema(props),
    textbox: (props: Props) => ({
      type: 'string',
      'x-ui': {
        ...((asNumber(props['lines']) ?? 1) > 1 && { widget: 'textarea' }),
        ...(asText(props['placeholder']) && { placeholder: props['placeholder'] }),
      },
    }),
  }),
)

const pictureSchema: JsonSchema = {
  type: 'string',
  'x-ui': { widget: 'image', group: 'input', important: true },
}

function getNumber(props: Props, hints: JsonSchema): JsonSchema {
  const { minimum, maximum, step, precision, value } = props
  const whole = [minimum ?? 0, value ?? 0, step ?? 0.5].every((part) => Number.isInteger(part))
  return {
    type: whole || precision === 0 ? 'integer' : 'number',
    ...(asNumber(minimum) !== undefined && { minimum }),
    ...(asNumber(maximum) !== undefined && { maximum }),
    'x-ui': { ...hints, ...(asNumber(step) !== undefined && { step }) },
  }
}

const getPairs = (props: Props): [string, unknown][] =>
  asList(props['choices']).map((choice): [string, unknown] =>
    Array.isArray(choice) ? [String(choice[0]), choice[1]] : [String(choice), choice],
  )

function getChoices(props: Props): JsonSchema {
  const pairs = getPairs(props)
  if (pairs.length === 0 || props['allow_custom_value'] === true) return { type: 'string' }
  return {
    enum: pairs.map(([, value]) => value),
    'x-ui': { labels: Object.fromEntries(pairs.map(([label, value]) => [String(value), label])) },
  }
}

const toArraySchema = (props: Props): JsonSchema => ({
  type: 'array',
  items: { enum: getPairs(props).map(([, value]) => value) },
  ...(Array.isArray(props['value']) && { default: props['value'] }),
})

const unknownField = (type: unknown): JsonSchema =>
  isRecord(type) && 'type' in type
    ? { type: type['type'] }
    : { 'x-ui': { widget: 'json', advanced: true } }
