import { pictureLimits } from '#contract/files.ts'

/**
 * The schema of one picture as the Tripo family takes it, so that what existing clients send fits: an
 * object with one of three ways to name it.
 */
export const pictureField = (text: { title: string; description: string }, order: number) => ({
  ...text,
  type: 'object',
  properties: {
    type: {
      type: 'string',
      maxLength: 40,
      title: 'Kind',
      description: 'Ending of the file name, such as png. Not needed: the content is looked at.',
    },
    file_token: { type: 'string', title: 'Upload', description: 'Id of an uploaded picture.' },
    url: {
      type: 'string',
      title: 'Address',
      description: 'An https: or data: address, or one of this server.',
    },
    object: {
      type: ['object', 'string'],
      title: 'Object-store reference',
      description:
        'Bucket and key at the vendor. This server cannot read it; use one of the others.',
    },
  },
  oneOf: [{ required: ['file_token'] }, { required: ['url'] }, { required: ['object'] }],
  additionalProperties: false,
  'x-ui': {
    order,
    group: 'input',
    widget: 'image',
    important: true,
    accept: pictureLimits.mimeTypes,
    maxBytes: pictureLimits.sizeBytesMax,
    minSidePx: pictureLimits.sidePxMin,
    maxSidePx: pictureLimits.sidePxMax,
    recommendedMinSidePx: 256,
  },
})
