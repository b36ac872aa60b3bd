import type { Document as Gltf, Node } from '@gltf-transform/core'
import { Quaternion, Vector3 } from 'three'
import { evaluateCurve, type FbxCurve } from './fbx-curve.ts'
import { type FbxMorph, getMorphWeight, getRestWeight } from './fbx-deformers.ts'
import { evaluateVector, getAnimatedObjects, type ObjectCurves } from './fbx-layers.ts'
import { type FbxObject, type FbxScene, getNumber } from './fbx-scene.ts'
import { toSeconds } from './fbx-time.ts'
import {
  type FbxPose,
  getLocalMatrix,
  getParentModel,
  getRestPose,
  getRotationOrder,
} from './fbx-transform.ts'

const samplesPerSecond = 30
/** Maximum number of samples per animated property, because a file can claim any duration. */
const samplesMax = 20_000
const allSamplesMax = 4_000_000

export type AnimatedNodes = {
  readonly nodes: ReadonlyMap<FbxObject, Node>
  readonly morphs: readonly {
    readonly nodes: readonly Node[]
    readonly morphs: readonly FbxMorph[]
  }[]
}

/**
 * Adds a clip for each animation that moves something.
 * @returns the names of omitted content.
 */
export function addFbxAnimations(
  document: Gltf,
  scene: FbxScene,
  { nodes, morphs }: AnimatedNodes,
): string[] {
  const writer = new ClipWriter(document)
  const stacks = [...scene.objects.values()].filter(({ kind }) => kind === 'AnimationStack')
  for (const stack of stacks) {
    const layers = stack.children.filter(({ object }) => object.kind === 'AnimationLayer')
    const curves = getAnimatedObjects(layers.map(({ object }) => object))
    writer.begin(stack)
    for (const [object, node] of nodes) {
      const own = curves.get(object) ?? noCurves
      if (own.size > 0 || getParentCurves(object, curves).size > 0)
        writer.addMotion(node, object, { own, parent: getParentCurves(object, curves) })
    }
    for (const one of morphs) writer.addWeights(one, curves)
  }
  const losses: string[] = []
  if (writer.isFull) losses.push('A part of the animation is left out, because it is too long.')
  return losses
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

  addMotion(node: Node, model: FbxObject, { own: curves, parent }: MotionCurves): void {
    const own = Object.values(poses).flatMap((name) => getOwnCurves(curves, name))
    own.push(...getOwnCurves(parent, poses.scaling))
    const times = this.#getTimes(own)
    if (times.length === 0) return
    const values: Record<'translation' | 'rotation' | 'scale', number[]> = {
      translation: [],
      rotation: [],
      scale: [],
    }
    const [place, turn, size] = [new Vector3(), new Quaternion(), new Vector3()]
    const last = new Quaternion()
    for (const time of times) {
      const parentModel = getParentModel(model)
      const parentScale = parentModel && getPose(parentModel, parent, time).scaling
      getLocalMatrix(model, getPose(model, curves, time), parentScale).decompose(place, turn, size)
      // q and -q are the same rotation. Players would rotate along the longer arc with the wrong
      // sign.
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
        getOwnCurves(curves.get(channel), 'DeformPercent').at(-1),
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

  #getTimes(curves: readonly FbxCurve[]): number[] {
    const keys = curves.flatMap(({ keys: own }) => own)
    if (keys.length === 0) return []
    const times = new Set(keys.map(({ time }) => time))
    const [first, last] = this.#range ?? getRange(times)
    const isBent =
      keys.some(({ kind }) => kind === 'linear' || kind === 'cubic') ||
      curves.some(({ before, after }) => before.mode !== 'constant' || after.mode !== 'constant')
    for (const { keys: own } of curves) {
      own.forEach(({ time }, at) => {
        // A constant segment keeps its value until just before the next key.
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

/**
 * Returns the range of times. `Math.min(...times)` would exceed the maximum number of arguments.
 */
function getRange(times: ReadonlySet<number>): [number, number] {
  let [low, high] = [Infinity, -Infinity]
  for (const time of times) [low, high] = [Math.min(low, time), Math.max(high, time)]
  return [low, high]
}

type MotionCurves = {
  readonly own: ObjectCurves
  readonly parent: ObjectCurves
}

const noCurves: ObjectCurves = new Map()

/** Returns the parent's curves if the model has FBX's special rules for inheriting a scale. */
function getParentCurves(
  model: FbxObject,
  curves: ReadonlyMap<FbxObject, ObjectCurves>,
): ObjectCurves {
  const type = getNumber(model, 'InheritType')
  const parent = type === 0 || type === 2 ? getParentModel(model) : undefined
  return (parent && curves.get(parent)) ?? noCurves
}

const getOwnCurves = (curves: ObjectCurves | undefined, name: string): FbxCurve[] =>
  (curves?.get(name) ?? []).flatMap((entry) => [...entry.curves.values()])

function getPose(model: FbxObject, curves: ObjectCurves, time: number): FbxPose {
  const rest = getRestPose(model)
  const order = getRotationOrder(model)
  const vector = (kind: keyof FbxPose) =>
    evaluateVector(curves.get(poses[kind]) ?? [], rest[kind], time, { kind, order })
  return {
    translation: vector('translation'),
    rotation: vector('rotation'),
    scaling: vector('scaling'),
  }
}
