import type { Animation, AnimationSampler, Document, Node, Skin } from '@gltf-transform/core'
import { Matrix4, Quaternion, Vector3 } from 'three'
import type { MeshPart } from '../mesh/parts.ts'
import type { PartSource } from '../mesh/read-glb-parts.ts'

/** Animation in USD's form: one skeleton with a list of poses. */
export type Motion = {
  joints: readonly {
    /** Path from the root joint, such as `J0/J3`. */ path: string
    name: string
    bind: Matrix4
  }[]
  /** Local matrix of each joint at the start of the animation. */
  rest: readonly Matrix4[]
  framesPerSecond: number
  /** Poses by frame, then by joint. */
  frames: readonly (readonly Pose[])[]
  bindings: ReadonlyMap<MeshPart, Binding>
}

export type Pose = { move: Vector3; turn: Quaternion; scale: Vector3 }

/** Binding of a part's points to joints, four for each point. */
export type Binding = {
  /** Points in the bind pose. A rigid part keeps its own points. */
  points: Float32Array
  normals: Float32Array | undefined
  joints: Uint16Array
  weights: Float32Array
}

const perPoint = 4
const framesPerSecondMax = 30
/**
 * Largest number of frames, because each one is written as text. Longer animations get a lower
 * frame rate.
 */
const framesMax = 900

/**
 * Returns the first animation of a document, with skins and rigidly moving parts; `undefined`
 * without motion. USD supports one animation per skeleton.
 */
export function readMotion(
  document: Document,
  sources: ReadonlyMap<MeshPart, PartSource>,
): Motion | undefined {
  const [animation] = document.getRoot().listAnimations()
  if (!animation) return undefined
  const moved = new Set(
    animation
      .listChannels()
      .filter((channel) => channel.getTargetPath() !== 'weights')
      .map((channel) => channel.getTargetNode()),
  )
  const skeleton = createSkeleton()
  const bindings = new Map<MeshPart, Binding>()
  const waiting: (() => void)[] = []
  for (const [part, source] of sources) {
    const skin = source.node.getSkin()
    if (skin && source.primitive.getAttribute('JOINTS_0')) {
      const joints = skin.listJoints().map((node, at) => skeleton.add(node, getBind(skin, at)))
      waiting.push(() => bindings.set(part, skinned(source, joints)))
    } else if (isMoved(source.node, moved)) {
      const joint = skeleton.add(source.node, getWorld(source.node))
      waiting.push(() => bindings.set(part, rigid(part, joint)))
    }
  }
  if (waiting.length === 0) return undefined
  for (const bind of waiting) bind()
  const lengthSeconds = Math.max(...animation.listSamplers().map(getEnd))
  const frameCount = Math.min(framesMax, Math.ceil(lengthSeconds * framesPerSecondMax) + 1)
  const framesPerSecond =
    lengthSeconds > 0 ? Math.max(1, (frameCount - 1) / lengthSeconds) : framesPerSecondMax
  const frames = Array.from({ length: frameCount }, (_, frame) =>
    skeleton.posesAt(poseNodes(animation, frame / framesPerSecond)),
  )
  return {
    joints: skeleton.joints(),
    rest: skeleton.localsAt(new Map()),
    framesPerSecond,
    frames,
    bindings,
  }
}

function isMoved(node: Node, moved: ReadonlySet<Node | null>): boolean {
  for (let at: Node | null = node; at; at = at.getParentNode()) if (moved.has(at)) return true
  return false
}

function getBind(skin: Skin, at: number): Matrix4 {
  const inverse = skin.getInverseBindMatrices()?.getElement(at, [])
  return inverse ? new Matrix4().fromArray(inverse).invert() : new Matrix4()
}

const getWorld = (node: Node): Matrix4 => new Matrix4().fromArray(node.getWorldMatrix())

type Joint = { node: Node; bind: Matrix4 }
type NodePoses = ReadonlyMap<Node, Matrix4>

