// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import type { ParamSchema } from '#lib/params/param-schema.ts'
import {
  eachViewOnce,
  eitherTextOrPicture,
  pbrField,
  pictureFields,
  promptField,
  viewsField,
  viewsNeedPicture,
} from './hunyuan-fields.ts'
import { advise, hasAny, ignores, is, not, reject, within } from './rules.ts'

const sketch = is('generate_type', 'Sketch')
const lowPoly = is('generate_type', 'LowPoly')
const bare = is('generate_type', 'Geometry')

export const hunyuanProParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Hunyuan3D Pro',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...pictureFields,
    prompt: promptField(1024),
    generate_type: {
      type: 'string',
      title: 'Kind of result',
      description: 'A sketch is modelled from its lines and the description.',
      enum: ['Normal', 'LowPoly', 'Geometry', 'Sketch'],
      default: 'Normal',
      'x-ui': {
        order: 25,
        group: 'geometry',
        important: true,
        labels: {
          Normal: 'Textured model',
          LowPoly: 'Low poly',
          Geometry: 'Bare shape',
          Sketch: 'From a sketch',
        },
      },
    },
    multi_view_images: viewsField({
      side: 'ViewType',
      url: 'ViewImageUrl',
      base64: 'ViewImageBase64',
    }),
    face_count: {
      type: 'integer',
      title: 'Face count',
      description: 'Target number of faces.',
      minimum: 3_000,
      maximum: 1_500_000,
      default: 500_000,
      'x-ui': { order: 40, group: 'geometry', widget: 'slider', scale: 'log', unit: 'faces' },
    },
    polygon_type: {
      type: 'string',
      title: 'Polygons',
      description: 'Faces of the low-poly model.',
      enum: ['triangle', 'quadrilateral'],
      default: 'triangle',
      'x-ui': {
        order: 50,
        group: 'geometry',
        labels: { triangle: 'Triangles', quadrilateral: 'Quads and triangles' },
        visibleWhen: lowPoly,
      },
    },
    enable_pbr: {
      ...pbrField(60, not(bare)),
      description: 'Adds metalness, roughness and normal maps. No effect on untextured models.',
    },
  },
  allOf: [
    ...eitherTextOrPicture(not(sketch)),
    reject('A sketch needs a description too.', { if: sketch, then: { required: ['prompt'] } }),
    reject('A sketch needs a picture.', {
      if: sketch,
      then: hasAny(['image_url', 'image_base64']),
    }),
    reject('Give the picture once: as URL or as data.', {
      if: sketch,
      then: not({ required: ['image_url', 'image_base64'] }),
    }),
    reject('A sketch cannot have further views.', {
      if: sketch,
      then: not({ required: ['multi_view_images'] }),
    }),
    reject('A face count below 10,000 is for low poly only.', {
      if: not(lowPoly),
      then: within('face_count', { minimum: 10_000 }),
    }),
    ignores('Polygons count for low poly only.', {
      if: not(lowPoly),
      then: { properties: { polygon_type: { const: 'triangle' } } },
    }),
    ignores('PBR has no effect on untextured models.', {
      if: bare,
      then: { properties: { enable_pbr: { const: false } } },
    }),
    advise('Some gateways refuse fewer than 40,000 faces.', {
      if: { required: ['face_count'] },
      then: within('face_count', { minimum: 40_000 }),
    }),
    viewsNeedPicture,
    ...eachViewOnce('ViewType'),
  ],
  'x-presets': [
    {
      name: 'Standard',
      description: 'The model’s defaults.',
      set: { generate_type: null, face_count: null, enable_pbr: null, polygon_type: null },
    },
    {
      name: 'Bare shape',
      description: 'Untextured: for printing.',
      set: { generate_type: 'Geometry', face_count: null, enable_pbr: null, polygon_type: null },
    },
    {
      name: 'Low poly',
      description: 'Few faces in a clean layout.',
      set: { generate_type: 'LowPoly', face_count: 40_000, enable_pbr: null, polygon_type: null },
    },
  ],
  'x-price': {
    unit: 'usd',
    label: 'Model',
    base: 0.375,
    add: [
      { label: 'PBR materials', amount: 0.15, when: is('enable_pbr', true) },
      { label: 'Further views', amount: 0.15, when: { required: ['multi_view_images'] } },
      {
        label: 'Own face count',
        amount: 0.15,
        when: { properties: { face_count: { not: { const: 500_000 } } }, required: ['face_count'] },
      },
    ],
    certain: false,
    note: 'fal’s price in October 2026; your gateway may charge differently.',
  },
  'x-output': { formats: ['glb', 'zip'], linkLifetimeSeconds: 86_400 },
}
