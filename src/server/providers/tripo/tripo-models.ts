import type { HostModel } from '../service/host-model.ts'
import { tripoSchema } from './tripo-schema.ts'

type TripoModel = Pick<HostModel, 'name' | 'description'> & {
  path: string
  schema: Parameters<typeof tripoSchema>
}

const fromPicture = '/generation/image-to-model'
const fromViews = '/generation/multiview-to-model'
const fromText = '/generation/text-to-model'
const billed = 'Tripo bills it in credits.'

/** Tripo's models by id. Models of the v2 API keep their v2 ids. */
const table: Readonly<Record<string, TripoModel>> = {
  image_to_model: {
    path: fromPicture,
    schema: ['picture', 'detailed'],
    name: 'Tripo image to model',
    description: `A textured model from one picture. ${billed}`,
  },
  multiview_to_model: {
    path: fromViews,
    schema: ['views', 'detailed'],
    name: 'Tripo views to model',
    description: `A textured model from two to four views. ${billed}`,
  },
  text_to_model: {
    path: fromText,
    schema: ['text', 'detailed'],
    name: 'Tripo text to model',
    description: `A textured model from a description. ${billed}`,
  },
  p1_image_to_model: {
    path: fromPicture,
    schema: ['picture', 'lowPoly'],
    name: 'Tripo P image to model',
    description: `A clean model with few faces from one picture. ${billed}`,
  },
  p_multiview_to_model: {
    path: fromViews,
    schema: ['views', 'lowPoly'],
    name: 'Tripo P views to model',
    description: `A clean model with few faces from two to four views. ${billed}`,
  },
  p_text_to_model: {
    path: fromText,
    schema: ['text', 'lowPoly'],
    name: 'Tripo P text to model',
    description: `A clean model with few faces from a description. ${billed}`,
  },
}

export const findTripoModel = (model: string): TripoModel | undefined =>
  Object.hasOwn(table, model) ? table[model] : undefined

export const tripoModels: readonly HostModel[] = Object.entries(table).map(
  ([model, { name, description, schema }]) => ({
    model,
    name,
    description,
    expectedSeconds: schema[1] === 'detailed' ? 100 : 60,
    load: () => Promise.resolve({ default: tripoSchema(...schema) }),
  }),
)
