import type { ParamSchema } from '#lib/params/param-schema.ts'
import {
  eachViewOnce,
  eitherTextOrPicture,
  formatField,
  pbrField,
  pictureFields,
  promptField,
  viewsField,
  viewsNeedPicture,
} from './hunyuan-fields.ts'

/** An OBJ is delivered with its materials and textures in an archive. */
export const hunyuanOutput = {
  formats: ['zip'],
  formatParam: 'result_format',
  when: [{ if: { properties: { result_format: { const: 'OBJ' } } }, formats: ['zip'] }],
  linkLifetimeSeconds: 86_400,
}

export const hunyuanParams: ParamSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Hunyuan3D',
  type: 'object',
  additionalProperties: false,
  properties: {
    ...pictureFields,
    prompt: promptField(1024),
    multi_view_images: viewsField({ side: 'View', url: 'ImageUrl', base64: 'ImageBase64' }),
    enable_pbr: pbrField(40),
    result_format: formatField(50),
  },
  allOf: [...eitherTextOrPicture({}), viewsNeedPicture, ...eachViewOnce('View')],
  'x-output': hunyuanOutput,
}
