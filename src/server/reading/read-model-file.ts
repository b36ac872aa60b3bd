import { z } from 'zod'
import { paramSchemaSchema, type Model3d } from '#contract/models.ts'
import { firstFault, type FileFault } from './first-fault.ts'
import { JsonSyntaxError, parsePlacedJson } from './json-places.ts'
import { lintSchema } from './lint-schema.ts'

const modelFileSchema = z.strictObject({
  provider: z.string().regex(/^[a-z][\w-]*$/i, 'must be the name of a provider, such as "gateway"'),
  model: z
    .string()
    .min(1, 'must be the service’s name of the model')
    .max(180, 'is too long')
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces and only ASCII characters'),
  name: z.string().min(1, 'must not be empty').max(200, 'is too long'),
  description: z.string().max(2_000, 'is too long').default(''),
  limits: z.string().max(2_000, 'is too long').optional(),
  expectedSeconds: z.number().positive('must be above 0').optional(),
  paramSchema: paramSchemaSchema,
})

export type ModelFileReading = Model3d | FileFault

/**
 * Reads a hand-written description of a 3D model: its provider and params.
 * @returns the model, or the first error with its line.
 */
export function readModelFile(text: string): ModelFileReading {
  try {
    const { value, lineOf } = parsePlacedJson(text)
    const checked = modelFileSchema.safeParse(value)
    if (!checked.success) {
      return firstFault(checked.error, { value, lineOf }, () => Object.keys(modelFileSchema.shape))
    }
    const { provider, model, ...rest } = checked.data
    const [fault] = lintSchema(rest.paramSchema)
    if (fault) return { line: lineOf(['paramSchema', ...fault.path]), message: fault.message }
    const { limits, expectedSeconds, ...texts } = rest
    return {
      ...texts,
      id: `${provider}/${model}`,
      provider,
      kind: '3d',
      ...(limits !== undefined && { limits }),
      ...(expectedSeconds !== undefined && { expectedSeconds }),
    }
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error
    return { line: error.line, message: error.message }
  }
}
