import type { Model3d } from '#contract/models.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { hunyuanProParams } from './schemas/hunyuan-pro.ts'
import { hunyuanRapidParams } from './schemas/hunyuan-rapid.ts'
import { hunyuanParams } from './schemas/hunyuan.ts'
import { seed3dFromWire, seed3dToWire } from './schemas/seed3d-wire.ts'
import { spark3dParams, volcesSeed3dParams } from './schemas/seed3d.ts'
import { tripoImageToModelParams } from './schemas/tripo-image.ts'
import { tripoMultiviewToModelParams } from './schemas/tripo-multiview.ts'
import { tripoTextToModelParams } from './schemas/tripo-text.ts'
import { vtrix3dParams } from './schemas/vtrix.ts'

/** A model whose params are known independently of the gateway that offers it. */
export type KnownModel = Omit<Model3d, 'id' | 'provider' | 'kind'> & {
  vendor: string
  /**
   * Converts params to the gateway's format, and back. If absent, the params are sent unchanged.
   */
  wire?: { toWire: (params: Params) => Params; fromWire: (params: Params) => Params }
}

const billed = 'The gateway bills it.'
const seed3d = {
  vendor: 'volces',
  description: `ByteDance's model: a model with materials from one picture. ${billed}`,
  wire: { toWire: seed3dToWire, fromWire: seed3dFromWire },
}

/** Built-in models by the name that gateways use. Models for a single picture come first. */
export const knownModels: Readonly<Record<string, KnownModel>> = {
  tripo3d_image_to_model: {
    name: 'Tripo image to model',
    vendor: 'tripo3d',
    description: `Makes a textured model from one picture. ${billed}`,
    paramSchema: tripoImageToModelParams,
    expectedSeconds: 100,
  },
  tripo3d_multiview_to_model: {
    name: 'Tripo multiview to model',
    vendor: 'tripo3d',
    description: `Makes a textured model from two to four views of an object. ${billed}`,
    paramSchema: tripoMultiviewToModelParams,
    expectedSeconds: 100,
  },
  tripo3d_text_to_model: {
    name: 'Tripo text to model',
    vendor: 'tripo3d',
    description: `Makes a textured model from a description. ${billed}`,
    paramSchema: tripoTextToModelParams,
    expectedSeconds: 100,
  },
  tencent_hunyuan_3d_pro: {
    name: 'Hunyuan3D Pro',
    vendor: 'tencent',
    description: `Detailed models from a picture, a description, or a sketch and a description. ${billed}`,
    paramSchema: hunyuanProParams,
  },
  tencent_hunyuan_3d_rapid: {
    name: 'Hunyuan3D Rapid',
    vendor: 'tencent',
    description: `A quick model from a picture or a short description. ${billed}`,
    paramSchema: hunyuanRapidParams,
  },
  tencent_hunyuan_3d: {
    name: 'Hunyuan3D',
    vendor: 'tencent',
    description: `A model from a picture or a description, in a file format you choose. ${billed}`,
    paramSchema: hunyuanParams,
  },
  volces_seed3d: { ...seed3d, name: 'Seed3D', paramSchema: volcesSeed3dParams },
  spark_3d: { ...seed3d, name: 'Seed3D (spark_3d)', paramSchema: spark3dParams },
  vtrix_3d: {
    name: 'Vtrix 3D',
    vendor: 'vtrix',
    description: `A model from a picture and a description. ${billed}`,
    paramSchema: vtrix3dParams,
  },
}
