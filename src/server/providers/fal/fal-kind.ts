import type { ProviderKind } from '../../ports/provider-kind.ts'
import { connectFal } from './fal-provider.ts'

export const falKind: ProviderKind = {
  id: 'fal',
  name: 'fal',
  about: '3D models from many makers: TRELLIS.2, Hunyuan3D, Tripo, Meshy, Rodin and more.',
  offers: ['3d'],
  group: 'cloud',
  secrets: [{ id: 'key', label: 'API key', isRequired: true, placeholder: 'id:secret' }],
  keyUrl: 'https://fal.ai/dashboard/keys',
  imports: { label: 'Name of the model', example: 'fal-ai/trellis-2', isFile: false },
  connect: (settings) => connectFal(settings),
}
