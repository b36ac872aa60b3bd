import type { HostModel } from '../service/host-model.ts'

export const falModels: readonly HostModel[] = [
  {
    model: 'fal-ai/trellis-2',
    name: 'TRELLIS.2',
    description: 'Microsoft’s model: materials and fine geometry from one picture.',
    expectedSeconds: 30,
    load: () => import('../../models/hosts/trellis-2-fal.json'),
  },
  {
    model: 'fal-ai/hunyuan-3d/v3.1/pro/image-to-3d',
    name: 'Hunyuan3D 3.1 Pro',
    description: 'Tencent’s model: very detailed shapes from one picture or several views.',
    load: () => import('../../models/hosts/hunyuan3d-3.1-pro-fal-image.json'),
  },
  {
    model: 'fal-ai/hunyuan-3d/v3.1/pro/text-to-3d',
    name: 'Hunyuan3D 3.1 Pro from text',
    description: 'Tencent’s model: very detailed shapes from a description.',
    load: () => import('../../models/hosts/hunyuan3d-3.1-pro-fal-text.json'),
  },
  {
    model: 'fal-ai/hunyuan-3d/v3.1/rapid/image-to-3d',
    name: 'Hunyuan3D 3.1 Rapid',
    description: 'Tencent’s quick model, from one picture.',
    load: () => import('../../models/hosts/hunyuan3d-3.1-rapid-fal-image.json'),
  },
  {
    model: 'fal-ai/hunyuan-3d/v3.1/rapid/text-to-3d',
    name: 'Hunyuan3D 3.1 Rapid from text',
    description: 'Tencent’s quick model, from a short description.',
    load: () => import('../../models/hosts/hunyuan3d-3.1-rapid-fal-text.json'),
  },
  {
    model: 'fal-ai/pixal3d',
    name: 'Pixal3D',
    description: 'TencentARC’s model: materials and fine geometry from one picture.',
    expectedSeconds: 40,
    load: () => import('../../models/hosts/pixal3d-fal.json'),
  },
  {
    model: 'fal-ai/hunyuan3d-v3/image-to-3d',
    name: 'Hunyuan3D 3.0',
    description: 'Tencent’s model with low-poly output, from one picture or several views.',
    load: () => import('../../models/hosts/hunyuan3d-3.0-fal-image.json'),
  },
  {
    model: 'tripo3d/p2/image-to-3d',
    name: 'Tripo P2',
    description: 'Clean models with few faces from one picture.',
    load: () => import('../../models/hosts/tripo-fal-p2-image-to-3d.json'),
  },
  {
    model: 'tripo3d/p2/text-to-3d',
    name: 'Tripo P2 from text',
    description: 'Clean models with few faces from a description.',
    load: () => import('../../models/hosts/tripo-fal-p2-text-to-3d.json'),
  },
  {
    model: 'fal-ai/meshy/v6/image-to-3d',
    name: 'Meshy 6',
    description: 'A textured model from one picture, with a rig if you like.',
    load: () => import('../../models/hosts/meshy-6-fal-image.json'),
  },
  {
    model: 'fal-ai/hyper3d/rodin/v2',
    name: 'Hyper3D Rodin Gen-2',
    description: 'Production models from up to five pictures or a description.',
    load: () => import('../../models/hosts/rodin-gen2-fal.json'),
  },
  {
    model: 'fal-ai/hunyuan3d-v21',
    name: 'Hunyuan3D 2.1',
    description: 'Tencent’s open model from one picture.',
    load: () => import('../../models/hosts/hunyuan3d-2.1-fal.json'),
  },
  {
    model: 'fal-ai/trellis',
    name: 'TRELLIS',
    description: 'Microsoft’s first model: quick and cheap, from one picture.',
    load: () => import('../../models/hosts/trellis-fal.json'),
  },
  {
    model: 'fal-ai/triposr',
    name: 'TripoSR',
    description: 'A simple model in a second, from one picture.',
    expectedSeconds: 5,
    load: () => import('../../models/hosts/triposr-fal.json'),
  },
]

/** Output fields that may contain the model, best first. A GLB with materials is preferred. */
export const falResultNames = ['model_glb_pbr', 'model_glb', 'model_mesh', 'pbr_model', 'glb']
