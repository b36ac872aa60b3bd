import { z } from 'zod'
import { cutText } from '#lib/cut-text.ts'

const texts = z.array(z.string()).nullish().catch(undefined)
const text = z.string().nullish().catch(undefined)
const id = z.string().min(1).max(180)

const hitSchema = z
  .looseObject({ id, name: text, description: text, output: texts, media_type: text })
  .transform(({ id: model, name, description, output, media_type: kind }) => ({
    model,
    name: name || model,
    description: description || '',
    outputs: [...(output ?? []), ...(kind ? [kind] : [])],
  }))

const entrySchema = z
  .looseObject({
    model_id: id,
    name: text,
    description: text,
    type: text,
    output_modalities: texts,
  })
  .transform(({ model_id: model, name, description, type, output_modalities: output }) => ({
    model,
    name: name || model,
    description: description || '',
    outputs: [...(output ?? []), ...(type ? [type] : [])],
  }))

const searchSchema = z.looseObject({ hits: z.array(z.unknown()) })
const pageSchema = z.looseObject({
  data: z.looseObject({ models: z.array(z.unknown()) }),
})
const describedSchema = z.looseObject({ data: z.looseObject({}) })

export type GatewayListedModel = { model: string; name: string; description: string }

/** Returns `undefined` for responses in another format. */
export function modelsInSearch(answer: unknown): GatewayListedModel[] | undefined {
  const search = searchSchema.safeParse(answer).data
  return search && only3d(search.hits.flatMap((hit) => hitSchema.safeParse(hit).data ?? []))
}

/** Returns `undefined` for responses in another format. */
export function modelsInPage(answer: unknown): GatewayListedModel[] | undefined {
  const page = pageSchema.safeParse(answer).data
  return (
    page && only3d(page.data.models.flatMap((entry) => entrySchema.safeParse(entry).data ?? []))
  )
}

/** Returns `undefined` if the response contains no description. */
export const describedIn = (answer: unknown): Record<string, unknown> | undefined =>
  describedSchema.safeParse(answer).data?.data

/** The models are filtered here, because some gateways ignore the filter of the request. */
function only3d(
  models: readonly (GatewayListedModel & { outputs: string[] })[],
): GatewayListedModel[] {
  return models
    .filter(({ outputs }) => outputs.length === 0 || outputs.some((one) => /3d/i.test(one)))
    .map(({ model, name, description }) => ({
      model,
      name: cutText(name, 100),
      description: cutText(description, 500),
    }))
}
