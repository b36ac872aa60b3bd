import type { Animation, AnimationSampler, Node } from '@gltf-transform/core'
import { type Matrix4, Quaternion, Vector3 } from 'three'

export type NodePose = { move: Vector3; turn: Quaternion; scale: Vector3 }

export function decomposeMatrix(matrix: Matrix4): NodePose {
  const pose = { move: new Vector3(), turn: new Quaternion(), scale: new Vector3() }
  matrix.decompose(pose.move, pose.turn, pose.scale)
  return pose
}

/** Returns the local transforms of all nodes that an animation moves, at a time in seconds. */
export function sampleNodes(animation: Animation, seconds: number): Map<Node, NodePose> {
  const poses = new Map<Node, NodePose>()
  for (const channel of animation.listChannels()) {
    const [node, sampler] = [channel.getTargetNode(), channel.getSampler()]
    const path = channel.getTargetPath()
    if (!node || !sampler || path === 'weights') continue
    const pose = poses.get(node) ?? {
      move: new Vector3().fromArray(node.getTranslation()),
      turn: new Quaternion().fromArray(node.getRotation()),
      scale: new Vector3().fromArray(node.getScale()),
    }
    poses.set(node, pose)
    if (path === 'translation') pose.move.fromArray(sampleAt(sampler, seconds, 3))
    if (path === 'scale') pose.scale.fromArray(sampleAt(sampler, seconds, 3))
    if (path === 'rotation') pose.turn.fromArray(sampleAt(sampler, seconds, 4, true)).normalize()
  }
  return poses
}

/**
 * Returns the value at a time, interpolated as in glTF 2.0, appendix C.
 * @param width number of values per key, such as the number of morph targets.
 */
// oxlint-disable-next-line max-params -- the flag belongs to rotations only
export function sampleAt(
  sampler: AnimationSampler,
  seconds: number,
  width: number,
  isTurn = false,
): number[] {
  const [times, values] = [sampler.getInput(), sampler.getOutput()]
  if (!times || !values) return []
  const kind = sampler.getInterpolation()
  const isCubic = kind === 'CUBICSPLINE'
  const perKey = width / values.getElementSize()
  const at = (key: number, part: 0 | 1 | 2 = 1): number[] => {
    const start = (isCubic ? key * 3 + part : key) * perKey
    return Array.from({ length: perKey }, (_, k) => values.getElement(start + k, [])).flat()
  }
  const last = times.getCount() - 1
  let key = 0
  while (key < last && times.getScalar(key + 1) <= seconds) key++
  const start = times.getScalar(key)
  if (key === last || seconds <= start || kind === 'STEP') return at(key)
  const length = times.getScalar(key + 1) - start
  const t = (seconds - start) / length
  const [one, other] = [at(key), at(key + 1)]
  if (isCubic) {
    const [out, into] = [at(key, 2), at(key + 1, 0)]
    const [t2, t3] = [t * t, t * t * t]
    return one.map(
      (value, k) =>
        (2 * t3 - 3 * t2 + 1) * value +
        (t3 - 2 * t2 + t) * length * (out[k] ?? 0) +
        (3 * t2 - 2 * t3) * (other[k] ?? 0) +
        (t3 - t2) * length * (into[k] ?? 0),
    )
  }
  if (isTurn) {
    return new Quaternion().fromArray(one).slerp(new Quaternion().fromArray(other), t).toArray()
  }
  return one.map((value, k) => value + ((other[k] ?? 0) - value) * t)
}
