import { Box3, type Object3D, Sphere, Vector3 } from 'three'
import type { ModelPlace } from '#lib/links/model-link.ts'
import type { ParsedModel } from '#viewer/loading/parse-glb.ts'

/** A place on a model, in metres, in the coordinates of the viewer. */
export type FoundPlace = {
  centre: Vector3
  radius: number
  box?: Box3
}

/** Radius of the area around a point, as a fraction of the model's radius. */
const pointFraction = 0.12

/** Finds a place on a model, or returns `undefined` if the model has no such part or note. */
export function findPlace(
  { scene, bounds }: ParsedModel,
  place: ModelPlace,
): FoundPlace | undefined {
  if ('at' in place) {
    return { centre: new Vector3(...place.at), radius: bounds.radius * pointFraction }
  }
  // This note does not exist, because existing notes were already replaced by their points.
  if ('note' in place) return undefined
  scene.updateMatrixWorld(true)
  const wanted = plain(place.part)
  let found: Object3D | undefined
  scene.traverse((object) => {
    if (!found && getNames(object).some((name) => plain(name) === wanted)) found = object
  })
  if (!found) return undefined
  const box = new Box3().setFromObject(found)
  if (box.isEmpty()) return undefined
  const { center, radius } = box.getBoundingSphere(new Sphere())
  return { centre: center, radius, box }
}

/** Returns an object's name in the file, or the name of the nearest ancestor with a name. */
export function findPartName(object: Object3D): string | undefined {
  for (let at: Object3D | null = object; at?.parent; at = at.parent) {
    // Uses the name from the file, because GLTFLoader generates names for unnamed objects.
    const name: unknown = at.userData['name']
    if (typeof name === 'string' && name.trim() !== '') return name
  }
  return undefined
}

/**
 * Returns an object's names, the original name first, because GLTFLoader replaces some characters.
 */
const getNames = ({ name, userData }: Object3D): string[] =>
  [userData['name'], name].filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  )

/** Removes the characters that GLTFLoader removes or replaces. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[[\].:/]/g, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
