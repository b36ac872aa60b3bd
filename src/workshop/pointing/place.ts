import { Box3, type Object3D, Sphere, Vector3 } from 'three'
import type { ModelPlace } from '#lib/links/model-link.ts'
import type { Model } from '#viewer/loading/parse-glb.ts'

/** A place that was found on a model, in metres as it stands on the stage. */
export type FoundPlace = {
  centre: Vector3
  radius: number
  /** Of a part. */
  box?: Box3
}

/** Of the model's radius, around a point. */
const pointShare = 0.12

/** Where a place is on a model; `undefined` where it has no such part or note. */
export function findPlace({ scene, bounds }: Model, place: ModelPlace): FoundPlace | undefined {
  if ('at' in place) {
    return { centre: new Vector3(...place.at), radius: bounds.radius * pointShare }
  }
  // One that is there has become a point by now.
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

/** What the file calls the part that an object belongs to: its own name, or that of the nearest above it. */
export function partOf(object: Object3D): string | undefined {
  for (let at: Object3D | null = object; at?.parent; at = at.parent) {
    // The loader makes names for what has none.
    const { name } = at.userData as { name?: unknown }
    if (typeof name === 'string' && name.trim() !== '') return name
  }
  return undefined
}

/** As the file has it first: the loader writes some characters differently. */
const namesOf = ({ name, userData }: Object3D): string[] =>
  [(userData as { name?: unknown }).name, name].filter(
    (one): one is string => typeof one === 'string' && one.trim() !== '',
  )

/** The loader leaves out some signs and writes others for spaces. */
const plain = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[[\].:/]/g, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
