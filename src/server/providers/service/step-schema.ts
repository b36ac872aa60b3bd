import type { Model3d } from '#contract/models.ts'
import type { JsonSchema, ParamSchema } from '#lib/params/param-schema.ts'

/** Something that a service can do with a model that it has made. */
export type Step = Pick<Model3d, 'name' | 'description' | 'expectedSeconds'> & {
  /** The service's own name of it. */
  model: string
  properties: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  /** As entries of `allOf`. */
  rules?: readonly JsonSchema[]
  /** As `x-price` has it. */
  price?: JsonSchema
  /** Whether it can follow on what a model, or another step, has made. */
  follows: (model: string) => boolean
}

/** The steps that can follow a model, as models under the id of their connection. */
export const stepsAfter = (provider: string, steps: readonly Step[], model: string): Model3d[] =>
  steps
    .filter(({ follows }) => follows(model))
    .map((step) => ({
      name: step.name,
      description: step.description,
      ...(step.expectedSeconds !== undefined && { expectedSeconds: step.expectedSeconds }),
      id: `${provider}/${step.model}`,
      provider,
      kind: '3d',
      paramSchema: toStepSchema(step),
    }))

/** The params of a step. */
export const toStepSchema = ({ properties, required = [], rules, price }: Step): ParamSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, field], order) => [
      name,
      { ...field, 'x-ui': { order, omitWhenEmpty: true, ...(field['x-ui'] as JsonSchema) } },
    ]),
  ),
  required: [...required],
  additionalProperties: false,
  ...(rules && { allOf: rules }),
  ...(price && { 'x-price': price }),
})
