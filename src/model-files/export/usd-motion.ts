import type { Animation, AnimationSampler, Document, Node, Skin } from '@gltf-transform/core'
import { Matrix4 } from 'three'
import { getMorphWeights } from '../mesh/pose/apply-pose.ts'
import { readShape } from '../mesh/pose/bend.ts'
import { decomposeMatrix, type NodePose, sampleNodes } from '../mesh/pose/sample-animation.ts'
import type { MeshPart } from '../mesh/parts.ts'
import type { PartSource } from '../mesh/read-glb-parts.ts'

/**
 * A skeleton with a list of poses, which is USD's form of an animation. The first joint is the
 * unmoving root of all others, because some readers reject several roots.
 */
export type Motion = {
  joints: readonly {
    /** Path from the root joint, such as `Root/J0/J3`. */ path: string
    name: string
    bind: Matrix4
  }[]
  rest: readonly Matrix4[]
  framesPerSecond: number
  frames: readonly { readonly time: number; readonly poses: readonly NodePose[] }[]
  bindings: ReadonlyMap<MeshPart, Binding>
}

export type Binding = {
  points: Float32Array
  normals: Float32Array | undefined
  joints: Uint16Array
  weights: Float32Array
}

const perPoint = 4
const framesPerSecondMax = 30
/**
 * Maximum number of frames. Each frame is written as text, so longer animations get a lower frame
 * rate.
 */
const framesMax = 900
const timeDigits = 4

/**
 * Returns an animation of a document with skins and moving parts, or `undefined` if nothing moves.
 * @param clip index of the animation.
 */
export function readMotion(
  document: Document,
  sources: ReadonlyMap<MeshPart, PartSource>,
  clip = 0,
): Motion | undefined {
  const animation = document.getRoot().listAnimations()[clip]
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
      waiting.push(() => bindings.set(part, skinned(source, joints.map(skeleton.place))))
    } else if (isMoved(source.node, moved)) {
      const joint = skeleton.add(source.node, getWorld(source.node))
      waiting.push(() => bindings.set(part, rigid(part, skeleton.place(joint))))
    }
  }
  if (waiting.length === 0) return undefined
  skeleton.sort()
  for (const bind of waiting) bind()
  const lengthSeconds = Math.max(...animation.listSamplers().map(getEnd))
  const frameCount = Math.min(framesMax, Math.ceil(lengthSeconds * framesPerSecondMax) + 1)
  const framesPerSecond =
    lengthSeconds > 0 ? Math.max(1, (frameCount - 1) / lengthSeconds) : framesPerSecondMax
  const frames = listTimes(animation, { frameCount, framesPerSecond }).map((time) => ({
    time,
    poses: skeleton.posesAt(
      new Map(
        Array.from(sampleNodes(animation, time / framesPerSecond), ([node, pose]) => [
          node,
          new Matrix4().compose(pose.move, pose.turn, pose.scale),
        ]),
      ),
    ),
  }))
  return {
    joints: skeleton.joints(),
    rest: skeleton.localsAt(new Map()),
    framesPerSecond,
    frames,
    bindings,
  }
}

type Frames = { readonly frameCount: number; readonly framesPerSecond: number }

/**
 * Returns the times of all frames and of all keys. Keys between two frames preserve fast movements.
 */
function listTimes(animation: Animation, { frameCount, framesPerSecond }: Frames): number[] {
  const times = new Set(Array.from({ length: frameCount }, (_, frame) => frame))
  for (const sampler of animation.listSamplers()) {
    for (const seconds of sampler.getInput()?.getArray() ?? []) {
      times.add(Number((seconds * framesPerSecond).toFixed(timeDigits)))
      if (times.size > framesMax) return Array.from({ length: frameCount }, (_, frame) => frame)
    }
  }
  return [...times].toSorted((a, b) => a - b)
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
  const placeByNode = new Map<Node, number>()
  const findParent = (node: Node): number | undefined => {
    for (let at = node.getParentNode(); at; at = at.getParentNode()) {
      const place = placeByNode.get(at)
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
      const parent = findParent(node)
      const above = parent === undefined ? undefined : joints[parent]
      return above ? world(above.node).clone().invert().multiply(world(node)) : world(node).clone()
    })
  }
  const getPath = (place: number): string => {
    const joint = joints[place]
    const parent = joint && findParent(joint.node)
    return `${parent === undefined ? root.path : getPath(parent)}/J${place}`
  }
  let sorted: number[] = []
  const withRoot = <Value>(first: Value, others: readonly Value[]): Value[] => [
    first,
    ...sorted.flatMap((place) => others[place] ?? []),
  ]
  return {
    /**
     * Returns the joint for a node and a bind matrix. A node gets one joint for each different bind
     * matrix.
     */
    add(node: Node, bind: Matrix4): number {
      const at = joints.findIndex((one) => one.node === node && isNear(one.bind, bind))
      if (at >= 0) return at
      if (!placeByNode.has(node)) placeByNode.set(node, joints.length)
      return joints.push({ node, bind }) - 1
    },
    /** Call `sort` after the last `add` and before all functions below. */
    sort() {
      const depths = joints.map((_, place) => getPath(place).split('/').length)
      sorted = joints.map((_, place) => place)
      sorted.sort((a, b) => (depths[a] ?? 0) - (depths[b] ?? 0))
    },
    place: (joint: number) => sorted.indexOf(joint) + 1,
    joints: () =>
      withRoot(
        root,
        joints.map(({ node, bind }, place) => ({
          path: getPath(place),
          name: node.getName(),
          bind,
        })),
      ),
    localsAt: (poses: NodePoses) => withRoot(root.bind, localsAt(poses)),
    posesAt: (poses: NodePoses): NodePose[] =>
      withRoot(root.bind, localsAt(poses)).map(decomposeMatrix),
  }
}

const root = { path: 'Root', name: 'Root', bind: new Matrix4() }

const isNear = (one: Matrix4, other: Matrix4): boolean =>
  one.elements.every((value, at) => Math.abs(value - (other.elements[at] ?? 0)) < 1e-6)

function skinned({ node, primitive }: PartSource, places: readonly number[]): Binding {
  const shape = readShape(primitive, getMorphWeights(node))
  const [jointsOf, weightsOf] = ['JOINTS_0', 'WEIGHTS_0'].map((name) =>
    primitive.getAttribute(name),
  )
  const count = (shape?.positions.length ?? 0) / 3
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
  return {
    points: shape?.positions ?? new Float32Array(),
    normals: shape?.normals,
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
