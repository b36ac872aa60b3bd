// oxlint-disable unicorn/no-thenable -- a word of JSON Schema
import { advise, hasAny, reject } from './rules.ts'

export const imageTypes = ['image/png', 'image/jpeg', 'image/webp']

const pictureLimits = {
  accept: imageTypes,
  maxBytes: 8 * 1024 * 1024,
  minSidePx: 128,
  maxSidePx: 5000,
}

export const promptField = (lengthMax: number) => ({
  type: 'string',
  title: 'Description',
  description: 'What to make, in words, where there is no picture.',
  minLength: 1,
  maxLength: lengthMax,
  'x-ui': { order: 20, group: 'input', widget: 'textarea', important: true, omitWhenEmpty: true },
})

/** The picture as a URL, and for programs as base64. */
export const pictureFields = {
  image_url: {
    type: 'string',
    title: 'Picture',
    description: 'One object, seen from the front.',
    minLength: 1,
    'x-ui': {
      order: 10,
      group: 'input',
      widget: 'image',
      important: true,
      omitWhenEmpty: true,
      means: 'picture',
      ...pictureLimits,
    },
  },
  image_base64: {
    type: 'string',
    title: 'Picture data',
    description: 'The picture as base64. For API clients.',
    minLength: 1,
    contentEncoding: 'base64',
    'x-ui': { order: 15, group: 'hidden', widget: 'image', hidden: true, ...pictureLimits },
  },
}

export const pbrField = (order: number, visibleWhen?: object) => ({
  type: 'boolean',
  title: 'PBR materials',
  description: 'Adds metalness, roughness and normal maps.',
  default: false,
  'x-ui': {
    order,
    group: 'texture',
    important: true,
    means: 'pbr',
    ...(visibleWhen && { visibleWhen, valueWhenHidden: false }),
  },
})

export const formatField = (order: number) => ({
  type: 'string',
  title: 'File format',
  description: 'File format of the model. API clients that omit it get OBJ in a ZIP file.',
  enum: ['GLB', 'OBJ', 'STL', 'USDZ', 'FBX', 'MP4'],
  default: 'GLB',
  'x-ui': {
    order,
    group: 'output',
    advanced: true,
    labels: { MP4: 'MP4 (video)' },
  },
})

const sides = ['left', 'right', 'back']

/**
 * Returns the field of additional pictures. Each picture names the side of the object that it
 * shows.
 */
export const viewsField = (keys: { side: string; url: string; base64: string }) => ({
  type: 'array',
  title: 'Further views',
  description: 'The same object from other sides; the picture above is the front.',
  maxItems: sides.length,
  items: {
    anyOf: [
      {
        type: 'object',
        properties: {
          [keys.side]: { type: 'string', title: 'Side', enum: sides },
          [keys.url]: {
            type: 'string',
            title: 'Picture',
            minLength: 1,
            'x-ui': { widget: 'image' },
          },
          [keys.base64]: {
            type: 'string',
            title: 'Picture data',
            minLength: 1,
            contentEncoding: 'base64',
            'x-ui': { widget: 'image' },
          },
        },
        required: [keys.side],
        oneOf: [{ required: [keys.url] }, { required: [keys.base64] }],
        additionalProperties: false,
      },
      { type: 'string', minLength: 1, 'x-ui': { widget: 'image' } },
    ],
  },
  'x-ui': {
    order: 30,
    group: 'views',
    widget: 'views',
    uniqueBy: keys.side,
    omitWhenEmpty: true,
    ...pictureLimits,
  },
})

/** Returns the rules that each side of the object occurs at most once. */
export const eachViewOnce = (side: string) =>
  sides.map((name) =>
    reject(`There are two pictures of the ${name} side; one is enough.`, {
      if: { required: ['multi_view_images'] },
      then: {
        properties: {
          multi_view_images: {
            contains: { properties: { [side]: { const: name } }, required: [side] },
            minContains: 0,
            maxContains: 1,
          },
        },
      },
    }),
  )

export const viewsNeedPicture = advise('Further views need a picture of the front.', {
  if: { required: ['multi_view_images'] },
  then: hasAny(['image_url', 'image_base64']),
})

const isOne = (names: string[]) => ({ oneOf: names.map((name) => ({ required: [name] })) })

/**
 * Returns the rules for either a text or a picture.
 * @param when the condition, `{}` for always.
 */
export const eitherTextOrPicture = (when: object) => [
  reject('Give a picture or a description.', {
    if: when,
    then: hasAny(['image_url', 'image_base64', 'prompt']),
  }),
  reject('Give either a picture or a description, not both.', {
    if: { allOf: [when, hasAny(['image_url', 'image_base64', 'prompt'])] },
    then: isOne(['image_url', 'image_base64', 'prompt']),
  }),
]
