import { pictureLimits } from '#contract/files.ts'

/**
 * Returns the schema of one picture, an object with one of three references. The format is that of
 * Tripo, for compatibility with existing clients.
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
