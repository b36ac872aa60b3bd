import type { HostModel } from '../service/host-model.ts'

/** Models of Tripo's v2 interface. P1 is a version of the first, with params of its own. */
export const tripoModels: readonly HostModel[] = [
  {
    model: 'image_to_model',
    name: 'Tripo image to model',
    description: 'A textured model from one picture. Tripo bills it in credits.',
    expectedSeconds: 100,
    load: () => import('../../models/hosts/tripo-v2-image-to-model.json'),
  },
  {
    model: 'multiview_to_model',
    name: 'Tripo views to model',
    description: 'A textured model from two to four views. Tripo bills it in credits.',
    expectedSeconds: 100,
    load: () => import('../../models/hosts/tripo-v2-multiview-to-model.json'),
  },
  {
    model: 'text_to_model',
    name: 'Tripo text to model',
    description: 'A textured model from a description. Tripo bills it in credits.',
    expectedSeconds: 100,
    load: () => import('../../models/hosts/tripo-v2-text-to-model.json'),
  },
  {
    model: 'p1_image_to_model',
    name: 'Tripo P1 image to model',
    description: 'A clean model with few faces from one picture. Tripo bills it in credits.',
    expectedSeconds: 60,
    load: () => import('../../models/hosts/tripo-v2-p1-image-to-model.json'),
  },
]
