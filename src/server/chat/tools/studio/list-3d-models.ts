import { z } from 'zod'
import type { Model3d } from '#contract/models.ts'
import { readFields } from '#lib/params/read-fields.ts'
import { formatPrice, calculatePrice } from '#lib/params/price.ts'
import { defineTool, type Tool } from '../tool.ts'
import { findDefaultModel } from './make-3d-model.ts'
import type { Studio } from './studio.ts'

const modelsMax = 60

const input = z.object({
  model: z.string().max(200).optional().describe('Id of one model, to get its params.'),
})

const output = z.object({
  default: z.string(),
  models: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      price: z.string().optional().describe('In words; absent where it is not known.'),
      expected_seconds: z.number().optional(),
    }),
  ),
})

export const createModelListTool = (studio: Pick<Studio, 'catalogue'>): Tool =>
  defineTool({
    name: 'list_3d_models',
    title: '3D models to choose from',
    description:
      'Lists what can make 3D models here; with an id, the params of one. Only needed where the default is not good enough.',
    effect: 'reads',
    input,
    output,
    run: async ({ model }, { signal }) => {
      if (model !== undefined) {
        const { model3d } = await studio.catalogue.generation(model, signal)
        return { text: describeParams(model3d), structured: formatList(studio, [model3d]) }
      }
      const { models } = await studio.catalogue.list(signal)
      const known = models.filter((one) => one.kind === '3d')
      const listed = known.slice(0, modelsMax)
      const more = known.length - listed.length
      const lines = [
        `Default: ${findDefaultModel(studio)}`,
        ...listed.map(describeModel),
        ...(more > 0 ? [`… and ${more} more.`] : []),
      ]
      return { text: lines.join('\n'), structured: formatList(studio, listed) }
    },
  })

const formatList = (
  studio: Pick<Studio, 'catalogue'>,
  models: readonly Model3d[],
): z.infer<typeof output> => ({
  default: findDefaultModel(studio),
  models: models.map((model) => {
    const { id, name, expectedSeconds } = model
    const price = computeCost(model)
    return {
      id,
      name,
      ...(price !== '' && { price }),
      ...(expectedSeconds !== undefined && { expected_seconds: expectedSeconds }),
    }
  }),
})

function computeCost({ provider, paramSchema }: Model3d): string {
  if (provider === 'local') return 'free'
  const price = calculatePrice(paramSchema, {})
  if (!price) return ''
  return price.amount === 0 ? 'free' : `from ${formatPrice(price)}`
}

export function describeModel(model: Model3d): string {
  const { id, name, description, expectedSeconds } = model
  const cost = computeCost(model)
  const facts = [cost, expectedSeconds && `about ${expectedSeconds} s`].filter(Boolean).join(', ')
  return `${id}: ${name}${facts && ` (${facts})`}. ${description}`.slice(0, 400)
}

export function describeParams({ id, name, limits, paramSchema }: Model3d): string {
  const lines = readFields(paramSchema).map((field) => {
    const choices = field.choices.slice(0, 20).map(({ value }) => JSON.stringify(value))
    const range = [field.min, field.max].some((bound) => bound !== undefined)
      ? `${field.min ?? '…'} to ${field.max ?? '…'}`
      : ''
    const facts = [
      field.kind,
      field.required && 'required',
      choices.length > 0 && `one of ${choices.join(', ')}`,
      range,
      field.default !== undefined && `default ${JSON.stringify(field.default)}`,
    ]
    const about = field.description ? ` ${field.description.slice(0, 160)}` : ''
    return `${field.name} (${facts.filter(Boolean).join('; ')}): ${field.title}.${about}`
  })
  return [`${id}: ${name}. ${limits ?? ''}`, ...lines].join('\n')
}
