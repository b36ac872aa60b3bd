import type { ParamSchema } from '#lib/params/param-schema.ts'
import { readSchema } from './service/host-model.ts'
import { knownModels } from '../models/known-models.ts'
import { falModels } from './fal/fal-models.ts'
import { meshyModels } from './meshy/meshy-models.ts'
import { meshySteps } from './meshy/meshy-steps.ts'
import { rodinSchema } from './rodin/rodin-schema.ts'
import type { HostModel } from './service/host-model.ts'
import { stabilityModels } from './stability/stability-provider.ts'
import { toStepSchema, type ServiceStep } from './service/step-schema.ts'
import { tencentModels } from './tencent/tencent-provider.ts'
import { tripoModels } from './tripo/tripo-models.ts'
import { tripoSteps } from './tripo/tripo-steps.ts'

export type BuiltInForm = {
  service: string
  model: string
  schema: ParamSchema
}

const hosts: Readonly<Record<string, readonly HostModel[]>> = {
  tripo: tripoModels,
  meshy: meshyModels,
  fal: falModels,
  tencent: tencentModels,
  stability: stabilityModels,
}

const steps: Readonly<Record<string, readonly ServiceStep[]>> = {
  tripo: [
    ...tripoSteps({ model: 'image_to_model' }),
    ...tripoSteps({ model: 'animate_rig', params: { rig_type: 'biped' } }),
  ],
  meshy: meshySteps,
}

export async function listBuiltInForms(): Promise<BuiltInForm[]> {
  const ofHosts = Object.entries(hosts).flatMap(([service, models]) =>
    models.map(async (one) => ({ service, model: one.model, schema: await readSchema(one) })),
  )
  const ofSteps = Object.entries(steps).flatMap(([service, own]) =>
    own.map((step) => ({ service, model: step.model, schema: toStepSchema(step) })),
  )
  const ofRodin = (['gen-2', 'gen-2.5'] as const).map((model) => ({
    service: 'hyper3d',
    model,
    schema: rodinSchema(model),
  }))
  const ofGateways = Object.entries(knownModels).map(([model, { vendor, paramSchema }]) => ({
    service: vendor === 'tripo3d' ? 'tripo' : vendor,
    model,
    schema: paramSchema,
  }))
  return [...(await Promise.all(ofHosts)), ...ofSteps, ...ofRodin, ...ofGateways]
}
