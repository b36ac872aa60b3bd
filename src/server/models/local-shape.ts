import type { Model3d } from '#contract/models.ts'
import { localImageTo3d } from './local-image-to-3d.ts'

/** Maximum number of faces, because each face needs some pixels of the texture. */
const faceLimitMax = 100_000

const shared = ['file', 'face_limit', 'texture', 'texture_size', 'texture_format', 'auto_size']
const properties = Object.fromEntries(
  Object.entries(localImageTo3d.paramSchema.properties ?? {}).filter(([name]) =>
    shared.includes(name),
  ),
)

const runOn = {
  type: 'string',
  title: 'Network runs on',
  description:
    'This browser uses the graphics card through WebGPU, in seconds, after loading the network once. Cleaning, texturing and checks stay on the server.',
  enum: ['server', 'browser'],
  default: 'server',
  'x-ui': {
    order: 15,
    group: 'geometry',
    important: true,
    labels: { server: 'This server', browser: 'This browser' },
  },
}

/** Id of precomputed scene codes from `POST /api/shapes/:id/codes`. The page sets this param. */
const sceneCodes = {
  type: 'string',
  title: 'Scene codes',
  maxLength: 36,
  'x-ui': { group: 'hidden', hidden: true, omitWhenEmpty: true },
}

/**
 * Describes an image-to-3D ONNX model of this server as a model of the studio.
 * @param network id and name of the ONNX model.
 */
export const localShape = ({ id, name }: { id: string; name: string }): Model3d => ({
  id: `${localImageTo3d.provider}/${id}`,
  name: `${name} (this server)`,
  provider: localImageTo3d.provider,
  kind: '3d',
  description: `${name} makes whole models from one picture on this server, unseen sides included. Needs no key, and nothing leaves the machine.`,
  limits:
    'It runs on the processor and takes a minute or more. Surfaces are soft, thin parts get lost, and the back is guessed from similar objects. Pictures should be upright and show the whole object.',
  paramSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    type: 'object',
    required: ['file'],
    additionalProperties: false,
    properties: {
      ...properties,
      face_limit: { ...properties['face_limit'], maximum: faceLimitMax },
      run_on: runOn,
      scene_codes: sceneCodes,
    },
    'x-output': { formats: ['glb'] },
  },
})
