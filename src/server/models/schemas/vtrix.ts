import type { ParamSchema } from '#lib/params/param-schema.ts'

/** Params of `vtrix_3d`: a prompt and a picture, both required. */
export const vtrix3dParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Vtrix 3D',
  type: 'object',
  required: ['text', 'image_url'],
  additionalProperties: false,
  properties: {
    image_url: {
      type: 'string',
      title: 'Picture',
      description: 'One picture of a single object.',
      minLength: 1,
      'x-ui': { order: 10, group: 'input', widget: 'image', important: true, means: 'picture' },
    },
    text: {
      type: 'string',
      title: 'Description',
      description: 'What the picture shows and what to make of it.',
      minLength: 1,
      maxLength: 4000,
      'x-ui': { order: 20, group: 'input', widget: 'textarea', important: true, means: 'prompt' },
    },
  },
  'x-output': { formats: ['glb'] },
}
