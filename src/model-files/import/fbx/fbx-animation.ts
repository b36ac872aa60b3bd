import { type Document as Gltf, type Node } from '@gltf-transform/core'
import { Quaternion, Vector3 } from 'three'
import { evaluateCurve, type FbxCurve, readFbxCurve, toSeconds } from './fbx-curve.ts'
import { type FbxMorph, getMorphWeight, getRestWeight } from './fbx-deformers.ts'
import { type FbxObject, type FbxScene, getNumber } from './fbx-scene.ts'
import { type FbxPose, getLocalMatrix, getRestPose } from './fbx-transform.ts'

/** Curves that are no straight lines are sampled this often per second. */
const samplesPerSecond = 30
/** Upper bounds, because a file can state any duration. */
const samplesMax = 20_000
const allSamplesMax = 4_000_000

type Axis = 'X' | 'Y' | 'Z'
/** Curves by the property, such as `Lcl Rotation`, and its axis. */
type ObjectCurves = Map<string, Map<string, FbxCurve>>

export type AnimatedNodes = {
  readonly nodes: ReadonlyMap<FbxObject, Node>
  /** Meshes with morphs, and the nodes that show them. */
  readonly morphs: readonly {
    readonly nodes: readonly Node[]
    readonly morphs: readonly FbxMorph[]
  }[]
}

/** Adds a clip for each animation of the file that moves something. @returns omissions. */
export function addFbxAnimations(
  document: Gltf,
  scene: FbxScene,
  { nodes, morphs }: AnimatedNodes,
): string[] {
  const writer = new ClipWriter(document)
  const stacks = [...scene.objects.values()].filter(({ kind }) => kind === 'AnimationStack')
  let layered = 0
  for (const stack of stacks) {
    const layers = stack.children.filter(({ object }) => object.kind === 'AnimationLayer')
    if (layers.length > 1) layered++
    const curves = getCurves(layers.map(({ object }) => object))
    writer.begin(stack)
    for (const [object, own] of curves) {
      const node = nodes.get(object)
      if (node) writer.addMotion(node, object, own)
    }
    for (const one of morphs) writer.addWeights(one, curves)
  }
  const losses: string[] = []
  if (layered > 0) losses.push(`Animation layers are combined without their weights: ${layered}.`)
  if (writer.isFull) losses.push('A part of the animation is left out, because it is too long.')
  return losses
}

function getCurves(layers: readonly FbxObject[]): Map<FbxObject, ObjectCurves> {
  const found = new Map<FbxObject, ObjectCurves>()
  const curveNodes = layers.flatMap(({ children }) =>
    children.flatMap(({ object }) => (object.kind === 'AnimationCurveNode' ? [object] : [])),
  )
  for (const curveNode of curveNodes) {
    const curves = new Map<string, FbxCurve>()
    for (const { object, property } of curveNode.children) {
      const curve = object.kind === 'AnimationCurve' ? readFbxCurve(object.node) : undefined
      if (curve) curves.set(property.split('|').at(-1) ?? '', curve)
    }
    if (curves.size === 0) continue
    for (const { object, property } of curveNode.parents) {
      if (property === '') continue
      const own = found.get(object) ?? new Map()
      found.set(object, own.set(property, curves))
    }
  }
  return found
}

const poses = {
  translation: 'Lcl Translation',
  rotation: 'Lcl Rotation',
  scaling: 'Lcl Scaling',
} as const

class ClipWriter {
  readonly #document: Gltf
  #name = ''
  #range: readonly [number, number] | undefined
  #clip: ReturnType<Gltf['createAnimation']> | undefined
  #left = allSamplesMax
  isFull = false

  constructor(document: Gltf) {
    this.#document = document
  }

  begin(stack: FbxObject): void {
    this.#name = stack.name || 'Animation'
    this.#clip = undefined
    const [start, stop] = ['LocalStart', 'LocalStop'].map((name) =>
      toSeconds(getNumber(stack, name) ?? 0),
    )
    this.#range = (stop ?? 0) > (start ?? 0) ? [start ?? 0, stop ?? 0] : undefined
  }

