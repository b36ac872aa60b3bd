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
      description: 'File extension, such as png. Optional: the content decides.',
    },
    file_token: { type: 'string', title: 'Upload', description: 'Id of an uploaded picture.' },
    url: {
      type: 'string',
      title: 'Address',
      description: 'An https: or data: URL, or a URL of this server.',
    },
    object: {
      type: ['object', 'string'],
      title: 'Object-store reference',
      description:
        'Bucket and key at the vendor. This server cannot read it; use file_token or url.',
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
