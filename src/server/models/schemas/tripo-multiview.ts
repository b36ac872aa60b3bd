import type { ParamSchema } from '#lib/params/param-schema.ts'
import { pictureField } from '../picture-field.ts'
import {
  currentVersions,
  tripoFields,
  tripoPictureFields,
  hiddenParam,
  createVersionField,
} from './tripo-fields.ts'
import { tripoOutput, tripoPresets, tripoPrice, tripoPictureRules } from './tripo-rules.ts'

const { 'x-ui': limits, ...view } = pictureField(
  { title: 'View', description: 'One side of the object.' },
  10,
)
const optionalView = { anyOf: [view, { type: 'object', maxProperties: 0 }] }

/** Params of `tripo3d_multiview_to_model` on gateways: four pictures. Up to two may be `{}`. */
export const tripoMultiviewToModelParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Tripo multiview to model',
  type: 'object',
  required: ['files'],
  additionalProperties: false,
  properties: {
    files: {
      type: 'array',
      title: 'Views',
      description:
        'The front and at least one more side, a quarter turn apart. Left is the left of the thing itself.',
      prefixItems: [view, optionalView, optionalView, optionalView],
      minItems: 4,
      maxItems: 4,
      contains: { type: 'object', minProperties: 1 },
      minContains: 2,
      'x-ui': {
        ...limits,
        widget: 'views',
        slots: ['front', 'left', 'back', 'right'],
        slotLabels: {
          front: 'Front (0°)',
          left: 'Left (90°)',
          back: 'Back (180°)',
          right: 'Right (270°)',
        },
      },
    },
    model_version: createVersionField(currentVersions, 20),
    ...tripoFields,
    ...tripoPictureFields,
    model_seed: hiddenParam(
      'Shape seed',
      'Taken from programs; gateways may refuse it for views.',
      {
        type: 'integer',
        minimum: 0,
        maximum: 2_147_483_647,
      },
    ),
  },
  allOf: tripoPictureRules,
  'x-presets': tripoPresets,
  'x-price': tripoPrice({ usual: 0.2, p1: 0.4 }),
  'x-output': tripoOutput,
}
