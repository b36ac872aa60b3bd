import { Box3, type Object3D, Sphere, Vector3 } from 'three'
import type { ModelPlace } from '#lib/links/model-link.ts'
import type { ParsedModel } from '#viewer/loading/parse-glb.ts'

/** A resolved place on a model, in metres, in the coordinates of the stage. */
export type FoundPlace = {
  centre: Vector3
  radius: number
  box?: Box3
}

/** Radius around a point, as a fraction of the model's radius. */
const pointShare = 0.12

/** Resolves a place on a model. `undefined` if there is no such part or note. */
export function findPlace(
  { scene, bounds }: ParsedModel,
  place: ModelPlace,
): FoundPlace | undefined {
  if ('at' in place) {
    return { centre: new Vector3(...place.at), radius: bounds.radius * pointShare }
  }
  // Existing notes have been converted to points already.
  if ('note' in place) return undefined
  scene.updateMatrixWorld(true)
  const wanted = plain(place.part)
  let found: Object3D | undefined
  scene.traverse((object) => {
    if (!found && namesOf(object).some((name) => plain(name) === wanted)) found = object
  })
  if (!found) return undefined
  const box = new Box3().setFromObject(found)
  if (box.isEmpty()) return undefined
  const { center, radius } = box.getBoundingSphere(new Sphere())
  return { centre: center, radius, box }
}

/** Returns the file's name of an object, or of its nearest named ancestor. */
export function findPartName(object: Object3D): string | undefined {
  for (let at: Object3D | null = object; at?.parent; at = at.parent) {
    // The loader generates names for unnamed objects.
    const { name } = at.userData as { name?: unknown }
    if (typeof name === 'string' && name.trim() !== '') return name
  }
  return undefined
}

/** The original name first, because the loader replaces some characters. */
const namesOf = ({ name, userData }: Object3D): string[] =>
  [(userData as { name?: unknown }).name, name].filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  )

/** Removes the characters that the loader removes or replaces by spaces. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[[\].:/]/g, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
