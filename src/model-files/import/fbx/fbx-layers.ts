import { Euler, type EulerOrder, MathUtils, Quaternion } from 'three'
import { evaluateCurve, type FbxCurve, readFbxCurve } from './fbx-curve.ts'
import { type FbxObject, getNumber } from './fbx-scene.ts'

type Vector = [number, number, number]

type Layer = {
  readonly mode: 'add' | 'override' | 'blend'
  readonly weight: FbxCurve | number
  readonly composesRotation: boolean
  readonly composesScale: boolean
}

export type PropertyCurves = {
  readonly curves: ReadonlyMap<string, FbxCurve>
  readonly defaults: ReadonlyMap<string, number>
  /** Undefined for the lowest layer, which replaces the value without animation. */
  readonly layer: Layer | undefined
}

/** Curves of each property, such as `Lcl Rotation`, with the lowest animation layer first. */
export type ObjectCurves = Map<string, PropertyCurves[]>

export function getAnimatedObjects(layers: readonly FbxObject[]): Map<FbxObject, ObjectCurves> {
  const found = new Map<FbxObject, ObjectCurves>()
  layers.forEach((layer, at) => {
    const described = at === 0 ? undefined : readLayer(layer)
    for (const { object: curveNode } of layer.children) {
      if (curveNode.kind !== 'AnimationCurveNode') continue
      const own = readCurves(curveNode, described)
      // Values of a layer without curves have an effect only if there are several layers.
      if (own.curves.size === 0 && (layers.length === 1 || own.defaults.size === 0)) continue
      for (const { object, property } of curveNode.parents) {
        if (property === '') continue
        const properties = found.get(object) ?? new Map<string, PropertyCurves[]>()
        properties.set(property, [...(properties.get(property) ?? []), own])
        found.set(object, properties)
      }
    }
  })
  return found
}

function readCurves(curveNode: FbxObject, layer: Layer | undefined): PropertyCurves {
  const curves = new Map<string, FbxCurve>()
  for (const { object, property } of curveNode.children) {
    const curve = object.kind === 'AnimationCurve' ? readFbxCurve(object.node) : undefined
    if (curve) curves.set(property.split('|').at(-1) ?? '', curve)
  }
  const defaults = new Map<string, number>()
  for (const axis of ['X', 'Y', 'Z']) {
    const value = getNumber(curveNode, `d|${axis}`)
    if (value !== undefined) defaults.set(axis, value)
  }
  return { curves, defaults, layer }
}

function readLayer(layer: FbxObject): Layer {
  const mode = (['add', 'override', 'blend'] as const)[getNumber(layer, 'BlendMode') ?? 0]
  const weights = layer.children.find(({ property }) => property === 'Weight')?.object
  const [curve] = weights ? readCurves(weights, undefined).curves.values() : []
  return {
    mode: mode ?? 'override',
    weight: curve ?? getNumber(layer, 'Weight') ?? 100,
    composesRotation: (getNumber(layer, 'RotationAccumulationMode') ?? 0) === 0,
    composesScale: (getNumber(layer, 'ScaleAccumulationMode') ?? 0) === 0,
  }
}

export type VectorProperty = {
  readonly kind: 'translation' | 'rotation' | 'scaling'
  readonly order: EulerOrder
}

/** Returns a property's value, combined over all animation layers (as in ufbx). */
// oxlint-disable-next-line max-params -- for each sample
export function evaluateVector(
  entries: readonly PropertyCurves[],
  rest: readonly [number, number, number],
  time: number,
  property: VectorProperty,
): Vector {
  let result: Vector = [...rest]
  for (const { curves, defaults, layer } of entries) {
    const usual =
      layer?.mode === 'add' ? (property.kind === 'scaling' ? [1, 1, 1] : [0, 0, 0]) : rest
    const at = (axis: 'X' | 'Y' | 'Z', place: number) => {
      const curve = curves.get(axis)
      if (curve) return evaluateCurve(curve, time)
      return defaults.get(axis) ?? usual[place] ?? 0
    }
    const value: Vector = [at('X', 0), at('Y', 1), at('Z', 2)]
    result = layer ? combine(result, value, { layer, time, property }) : value
  }
  return result
}

function combine(
  below: Vector,
  value: Vector,
  {
    layer,
    time,
    property,
  }: { readonly layer: Layer; readonly time: number; readonly property: VectorProperty },
): Vector {
  if (layer.mode === 'override') return value
  const percent =
    typeof layer.weight === 'number' ? layer.weight : evaluateCurve(layer.weight, time)
  const weight = Math.min(1, Math.max(0, percent / 100))
  const isAdded = layer.mode === 'add'
  if (property.kind === 'scaling' && layer.composesScale) {
    return toVector((axis) => {
      const own = isAdded ? (below[axis] ?? 1) : raise(below[axis] ?? 1, 1 - weight)
      return own * raise(value[axis] ?? 1, weight)
    })
  }
  if (property.kind === 'rotation' && layer.composesRotation) {
    const [lower, upper] = [toQuaternion(below, property), toQuaternion(value, property)]
    const turned = isAdded
      ? lower.multiply(new Quaternion().slerp(upper, weight))
      : lower.slerp(upper, weight)
    const { radToDeg } = MathUtils
    const { x, y, z } = new Euler().setFromQuaternion(turned, property.order)
    return [radToDeg(x), radToDeg(y), radToDeg(z)]
  }
  return toVector(
    (axis) => (below[axis] ?? 0) * (isAdded ? 1 : 1 - weight) + (value[axis] ?? 0) * weight,
  )
}

const toVector = (read: (axis: number) => number): Vector => [read(0), read(1), read(2)]

const raise = (value: number, power: number): number => Math.sign(value) * Math.abs(value) ** power

function toQuaternion([x, y, z]: Vector, { order }: VectorProperty): Quaternion {
  const { degToRad } = MathUtils
  return new Quaternion().setFromEuler(new Euler(degToRad(x), degToRad(y), degToRad(z), order))
}