function createSkeleton() {
  const joints: Joint[] = []
  const placeOf = new Map<Node, number>()
  const parentOf = (node: Node): number | undefined => {
    for (let at = node.getParentNode(); at; at = at.getParentNode()) {
      const place = placeOf.get(at)
      if (place !== undefined) return place
    }
    return undefined
  }
  const localsAt = (poses: NodePoses): Matrix4[] => {
    const known = new Map<Node, Matrix4>()
    const world = (node: Node): Matrix4 => {
      const before = known.get(node)
      if (before) return before
      const own = poses.get(node) ?? new Matrix4().fromArray(node.getMatrix())
      const parent = node.getParentNode()
      const made = parent ? world(parent).clone().multiply(own) : own.clone()
      known.set(node, made)
      return made
    }
    return joints.map(({ node }) => {
      const parent = parentOf(node)
      const above = parent === undefined ? undefined : joints[parent]
      return above ? world(above.node).clone().invert().multiply(world(node)) : world(node).clone()
    })
  }
  const pathOf = (place: number): string => {
    const joint = joints[place]
    const parent = joint && parentOf(joint.node)
    return parent === undefined ? `J${place}` : `${pathOf(parent)}/J${place}`
  }
  return {
    /**
     * Returns the joint for a node and a bind matrix. A node needs several joints if skins bind it
     * with different matrices.
     */
    add(node: Node, bind: Matrix4): number {
      const at = joints.findIndex((one) => one.node === node && isNear(one.bind, bind))
      if (at >= 0) return at
      if (!placeOf.has(node)) placeOf.set(node, joints.length)
      return joints.push({ node, bind }) - 1
    },
    joints: () =>
      joints.map(({ node, bind }, place) => ({ path: pathOf(place), name: node.getName(), bind })),
    localsAt,
    posesAt: (poses: NodePoses): Pose[] => localsAt(poses).map(getPose),
  }
}

const isNear = (one: Matrix4, other: Matrix4): boolean =>
  one.elements.every((value, at) => Math.abs(value - (other.elements[at] ?? 0)) < 1e-6)

function getPose(matrix: Matrix4): Pose {
  const pose = { move: new Vector3(), turn: new Quaternion(), scale: new Vector3() }
  matrix.decompose(pose.move, pose.turn, pose.scale)
  return pose
}

function skinned({ primitive }: PartSource, places: readonly number[]): Binding {
  const position = primitive.getAttribute('POSITION')
  const normal = primitive.getAttribute('NORMAL')
  const [jointsOf, weightsOf] = ['JOINTS_0', 'WEIGHTS_0'].map((name) =>
    primitive.getAttribute(name),
  )
  const count = position?.getCount() ?? 0
  const joints = new Uint16Array(count * perPoint)
  const weights = new Float32Array(count * perPoint)
  for (let point = 0; point < count; point++) {
    const on = jointsOf?.getElement(point, []) ?? []
    const much = weightsOf?.getElement(point, []) ?? []
    const sum = much.reduce((total, one) => total + one, 0)
    for (let k = 0; k < perPoint; k++) {
      joints[point * perPoint + k] = places[on[k] ?? 0] ?? 0
      weights[point * perPoint + k] = sum > 0 ? (much[k] ?? 0) / sum : k === 0 ? 1 : 0
    }
  }
  const numbers = (accessor: typeof position) =>
    Float32Array.from({ length: count * 3 }, (_, at) =>
      at % 3 === 0 ? (accessor?.getElement(at / 3, row)[0] ?? 0) : (row[at % 3] ?? 0),
    )
  const row: number[] = []
  return {
    points: numbers(position),
    normals: normal ? numbers(normal) : undefined,
    joints,
    weights,
  }
}

function rigid({ positions, normals }: MeshPart, joint: number): Binding {
  const count = (positions.length / 3) * perPoint
  return {
    points: positions,
    normals,
    joints: new Uint16Array(count).fill(joint),
    weights: Float32Array.from({ length: count }, (_, at) => (at % perPoint === 0 ? 1 : 0)),
  }
}

const getEnd = (sampler: AnimationSampler): number => sampler.getInput()?.getMax([])[0] ?? 0

function poseNodes(animation: Animation, seconds: number): NodePoses {
  const poses = new Map<Node, Pose>()
  for (const channel of animation.listChannels()) {
    const [node, sampler] = [channel.getTargetNode(), channel.getSampler()]
    if (!node || !sampler) continue
    const pose = poses.get(node) ?? getPose(new Matrix4().fromArray(node.getMatrix()))
    poses.set(node, pose)
    const path = channel.getTargetPath()
    if (path === 'translation') pose.move.fromArray(valueAt(sampler, seconds, false))
    if (path === 'scale') pose.scale.fromArray(valueAt(sampler, seconds, false))
    if (path === 'rotation') pose.turn.fromArray(valueAt(sampler, seconds, true)).normalize()
  }
  return new Map(
    [...poses].map(([node, { move, turn, scale }]) => [
      node,
      new Matrix4().compose(move, turn, scale),
    ]),
  )
}

/** Returns the value at a time, interpolated as in glTF 2.0, appendix C. */
function valueAt(sampler: AnimationSampler, seconds: number, isTurn: boolean): number[] {
  const [times, values] = [sampler.getInput(), sampler.getOutput()]
  if (!times || !values) return []
  const kind = sampler.getInterpolation()
  const isCubic = kind === 'CUBICSPLINE'
  const at = (key: number, part: 0 | 1 | 2 = 1) =>
    values.getElement(isCubic ? key * 3 + part : key, [])
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
