import type { ParamSchema } from '#lib/params/param-schema.ts'

/** A picture for Seed3D. The model also accepts BMP, which this server cannot store. */
const picture = {
  type: 'string',
  title: 'Picture',
  description: 'One picture of a single object.',
  minLength: 1,
  'x-ui': {
    order: 10,
    group: 'input',
    widget: 'image',
    important: true,
    means: 'picture',
    accept: ['image/png', 'image/jpeg', 'image/webp'],
    maxBytes: 10 * 1024 * 1024,
    maxSidePx: 4096,
  },
}

const price = {
  unit: 'usd',
  base: 0.353,
  certain: false,
  note: 'One reseller’s price; your gateway may charge differently.',
}

const prompt = {
  type: 'string',
  title: 'Description',
  description: 'What the picture shows, in a few words.',
  maxLength: 1024,
  'x-ui': { order: 20, group: 'input', widget: 'textarea', important: true, omitWhenEmpty: true },
}

/** Params of `spark_3d`, a gateway's name for Seed3D. */
export const spark3dParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Seed3D',
  type: 'object',
  required: ['image'],
  additionalProperties: false,
  properties: {
    image: picture,
    prompt,
    subdivision_level: {
      type: 'string',
      title: 'Detail',
      description: 'About 30,000, 100,000 or 200,000 faces.',
      enum: ['low', 'medium', 'high'],
      default: 'medium',
      'x-ui': { order: 30, group: 'geometry', important: true },
    },
    file_format: {
      type: 'string',
      title: 'File format',
      description: 'File format of the model.',
      enum: ['glb', 'obj', 'usd', 'usdz'],
      default: 'glb',
      'x-ui': {
        order: 40,
        group: 'output',
        advanced: true,
        labels: { glb: 'GLB', obj: 'OBJ', usd: 'USD', usdz: 'USDZ' },
      },
    },
  },
  'x-price': price,
  'x-output': { formats: ['glb', 'zip'], formatParam: 'file_format', linkLifetimeSeconds: 86_400 },
}

/**
 * Params of `volces_seed3d`, a gateway's name for Seed3D: only a picture and a prompt, both
 * required.
 */
export const volcesSeed3dParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Seed3D',
  type: 'object',
  required: ['image', 'prompt'],
  additionalProperties: false,
  properties: { image: picture, prompt: { ...prompt, minLength: 1 } },
  'x-price': price,
  'x-output': { formats: ['glb', 'zip'], linkLifetimeSeconds: 86_400 },
}
