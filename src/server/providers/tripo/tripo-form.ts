import { asText, type Fields, isRecord } from '#lib/fields.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { renameParams } from '#lib/params/renew-params.ts'
import { ownValue } from '#lib/own-value.ts'
import { findTripoModel } from './tripo-models.ts'
import { tripoSchema } from './tripo-schema.ts'

const tripoSides = ['front', 'left', 'back', 'right'] as const

/**
 * Converts params in the formats of Tripo's own clients: field names of v2, views with names, or a
 * list of four texts of which some are empty.
 */
export function fromTripoForm(model: string, params: Params): Params {
  const schema = findTripoModel(model)?.schema
  if (!schema) return params
  // API v2 sent the task's type in the body.
  const { type: _, ...renamed } = renameParams(tripoSchema(...schema), params)
  const { inputs } = renamed
  return Array.isArray(inputs) ? { ...renamed, inputs: toPlaces(inputs) } : renamed
}

function toPlaces(inputs: readonly unknown[]): readonly unknown[] {
  if (inputs.every((view) => typeof view === 'string')) {
    return inputs.map((view) => (view === '' ? {} : view))
  }
  const isNamed = (view: unknown) =>
    isRecord(view) && tripoSides.some((side) => asText(view[side]) !== undefined)
  if (!inputs.some(isNamed)) return inputs
  const views: Fields = Object.assign({}, ...inputs)
  return tripoSides.map((side) => asText(ownValue(views, side)) ?? {})
}

export const toNamedViews = (places: readonly unknown[]): object[] =>
  places.flatMap((place, at) => {
    const side = tripoSides[at]
    return side === undefined || asText(place) === undefined ? [] : [{ [side]: place }]
  })