  addMotion(node: Node, model: FbxObject, curves: ObjectCurves): void {
    const own = Object.values(poses).flatMap((name) => [...(curves.get(name)?.values() ?? [])])
    const times = this.#getTimes(own)
    if (times.length === 0) return
    const rest = getRestPose(model)
    const values = { translation: [] as number[], rotation: [] as number[], scale: [] as number[] }
    const [place, turn, size] = [new Vector3(), new Quaternion(), new Vector3()]
    const last = new Quaternion()
    for (const time of times) {
      getLocalMatrix(model, getPose(rest, curves, time)).decompose(place, turn, size)
      // Keeps consecutive quaternions in the same hemisphere, so that players rotate along the
      // shorter arc.
      if (last.dot(turn) < 0) turn.set(-turn.x, -turn.y, -turn.z, -turn.w)
      last.copy(turn)
      values.translation.push(...place.toArray())
      values.rotation.push(...turn.toArray())
      values.scale.push(...size.toArray())
    }
    this.#addChannel({
      node,
      path: 'translation',
      times,
      values: values.translation,
      rest: node.getTranslation(),
    })
    this.#addChannel({
      node,
      path: 'rotation',
      times,
      values: values.rotation,
      rest: node.getRotation(),
    })
    this.#addChannel({ node, path: 'scale', times, values: values.scale, rest: node.getScale() })
  }

  addWeights(
    { nodes, morphs }: AnimatedNodes['morphs'][number],
    curves: ReadonlyMap<FbxObject, ObjectCurves>,
  ): void {
    const byChannel = new Map(
      morphs.map(({ channel }) => [
        channel,
        curves.get(channel)?.get('DeformPercent')?.values().next().value,
      ]),
    )
    const times = this.#getTimes([...byChannel.values()].flatMap((curve) => curve ?? []))
    if (times.length === 0) return
    const values = times.flatMap((time) =>
      morphs.map((morph) => {
        const curve = byChannel.get(morph.channel)
        const percent = curve ? evaluateCurve(curve, time) : getRestWeight(morph.channel)
        return getMorphWeight(morph, percent)
      }),
    )
    for (const node of nodes) this.#addChannel({ node, path: 'weights', times, values, rest: [] })
  }

  /** Returns the times of all keys, and more between them where curves bend. */
  #getTimes(curves: readonly FbxCurve[]): number[] {
    const keys = curves.flatMap(({ keys: own }) => own)
    if (keys.length === 0) return []
    const times = new Set(keys.map(({ time }) => time))
    const [first, last] = this.#range ?? getRange(times)
    const isBent = keys.some(({ kind }) => kind !== 'constant')
    for (const { keys: own } of curves) {
      own.forEach(({ time }, at) => {
        // A step lasts until just before the next key.
        if (own[at - 1]?.kind === 'constant') times.add(Math.max(first, time - stepSeconds))
      })
    }
    const count = Math.ceil((last - first) * samplesPerSecond)
    if (isBent && count <= samplesMax) {
      for (let at = 1; at < count; at++) times.add(first + at / samplesPerSecond)
    }
    times.add(first).add(last)
    const sorted = [...times].filter((time) => time >= first && time <= last)
    return sorted.toSorted((a, b) => a - b).slice(0, samplesMax)
  }

  #addChannel({ node, path, times, values, rest }: Channel): void {
    const size = values.length / times.length
    const isStill =
      path !== 'weights' && values.every((value, at) => isNear(value, rest[at % size] ?? 0))
    if (isStill) return
    this.#left -= values.length
    if (this.#left < 0) {
      this.isFull = true
      return
    }
    const [begin = 0] = times
    const start = this.#range?.[0] ?? begin
    const input = this.#document
      .createAccessor()
      .setType('SCALAR')
      .setArray(Float32Array.from(times, (time) => Math.max(0, time - start)))
    const type = {
      translation: 'VEC3',
      rotation: 'VEC4',
      scale: 'VEC3',
      weights: 'SCALAR',
    } as const
    const output = this.#document
      .createAccessor()
      .setType(type[path])
      .setArray(Float32Array.from(values))
    const sampler = this.#document.createAnimationSampler().setInput(input).setOutput(output)
    const channel = this.#document
      .createAnimationChannel()
      .setTargetNode(node)
      .setTargetPath(path)
      .setSampler(sampler)
    this.#clip ??= this.#document.createAnimation(this.#name)
    this.#clip.addSampler(sampler).addChannel(channel)
  }
}

type Channel = {
  readonly node: Node
  readonly path: 'translation' | 'rotation' | 'scale' | 'weights'
  readonly times: readonly number[]
  readonly values: readonly number[]
  readonly rest: readonly number[]
}

const stepSeconds = 1e-4
const isNear = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-5 * Math.max(1, Math.abs(b))

/** Avoids spreading a large set. */
function getRange(times: ReadonlySet<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const time of times) [low, high] = [Math.min(low, time), Math.max(high, time)]
  return [low, high]
}

function getPose(rest: FbxPose, curves: ObjectCurves, time: number): FbxPose {
  const vector = (kind: keyof FbxPose): [number, number, number] => {
    const own = curves.get(poses[kind])
    const value = (axis: Axis, at: 0 | 1 | 2) => {
      const curve = own?.get(axis)
      return curve ? evaluateCurve(curve, time) : rest[kind][at]
    }
    return [value('X', 0), value('Y', 1), value('Z', 2)]
  }
  return {
    translation: vector('translation'),
    rotation: vector('rotation'),
    scaling: vector('scaling'),
  }
}
