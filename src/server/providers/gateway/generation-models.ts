import type { Model3d } from '#contract/models.ts'
import { ownValue } from '#lib/own-value.ts'
import { applyHints } from '../../models/dialects/apply-hints.ts'
import type { Translated } from '../../models/dialects/field-hints.ts'
import { genericImageTo3dParams } from '../../models/generic-image-to-3d.ts'
import { hideRetired } from '../../models/retired/hide-retired.ts'
import { knownModels } from '../../models/known-models.ts'
import type { GatewayListedModel } from './catalogue-answers.ts'

/** The table of retired models uses other names for these vendors. */
const serviceOfVendor: Readonly<Record<string, string>> = { tripo3d: 'tripo' }

const unknownParams =
  'The gateway does not describe this model’s params here: give a picture or a text, and the rest as JSON.'

/**
 * Returns the 3D models of a gateway, built-in models first. Gateways without a list offer all
 * built-in models.
 * @param toldOf returns the gateway's description of a model's params, if there is one.
 */
export function gatewayModels(
  provider: string,
  listed: readonly GatewayListedModel[],
  toldOf: (model: string) => Translated | undefined,
): Model3d[] {
  const names = Object.keys(knownModels)
  if (listed.length === 0)
    return names.flatMap((name) => knownModel(provider, name, undefined) ?? [])
  const place = ({ model }: GatewayListedModel) => {
    const at = names.indexOf(model)
    return at === -1 ? names.length : at
  }
  return listed
    .toSorted((a, b) => place(a) - place(b))
    .map((one) => {
      const told = toldOf(one.model)
      return knownModel(provider, one.model, told) ?? otherModel(provider, one, told)
    })
}

function knownModel(
  provider: string,
  name: string,
  told: Translated | undefined,
): Model3d | undefined {
  const known = Object.hasOwn(knownModels, name) ? knownModels[name] : undefined
  if (!known) return undefined
  const { vendor, wire, ...model } = known
  // If `wire` converts the params, the gateway describes the converted params, which do not fit the
  // form.
  const ownSchema = told && !wire ? applyHints(told, known.paramSchema) : known.paramSchema
  const service = ownValue(serviceOfVendor, vendor) ?? vendor
  const paramSchema = hideRetired(ownSchema, { service })
  return { ...model, id: `${provider}/${name}`, provider, kind: '3d', paramSchema }
}

const otherModel = (
  provider: string,
  { model, name, description }: GatewayListedModel,
  told: Translated | undefined,
): Model3d => ({
  id: `${provider}/${model}`,
  name,
  provider,
  kind: '3d',
  description: description || 'A model of the gateway.',
  ...(!told && { limits: unknownParams }),
  paramSchema: told?.schema ?? genericImageTo3dParams,
})
