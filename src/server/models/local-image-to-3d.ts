import type { Model3d } from '#contract/models.ts'
import { stages } from '#engine/stages.ts'
import { defaultEngineParams, paramBounds, type ViewName } from '#engine/params.ts'
import { stageNames } from './stage-names.ts'
import { pictureField } from './picture-field.ts'

const whenTextured = { properties: { texture: { const: true } } }
const whenStanding = { properties: { style: { enum: ['auto', 'object', 'turned', 'flat'] } } }

const untouched = { face_limit: null, depth: null, thickness: null, detail: null, texture: null }

/** Sides of an object, in the order of the pictures in the param `views`. */
export const localViews: readonly ViewName[] = ['back', 'left', 'right']

const { 'x-ui': pictureHints, ...view } = pictureField(
  { title: 'View', description: 'One side of the object.' },
  15,
)
const emptyView = { type: 'object', maxProperties: 0 }

export const localImageTo3d: Model3d = {
  id: 'local/image-to-3d',
  name: 'Local engine',
  provider: 'local',
  kind: '3d',
  stages: stages.map((stage) => stageNames[stage]),
  description:
    'Makes a watertight, textured model on this machine in seconds, from one picture or, better, from up to four sides. Needs no key, and nothing leaves the machine.',
  limits:
    'One picture shows only one side: without others the shape follows the outline and the shading, while true depth, the back, the underside and hollows are guessed. Best with characters, animals, bottles, cups, houses and logos seen straight from the front or the side; weak with oblique views and scenes.',
  paramSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Local engine',
    type: 'object',
    required: ['file'],
    additionalProperties: false,
    properties: {
      file: pictureField(
        {
          title: 'Picture',
          description: 'One object on a plain or transparent background works best.',
        },
        10,
      ),
      views: {
        type: 'array',
        title: 'More sides',
        description:
          'The same object from other sides, a quarter turn apart. Left is the object’s own left. A back view gives the back its own colours; side views set the depth, and what is open between legs.',
        prefixItems: localViews.map(() => ({ anyOf: [view, emptyView] })),
        maxItems: localViews.length,
        'x-ui': {
          ...pictureHints,
          group: 'views',
          important: false,
          widget: 'views',
          slots: localViews,
          omitWhenEmpty: true,
        },
      },
      style: {
        type: 'string',
        title: 'Shape',
        description:
          'How to fill in the depth that the picture does not show. Backs, undersides and hollows are always guessed; cups come out filled.',
        enum: ['auto', 'object', 'turned', 'flat', 'relief'],
        default: defaultEngineParams.style,
        'x-ui': {
          order: 20,
          group: 'geometry',
          important: true,
          means: 'kind-of-shape',
          labels: {
            auto: 'Automatic',
            object: 'Solid object',
            turned: 'Turned, like a vase',
            flat: 'Flat, like a logo',
            relief: 'Relief',
          },
        },
      },
      face_limit: {
        type: 'integer',
        title: 'Triangle limit',
        description:
          'Also called face limit: the maximum number of triangles. More keep finer detail.',
        minimum: paramBounds.face_limit[0],
        maximum: paramBounds.face_limit[1],
        default: defaultEngineParams.face_limit,
        'x-ui': {
          order: 30,
          group: 'geometry',
          widget: 'slider',
          scale: 'log',
          unit: 'triangles',
          important: true,
        },
      },
      depth: {
        type: 'number',
        title: 'How deep is it?',
        description:
          'Depth from front to back, as a share of the longest side in the picture; 1 is as deep as long. Empty: estimated.',
        minimum: paramBounds.depth[0],
        maximum: paramBounds.depth[1],
        'x-ui': {
          order: 35,
          group: 'geometry',
          step: 0.05,
          unit: '×',
          omitWhenEmpty: true,
          means: 'depth-ratio',
          visibleWhen: whenStanding,
        },
      },
      thickness: {
        type: 'number',
        title: 'Thickness',
        description: 'Factor on the depth from front to back; 1 keeps it as it is.',
        minimum: paramBounds.thickness[0],
        maximum: paramBounds.thickness[1],
        default: defaultEngineParams.thickness,
        'x-ui': {
          order: 40,
          group: 'geometry',
          widget: 'slider',
          step: 0.05,
          unit: '×',
          means: 'depth-factor',
        },
      },
      detail: {
        type: 'number',
        title: 'Detail',
        description: 'How far parts and creases stand out from the surface; 0 keeps it smooth.',
        minimum: paramBounds.detail[0],
        maximum: paramBounds.detail[1],
        default: defaultEngineParams.detail,
        'x-ui': { order: 50, group: 'geometry', widget: 'slider', step: 0.05, unit: '×' },
      },
      back: {
        type: 'string',
        title: 'Back',
        description: 'How to paint the unseen side.',
        enum: ['auto', 'mirror', 'inpaint'],
        default: defaultEngineParams.back,
        'x-ui': {
          order: 60,
          group: 'texture',
          labels: {
            auto: 'Automatic',
            mirror: 'The front again',
            inpaint: 'Plain, without face or writing',
          },
        },
      },
      texture: {
        type: 'boolean',
        title: 'Texture',
        description: 'Paint the model with the colours of the picture.',
        default: defaultEngineParams.texture,
        'x-ui': { order: 70, group: 'texture', important: true },
      },
      pbr: {
        type: 'boolean',
        title: 'PBR maps',
        description: 'Add normal, occlusion, roughness and metalness maps. Makes the file larger.',
        default: defaultEngineParams.pbr,
        'x-ui': {
          order: 80,
          group: 'texture',
          visibleWhen: whenTextured,
          valueWhenHidden: false,
        },
      },
      texture_size: {
        title: 'Texture size',
        description: 'Size of the texture of one side of the model.',
        enum: ['auto', 512, 1024, 2048, 4096],
        default: defaultEngineParams.texture_size,
        'x-ui': {
          order: 90,
          group: 'texture',
          advanced: true,
          labels: {
            auto: 'As the picture',
            512: '512 px',
            1024: '1024 px',
            2048: '2048 px',
            4096: '4096 px',
          },
          visibleWhen: whenTextured,
        },
      },
      texture_format: {
        type: 'string',
        title: 'Texture format',
        description: 'WebP makes smaller files; some older apps cannot open them.',
        enum: ['jpeg', 'webp'],
        default: defaultEngineParams.texture_format,
        'x-ui': {
          order: 95,
          group: 'texture',
          advanced: true,
          labels: { jpeg: 'JPEG', webp: 'WebP' },
          visibleWhen: whenTextured,
        },
      },
      auto_size: {
        type: 'number',
        title: 'Size',
        description: 'Longest side of the model as seen in the picture, in metres.',
        minimum: paramBounds.auto_size[0],
        maximum: paramBounds.auto_size[1],
        default: defaultEngineParams.auto_size,
        'x-ui': { order: 65, group: 'geometry', advanced: true, unit: 'm' },
      },
      model_seed: {
        type: 'integer',
        title: 'Seed',
        description:
          'The same seed gives the same model. Other seeds vary thickness and detail slightly; 0 does not.',
        minimum: 0,
        maximum: 2_147_483_647,
        'x-ui': {
          order: 100,
          group: 'advanced',
          widget: 'seed',
          advanced: true,
          omitWhenEmpty: true,
        },
      },
    },
    'x-presets': [
      { name: 'Standard', description: 'For viewing on screen.', set: untouched },
      {
        name: 'Fine',
        description: 'More triangles and finer parts, in a larger file.',
        set: { ...untouched, face_limit: 100_000, detail: 1.3 },
      },
      {
        name: 'Game asset',
        description: 'Few triangles; fine detail is kept in the maps.',
        set: { ...untouched, face_limit: 3_000 },
      },
      {
        name: 'For printing',
        description: 'Untextured and slightly thicker.',
        set: { ...untouched, face_limit: 100_000, thickness: 1.2, texture: false },
      },
    ],
    'x-output': { formats: ['glb'] },
  },
}
