import type { JsonSchema } from '../param-schema.ts'

/** Short ways to write the fields of example schemas. `ui` are their `x-ui` hints. */
type Ui = Record<string, unknown>

export const picture = (ui: Ui = {}): JsonSchema => ({
  type: 'string',
  title: 'Picture',
  format: 'uri',
  'x-ui': { widget: 'image', group: 'input', accept: ['image/png', 'image/jpeg'], ...ui },
})

export const upload: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    file_token: { type: 'string' },
    url: { type: 'string', format: 'uri' },
    object: { type: 'object' },
  },
  oneOf: [{ required: ['file_token'] }, { required: ['url'] }, { required: ['object'] }],
  additionalProperties: false,
}

export const flag = (preset: boolean, ui: Ui = {}): JsonSchema => ({
  type: 'boolean',
  default: preset,
  'x-ui': ui,
})

export const pick = (values: readonly unknown[], preset?: unknown, ui: Ui = {}): JsonSchema => ({
  enum: values,
  ...(preset !== undefined && { default: preset }),
  'x-ui': ui,
})

type Range = { min?: number; max?: number; preset?: number }

const range = ({ min, max, preset }: Range): JsonSchema => ({
  ...(min !== undefined && { minimum: min }),
  ...(max !== undefined && { maximum: max }),
  ...(preset !== undefined && { default: preset }),
})

export const whole = (bounds: Range, ui: Ui = {}): JsonSchema => ({
  type: 'integer',
  ...range(bounds),
  'x-ui': { widget: 'slider', ...ui },
})

export const number = (bounds: Range, ui: Ui = {}): JsonSchema => ({
  type: 'number',
  ...range(bounds),
  'x-ui': { widget: 'slider', ...ui },
})

export const seed = (max = 2 ** 31 - 1): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  maximum: max,
  'x-ui': { widget: 'seed', advanced: true, omitWhenEmpty: true },
})

export const words = (max: number): JsonSchema => ({
  type: 'string',
  maxLength: max,
  'x-ui': { widget: 'textarea', omitWhenEmpty: true },
})

export const eq = (name: string, value: unknown): JsonSchema => ({
  properties: { [name]: { const: value } },
  required: [name],
})

/** As `eq`, and an absent one counts too. */
export const like = (name: string, value: unknown): JsonSchema => ({
  properties: { [name]: { const: value } },
})
