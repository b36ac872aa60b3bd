const content = (name: string) => ({
  content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
})

export const falDocument = (model: string, own: object = {}) => {
  const named = `/${model.split('/').slice(0, 2).join('/')}/requests/{request_id}`
  return {
    openapi: '3.0.4',
    paths: {
      [`${named}/status`]: { get: { responses: { '200': content('QueueStatus') } } },
      [`/${model}`]: {
        post: { requestBody: content('Input'), responses: { '200': content('QueueStatus') } },
      },
      [named]: { get: { responses: { '200': content('Output') } } },
    },
    components: {
      schemas: {
        QueueStatus: { type: 'object', properties: { request_id: { type: 'string' } } },
        Input: {
          type: 'object',
          'x-fal-order-properties': ['photo_url', 'prompt', 'resolution', 'seed', 'guide_url'],
          required: ['photo_url'],
          properties: {
            seed: { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'Seed' },
            guide_url: { type: 'string', title: 'Guide URL' },
            photo_url: {
              type: 'string',
              title: 'Photo URL',
              description: 'A [photo](https://evil.example) of the *object*. See https://x.example',
              examples: ['https://fal.media/a.png'],
              ui: { field: 'image' },
            },
            prompt: { type: 'string', title: 'Prompt', default: '' },
            resolution: { enum: [512, 1024], default: 1024, title: 'Resolution' },
            strength: {
              type: 'number',
              minimum: 0,
              exclusiveMinimum: true,
              maximum: 1,
              default: 0.5,
            },
            ...own,
          },
        },
        Output: {
          type: 'object',
          properties: {
            thumbnail: { $ref: '#/components/schemas/File' },
            mesh: { $ref: '#/components/schemas/File' },
            extra_glb: { anyOf: [{ $ref: '#/components/schemas/File' }, { type: 'null' }] },
          },
        },
        File: {
          type: 'object',
          title: 'File',
          properties: { url: { type: 'string', format: 'uri' } },
        },
      },
    },
  }
}
