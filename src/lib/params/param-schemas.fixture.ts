/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import type { ParamSchema } from './param-schema.ts'

const filePart = {
  type: 'object',
  properties: {
    file_token: { type: 'string', title: 'Upload token' },
    url: { type: 'string', format: 'uri', title: 'Public address' },
  },
  oneOf: [{ required: ['file_token'] }, { required: ['url'] }],
  additionalProperties: false,
}

const textureOn = { properties: { texture: { const: true } } }

export const sculptSchema: ParamSchema = {
  type: 'object',
  required: ['type', 'file'],
  properties: {
    type: { type: 'string', const: 'image_to_model', 'x-ui': { group: 'hidden', hidden: true } },
    file: {
      ...filePart,
      title: 'Picture',
      'x-ui': {
        order: 10,
        group: 'input',
        widget: 'image',
        accept: ['image/png', 'image/webp'],
        maxBytes: 1000,
        minSidePx: 20,
        maxSidePx: 6000,
      },
    },
    model_version: {
      type: 'string',
      title: 'Version',
      enum: ['v3.1', 'v2.0'],
      default: 'v3.1',
      'x-ui': { order: 20, group: 'input', labels: { 'v3.1': 'Version 3.1' } },
    },
    face_limit: {
      type: 'integer',
      title: 'Face limit',
      minimum: 500,
      maximum: 2_000_000,
      'x-ui': { order: 40, group: 'geometry', unit: 'faces', omitWhenEmpty: true, scale: 'log' },
    },
    model_seed: {
      type: 'integer',
      title: 'Shape seed',
      minimum: 0,
      default: 1234,
      'x-ui': {
        order: 30,
        group: 'geometry',
        widget: 'seed',
        advanced: true,
        omitWhenEmpty: true,
      },
    },
    texture: { type: 'boolean', title: 'Texture', default: true, 'x-ui': { order: 50 } },
    pbr: {
      type: 'boolean',
      title: 'PBR materials',
      default: true,
      'x-ui': { order: 60, visibleWhen: textureOn, valueWhenHidden: false },
    },
    texture_quality: {
      type: 'string',
      title: 'Texture quality',
      enum: ['standard', 'detailed'],
      default: 'standard',
      'x-ui': { order: 70, visibleWhen: textureOn },
    },
    upscale: {
      type: 'number',
      title: 'Upscale',
      minimum: 1,
      maximum: 4,
      'x-ui': {
        order: 80,
        visibleWhen: {
          properties: { texture_quality: { const: 'detailed' } },
          required: ['texture_quality'],
        },
      },
    },
    quad: { type: 'boolean', title: 'Quads', default: false, 'x-ui': { order: 90 } },
    parts: { type: 'boolean', title: 'Split into parts', default: false, 'x-ui': { order: 100 } },
    prompt: {
      type: 'string',
      title: 'Prompt',
      maxLength: 12,
      'x-ui': { order: 110, widget: 'textarea', omitWhenEmpty: true },
    },
    height: {
      anyOf: [{ type: 'number', exclusiveMinimum: 0 }, { type: 'null' }],
      title: 'Height',
      default: 1.7,
      'x-ui': { order: 120, unit: 'm' },
    },
    box: {
      type: 'array',
      title: 'Bounding box',
      items: { type: 'integer', minimum: 0, maximum: 300 },
      minItems: 3,
      maxItems: 3,
      'x-ui': { order: 130, widget: 'vector3', omitWhenEmpty: true },
    },
  },
  allOf: [
    {
      $comment: 'PBR on means texture on: the server ignores texture=false then.',
      'x-effect': 'server-overrides',
      if: { properties: { texture: { const: false } }, required: ['texture'] },
      then: { properties: { pbr: { const: false } }, required: ['pbr'] },
    },
    {
      $comment: 'Parts and quads cannot be combined.',
      'x-effect': 'reject',
      if: { properties: { parts: { const: true } }, required: ['parts'] },
      then: { properties: { quad: { const: false } } },
    },
    {
      'x-effect': 'reject',
      if: { properties: { parts: { const: true } }, required: ['parts'] },
      then: { properties: { texture: { const: false } }, required: ['texture'] },
    },
    {
      $comment: 'v2.0: at most 500000 faces.',
      'x-effect': 'reject',
      if: { properties: { model_version: { const: 'v2.0' } }, required: ['model_version'] },
      then: { properties: { face_limit: { maximum: 500_000 } } },
    },
    {
      $comment: 'Quads: at most 150000 faces work well.',
      'x-effect': 'advise',
      if: { properties: { quad: { const: true } }, required: ['quad'] },
      then: { properties: { face_limit: { maximum: 150_000 } } },
    },
  ],
  additionalProperties: false,
}

/** A schema that requires several pictures, either as an ordered list of views or as addresses. */
export const viewsSchema: ParamSchema = {
  type: 'object',
  properties: {
    files: {
      type: 'array',
      title: 'Views',
      minItems: 2,
      maxItems: 2,
      prefixItems: [filePart, { anyOf: [filePart, { type: 'object', maxProperties: 0 }] }],
      'x-ui': { widget: 'views', slots: ['front', 'back'], slotLabels: { front: 'Front (0°)' } },
    },
    image_urls: {
      type: 'array',
      title: 'Pictures',
      items: { type: 'string', format: 'uri' },
      minItems: 1,
      maxItems: 5,
      'x-ui': { widget: 'images', omitWhenEmpty: true },
    },
    image_url: { type: 'string', title: 'Picture', 'x-ui': { widget: 'image' } },
    formats: {
      type: 'array',
      title: 'Formats',
      items: { type: 'string', enum: ['glb', 'obj'] },
      uniqueItems: true,
    },
  },
  anyOf: [{ required: ['files'] }, { required: ['image_urls'] }, { required: ['image_url'] }],
  additionalProperties: false,
}

export const withPicture = { type: 'image_to_model', file: { file_token: 'abc' } }

export const createParamSchema = (
  properties: ParamSchema['properties'],
  rest: Record<string, unknown> = {},
): ParamSchema => ({ ...rest, type: 'object', properties })
