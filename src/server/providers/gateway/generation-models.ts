import type { Model3d } from '#contract/models.ts'
import { genericImageTo3dParams } from '../../models/generic-image-to-3d.ts'
import { tripoImageToModelParams } from '../../models/tripo-image-to-model.ts'
import type { SearchHit } from './generation-client.ts'

/** Models whose params are known; offered also by gateways that have no list. */
const known: Record<string, Omit<Model3d, 'id' | 'provider' | 'kind'>> = {
  tripo3d_image_to_model: {
    name: 'Tripo image to model',
    description:
      'A neural model that makes a textured model from one picture. The gateway bills it.',
    paramSchema: tripoImageToModelParams,
    expectedSeconds: 100,
  },
}

/** The 3D models of a gateway: the known ones first, then what else its search found. */
export function gatewayModels(provider: string, hits: readonly SearchHit[]): Model3d[] {
  const models: Model3d[] = Object.entries(known).map(([name, model]) => ({
    ...model,
    id: `${provider}/${name}`,
    provider,
    kind: '3d',
  }))
  const names = new Set(Object.keys(known))
  for (const { id, name, description } of hits) {
    if (names.has(id)) continue
    names.add(id)
    models.push({
      id: `${provider}/${id}`,
      name,
      provider,
      kind: '3d',
      description: description || 'A model of the gateway.',
      limits:
        'The gateway does not say here which params this model takes: give a picture or a text, and the rest as JSON.',
      paramSchema: genericImageTo3dParams,
    })
  }
  return models
}
