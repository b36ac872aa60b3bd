import type { Model3d } from '#contract/models.ts'
import type { JsonSchema, ParamSchema } from '#lib/params/param-schema.ts'
import { toOrderedProperties } from './ordered-properties.ts'

/** A follow-up operation of a service on a model that the same service has made. */
export type ServiceStep = Pick<Model3d, 'name' | 'description' | 'expectedSeconds'> & {
  model: string
  properties: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  /** Dependencies between params, as entries of the JSON Schema keyword `allOf`. */
  rules?: readonly JsonSchema[]
  price?: JsonSchema
  follows: (model: string) => boolean
}

/**
 * Returns the operations that can follow a model, in the format in which the connection lists its
 * models.
 */
export const stepsAfter = (
  provider: string,
  steps: readonly ServiceStep[],
  model: string,
): Model3d[] =>
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

export const toStepSchema = ({
  properties,
  required = [],
  rules,
  price,
}: ServiceStep): ParamSchema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: toOrderedProperties(properties, { omitWhenEmpty: true }),
  required: [...required],
  additionalProperties: false,
  ...(rules && { allOf: rules }),
  ...(price && { 'x-price': price }),
})
