import { z } from 'zod'
import { paramSchemaSchema, type Model3d } from '#contract/models.ts'
import { JsonSyntaxError, parsePlacedJson, type JsonPath } from './json-places.ts'
import { lintSchema } from './lint-schema.ts'

const modelFileSchema = z.strictObject({
  provider: z.string().regex(/^[a-z][\w-]*$/i, 'must be the name of a provider, such as "gateway"'),
  model: z
    .string()
    .min(1, 'must be the provider’s name of the model')
    .max(180, 'is too long')
    .regex(/^[\x21-\x7e]+$/, 'must have no spaces and only ASCII characters'),
  name: z.string().min(1, 'must not be empty').max(200, 'is too long'),
  description: z.string().max(2_000, 'is too long').default(''),
  limits: z.string().max(2_000, 'is too long').optional(),
  expectedSeconds: z.number().positive('must be above 0').optional(),
  paramSchema: paramSchemaSchema,
})

/** A model file that cannot be used. */
export type ModelFileFault = { line: number; message: string }
export type ModelFileReading = Model3d | ModelFileFault

/**
 * Reads a model that somebody has written down: who provides it, and its params.
 *
 * @returns the model, or the first thing that is wrong with the file, with its line.
 */
export function readModelFile(text: string): ModelFileReading {
  try {
    const { value, lineOf } = parsePlacedJson(text)
    const checked = modelFileSchema.safeParse(value)
    if (!checked.success) {
      const [issue] = checked.error.issues
      const path = (issue?.path ?? []).map((part) => (typeof part === 'symbol' ? '' : part))
      const extra = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
      return { line: lineOf([...path, ...extra]), message: describeIssue(issue, path, value) }
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

function describeIssue(
  issue: z.core.$ZodIssue | undefined,
  path: JsonPath,
  value: unknown,
): string {
  const name = path.length === 0 ? 'The file' : path.join('.')
  if (issue?.code === 'unrecognized_keys') {
    return `“${issue.keys[0]}” is not known here. Known: ${Object.keys(modelFileSchema.shape).join(', ')}.`
  }
  if (issue && valueAt(value, path) === undefined) return `${name} is missing.`
  if (issue?.code === 'invalid_value') {
    const values = issue.values.map((one) => JSON.stringify(one))
    return `${name} must be ${values.join(' or ')}.`
  }
  if (issue?.code === 'invalid_type') {
    return `${name} must be of type ${issue.expected === 'record' ? 'object' : issue.expected}.`
  }
  return `${name} ${issue?.message ?? 'is wrong'}.`
}

const valueAt = (value: unknown, path: JsonPath): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null
        ? (part as Record<string | number, unknown>)[name]
        : undefined,
    value,
  )
