import type { Manifold, ManifoldToplevel } from 'manifold-3d/manifold'
import type { PartMaterial, Parts } from '../../mesh/parts.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { settle } from '../settle.ts'
import { joinShells, type PrintSolid, toSolid } from '../solid.ts'

/** Numbers per vertex after its position: normal (3), texture coordinates (2), colour (3). */
const properties = 8
const colorAt = 5

export type Addition = { body: Manifold; material: PartMaterial }

/**
 * Adds bodies to a closed model, each with its own material.
 * @throws {UnworkableModelError} if the model is not closed.
 */
export function addBodies(
  model: Parts,
  solids: ManifoldToplevel,
  create: (solid: PrintSolid) => readonly Addition[],
): Parts {
  const solid = joinShells(toSolid(model, solids), solids)
  const additions = create(solid)
  const materialOf = new Map(solid.materialOf)
  const materials = [...solid.materials]
  const bodies = additions.map(({ body, material }) => {
    const original = withWhiteVertices(body).asOriginal()
    materialOf.set(original.originalID(), materials.push(material) - 1)
    return original
  })
  const whole = {
    solids,
    materialOf,
    ...(solid.nameOf && { nameOf: solid.nameOf }),
    materials,
    body: solids.Manifold.union([solid.body, ...bodies]),
  }
  return settle(whole, () => {
    throw new UnworkableModelError(
      'This would not be clean here: change a length a little, and try again.',
    )
  }).model
}

/** Gives vertices the colour white, because the default black would hide the material's colour. */
const withWhiteVertices = (body: Manifold): Manifold =>
  body.setProperties(properties, (values) => {
    for (let at = 0; at < properties; at++) values[at] = at >= colorAt ? 1 : 0
  })

export const createPlain = (
  name: string,
  [red, green, blue]: readonly [number, number, number],
): PartMaterial => ({
  name,
  color: [red, green, blue, 1],
  metalness: 0,
  roughness: 0.7,
  emissive: [0, 0, 0],
})
