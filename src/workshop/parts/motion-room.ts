import {
  type AnimationClip,
  AnimationMixer,
  Box3,
  InstancedMesh,
  Matrix4,
  Mesh,
  type Object3D,
  SkinnedMesh,
  Vector3,
} from 'three'
import type { PointerMotion } from '#viewer/loading/pointers/animation-pointers.ts'

/** Number of times at which the model is sampled, evenly spaced over a clip. */
const moments = 16
/** Maximum number of sampled vertices. Sampling skinned meshes takes several dozen milliseconds. */
const verticesMax = 1_500
/**
 * Fraction of the radius by which a model may leave its bounding sphere before the view changes.
 */
const leeway = 0.05
/**
 * Largest bounding sphere for a fixed camera, as a multiple of the radius at rest. For a larger
 * sphere, the camera follows the model.
 */
const stillMost = 2
/**
 * Largest bounding sphere, as a multiple of the radius at rest. In a larger sphere, the model would
 * be too small to see.
 */
const roomMost = 4

export type Sphere = { centre: Vector3; radius: number }

export type MotionRoom = Sphere & {
  /** Returns how far the model has moved at a time of the clip. Undefined for a fixed camera. */
  goneBy?: (seconds: number) => Vector3
}

type Moved = {
  root: Object3D
  clip: AnimationClip
  pointers?: PointerMotion | undefined
  rest: Sphere
}

/**
 * Computes the bounding sphere of a clip by sampling times and vertices. The sphere moves along
 * with a walking model.
 * @returns `undefined` if the model stays within its bounds at rest.
 */
export function motionRoom({ root, clip, pointers, rest }: Moved): MotionRoom | undefined {
  const followed = getVertices(root)
  root.updateMatrixWorld(true)
  const start = getMiddle(followed.map(getPlace))
  const places = sampleMotion({ root, clip, pointers, rest }, followed)
  const all = places.flat()
  const reach = rest.radius * (1 + leeway)
  if (!all.every(isFinite) || all.every((place) => place.distanceTo(rest.centre) <= reach)) {
    return undefined
  }
  const still = sphereAround(all, rest)
  const gone = places.map((moment) => getMiddle(moment).sub(start))
  const along = farthest(
    places.map((moment, at) => {
      const middle = rest.centre.clone().add(gone[at] ?? new Vector3())
      return farthestFrom(middle, moment)
    }),
  )
  if (still.radius <= rest.radius * stillMost || along > still.radius / 2) {
    return withinMost(still, rest)
  }
  return {
    ...withinMost({ centre: rest.centre, radius: Math.max(along, rest.radius) }, rest),
    goneBy: (seconds) => between(gone, seconds / clip.duration),
  }
}

function sampleMotion({ root, clip, pointers }: Moved, followed: readonly Followed[]): Vector3[][] {
  const mixer = new AnimationMixer(root)
  const action = mixer.clipAction(clip).play()
  const places = Array.from({ length: moments }, (_, moment) => {
    // Stays slightly before the end of the clip, because the exact end wraps to the beginning.
    action.time = (clip.duration * moment) / (moments - 1 + 1e-3)
    mixer.update(0)
    pointers?.apply(action.time)
    root.updateMatrixWorld(true)
    return followed.map(getPlace)
  })
  pointers?.reset()
  mixer.stopAllAction()
  mixer.uncacheRoot(root)
  root.updateMatrixWorld(true)
  return places
}

function sphereAround(places: readonly Vector3[], { centre: middle, radius }: Sphere): Sphere {
  const box = new Box3().setFromPoints([...places])
  box
    .expandByPoint(middle.clone().addScalar(radius))
    .expandByPoint(middle.clone().addScalar(-radius))
  const centre = box.getCenter(new Vector3())
  const held = Math.max(farthestFrom(centre, places), middle.distanceTo(centre) + radius)
  return { centre, radius: held }
}

function withinMost({ centre, radius }: Sphere, rest: Sphere): Sphere {
  const held = Math.min(radius, rest.radius * roomMost)
  const aside = centre
    .clone()
    .sub(rest.centre)
    .clampLength(0, held - rest.radius)
  return { centre: aside.add(rest.centre), radius: held }
}

function between(places: readonly Vector3[], fraction: number): Vector3 {
  const at = Math.min(Math.max(fraction, 0), 1) * (places.length - 1)
  const before = Math.floor(at)
  const from = places[before] ?? new Vector3()
  return from.clone().lerp(places[before + 1] ?? from, at - before)
}

const farthest = (lengths: readonly number[]) =>
  lengths.reduce((most, one) => Math.max(most, one), 0)

const farthestFrom = (centre: Vector3, places: readonly Vector3[]) =>
  farthest(places.map((place) => place.distanceTo(centre)))

function getMiddle(places: readonly Vector3[]): Vector3 {
  const sum = places.reduce((all, place) => all.add(place), new Vector3())
  return sum.divideScalar(Math.max(1, places.length))
}

const isFinite = ({ x, y, z }: Vector3) => Number.isFinite(x + y + z)

type Followed = { mesh: Mesh; index: number }

function getVertices(root: Object3D): Followed[] {
  const meshes: { mesh: Mesh; count: number }[] = []
  root.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const mesh: Mesh = object
    const count = mesh.geometry.getAttribute('position')?.count ?? 0
    if (count > 0 && meshes.length < verticesMax) meshes.push({ mesh, count })
  })
  const all = meshes.reduce((sum, { count }) => sum + count, 0)
  const step = Math.max(1, Math.ceil(all / verticesMax))
  return meshes.flatMap(({ mesh, count }) =>
    Array.from({ length: Math.ceil(count / step) }, (_, at) => ({ mesh, index: at * step })),
  )
}

function getPlace({ mesh, index }: Followed): Vector3 {
  const place = new Vector3()
  const bends = mesh instanceof SkinnedMesh || mesh.morphTargetInfluences
  if (bends) mesh.getVertexPosition(index, place)
  else place.fromBufferAttribute(mesh.geometry.getAttribute('position'), index)
  if (mesh instanceof InstancedMesh && mesh.count > 0) {
    const instance = new Matrix4()
    mesh.getMatrixAt(index % mesh.count, instance)
    place.applyMatrix4(instance)
  }
  return place.applyMatrix4(mesh.matrixWorld)
}
