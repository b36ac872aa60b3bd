import {
  AnimationClip,
  Group,
  type KeyframeTrack,
  Matrix4,
  Mesh,
  type Object3D,
  QuaternionKeyframeTrack,
  type Vector3,
  VectorKeyframeTrack,
} from 'three'
import type { KeyframeNode } from './read-keyframes.ts'

/** Replaces the meshes of a file by its hierarchy of nodes, in the pose of the first frame. */
export function placeNodes(
  model: Object3D,
  nodes: readonly KeyframeNode[],
  matrices: ReadonlyMap<string, Matrix4>,
): AnimationClip[] {
  const meshes = model.children.filter((child) => child instanceof Mesh)
  const made = new Map(nodes.map((node) => [node.id, createNode(node, { meshes, matrices })]))
  const used = new Set(nodes.map(({ name }) => name))
  for (const mesh of meshes) if (used.has(mesh.name)) mesh.removeFromParent()
  for (const { id, parent } of nodes) {
    const object = made.get(id)
    if (!object) continue
    const above = parent === undefined ? undefined : made.get(parent)
    ;(above ?? model).add(object)
  }
  const tracks = nodes.flatMap((node) => createTracks(node, made.get(node.id)?.uuid ?? ''))
  return tracks.length > 0 ? [new AnimationClip('Motion', -1, tracks)] : []
}

type Modelled = {
  readonly meshes: readonly Mesh[]
  readonly matrices: ReadonlyMap<string, Matrix4>
}

function createNode(node: KeyframeNode, { meshes, matrices }: Modelled): Object3D {
  const { name, pivot, positions, rotations, scales } = node
  const holder = new Group()
  holder.name = name
  if (positions[0]) holder.position.copy(positions[0].value)
  if (rotations[0]) holder.quaternion.copy(rotations[0].value)
  if (scales[0]) holder.scale.copy(scales[0].value)
  for (const mesh of meshes) {
    if (mesh.name !== name) continue
    mesh.updateMatrix()
    const body = new Mesh(mesh.geometry.clone(), mesh.material)
    body.name = name
    body.geometry.applyMatrix4(toLocal(matrices.get(name), pivot).multiply(mesh.matrix))
    holder.add(body)
  }
  return holder
}

/**
 * Returns the matrix from a mesh's modelled position to its node. Ignores a matrix that has no
 * inverse.
 */
function toLocal(modelled: Matrix4 | undefined, { x, y, z }: Vector3): Matrix4 {
  const determinant = modelled?.determinant() ?? 0
  const inverse = new Matrix4()
  if (modelled && determinant !== 0) inverse.copy(modelled).invert()
  const mirrored = new Matrix4().makeScale(determinant < 0 ? -1 : 1, 1, 1)
  return new Matrix4().makeTranslation(-x, -y, -z).multiply(mirrored).multiply(inverse)
}

function createTracks(
  { positions, rotations, scales }: KeyframeNode,
  uuid: string,
): KeyframeTrack[] {
  const vectors = [
    { path: 'position', track: positions },
    { path: 'scale', track: scales },
  ].flatMap(({ path, track }) =>
    track.length > 1
      ? new VectorKeyframeTrack(
          `${uuid}.${path}`,
          track.map(({ seconds }) => seconds),
          track.flatMap(({ value }) => value.toArray()),
        )
      : [],
  )
  if (rotations.length < 2) return vectors
  const turns = new QuaternionKeyframeTrack(
    `${uuid}.quaternion`,
    rotations.map(({ seconds }) => seconds),
    rotations.flatMap(({ value }) => value.toArray()),
  )
  return [...vectors, turns]
}
