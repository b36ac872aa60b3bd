import type { HostModel } from '../service/host-model.ts'
import { meshySchema } from './meshy-schema.ts'

const billed = 'Meshy bills it in credits.'

/**
 * `model` is the path of Meshy's task endpoint, because a task's id does not identify the endpoint.
 */
export const meshyModels: readonly HostModel[] = [
  {
    model: 'v1/image-to-3d',
    name: 'Meshy image to 3D',
    description: `A textured model from one picture. ${billed}`,
    expectedSeconds: 180,
    load: () => Promise.resolve({ default: meshySchema('picture') }),
  },
  {
    model: 'v1/multi-image-to-3d',
    name: 'Meshy pictures to 3D',
    description: `A textured model from one to four pictures of the same object. ${billed}`,
    expectedSeconds: 180,
    load: () => Promise.resolve({ default: meshySchema('pictures') }),
  },
  {
    model: 'v2/text-to-3d',
    name: 'Meshy text to 3D',
    description: `A model without texture from a description; its next steps paint it. ${billed}`,
    expectedSeconds: 90,
    load: () => Promise.resolve({ default: meshySchema('text') }),
  },
]
