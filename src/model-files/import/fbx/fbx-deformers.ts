import { Matrix4 } from 'three'
import { findChild, getNumbers } from './fbx-node.ts'
import { type FbxObject, getNumber } from './fbx-scene.ts'

/** Bones of a mesh. Each point has up to four weights with a sum of 1. */
export type FbxSkin = {
  readonly bones: readonly FbxObject[]
  /** Matrix from the mesh's model space to each bone. Undefined if the file has only `bind`. */
  readonly toBone: readonly (Matrix4 | undefined)[]
  readonly bind: readonly Matrix4[]
  readonly joints: Uint16Array<ArrayBuffer>
  readonly weights: Float32Array<ArrayBuffer>
  readonly loosePoints: number
  readonly trimmedPoints: number
}

const weightsMax = 4

export function readFbxSkin(geometry: FbxObject, pointCount: number): FbxSkin | undefined {
  const clusters = geometry.children
    .filter(({ object }) => object.kind === 'Deformer' && object.type === 'Skin')
    .flatMap(({ object }) => object.children)
    .flatMap(({ object }) => {
      const bone = object.children.find((child) => child.object.kind === 'Model')?.object
      return object.type === 'Cluster' && bone ? [{ cluster: object.node, bone }] : []
    })
  if (clusters.length === 0) return undefined
  const influences: [joint: number, weight: number][][] = []
  clusters.forEach(({ cluster }, joint) => {
    const points = getNumbers(findChild(cluster, 'Indexes'))
    const weights = getNumbers(findChild(cluster, 'Weights'))
    for (let at = 0; at < points.length; at++) {
      const [point, weight] = [points[at] ?? -1, weights[at] ?? 0]
      if (point < 0 || point >= pointCount || !(weight > 0)) continue
      ;(influences[point] ??= []).push([joint, weight])
    }
  })
  const joints = new Uint16Array(pointCount * weightsMax)
  const weights = new Float32Array(pointCount * weightsMax)
  let loosePoints = 0
  let trimmedPoints = 0
  for (let point = 0; point < pointCount; point++) {
    const all = (influences[point] ?? []).toSorted(([, a], [, b]) => b - a)
    if (all.length > weightsMax) trimmedPoints++
    const kept = all.slice(0, weightsMax)
    const sum = kept.reduce((total, [, weight]) => total + weight, 0)
    if (!(sum > 0)) {
      loosePoints++
      // The joint after all bones is the model itself.
      joints[point * weightsMax] = clusters.length
      weights[point * weightsMax] = 1
      continue
    }
    kept.forEach(([joint, weight], at) => {
      joints[point * weightsMax + at] = joint
      weights[point * weightsMax + at] = weight / sum
    })
  }
  return {
    bones: clusters.map(({ bone }) => bone),
    toBone: clusters.map(({ cluster }) => readMatrix(findChild(cluster, 'Transform'))),
    bind: clusters.map(
      ({ cluster }) => readMatrix(findChild(cluster, 'TransformLink')) ?? new Matrix4(),
    ),
    joints,
    weights,
    loosePoints,
    trimmedPoints,
  }
}

function readMatrix(node: ReturnType<typeof findChild>): Matrix4 | undefined {
  const values = Array.from(getNumbers(node)).slice(0, 16)
  const matrix = values.length === 16 ? new Matrix4().fromArray(values) : undefined
  return matrix && matrix.determinant() !== 0 ? matrix : undefined
}

/** One shape of a blend shape channel, which may have several shapes at different weights. */
export type FbxMorph = {
  readonly name: string
  readonly channel: FbxObject
  /** Weights of the channel, in percent, at which each shape has full effect. */
  readonly fullWeights: readonly number[]
  readonly place: number
  readonly points: ArrayLike<number>
  readonly offsets: ArrayLike<number>
}

/** Returns the shapes of a mesh, including in-between shapes. */
export function readFbxMorphs(geometry: FbxObject): FbxMorph[] {
  return geometry.children
    .filter(({ object }) => object.kind === 'Deformer' && object.type === 'BlendShape')
    .flatMap(({ object }) => object.children)
    .filter(({ object }) => object.type === 'BlendShapeChannel')
    .flatMap(({ object: channel }) => {
      const shapes = channel.children.flatMap(({ object }) =>
        object.kind === 'Geometry' ? [object] : [],
      )
      const stated = Array.from(getNumbers(findChild(channel.node, 'FullWeights')))
      // Old files may store the weights of a vertex group in this list, at most 1 per point. With a
      // single shape, both kinds of list may have one entry.
      const isOfShapes =
        stated.length === shapes.length && (shapes.length > 1 || (stated[0] ?? 0) > 1)
      const fullWeights = shapes.map(
        (_, at) => (isOfShapes ? stated[at] : undefined) ?? (100 * (at + 1)) / shapes.length,
      )
      return shapes.map((shape, place) => {
        const points = getNumbers(findChild(shape.node, 'Indexes'))
        const offsets = getNumbers(findChild(shape.node, 'Vertices'))
        return {
          name: shapes.length > 1 ? `${channel.name} ${fullWeights[place]}` : channel.name,
          channel,
          fullWeights,
          place,
          points,
          offsets: isOfShapes ? offsets : weigh(offsets, stated, points.length),
        }
      })
    })
}

/**
 * Scales the offsets by the weights of a vertex group, which Blender writes into the list of full
 * weights.
 */
function weigh(
  offsets: ArrayLike<number>,
  weights: readonly number[],
  points: number,
): ArrayLike<number> {
  if (weights.length !== points) return offsets
  return Array.from(offsets, (offset, at) => (offset * (weights[Math.floor(at / 3)] ?? 100)) / 100)
}

/** Returns a channel's weight without animation, in percent. */
export const getRestWeight = (channel: FbxObject): number =>
  getNumber(channel, 'DeformPercent') ??
  getNumbers(findChild(channel.node, 'DeformPercent'))[0] ??
  0

/**
 * Returns the weight of one shape, interpolated between the full weights of neighbouring shapes.
 * Full weights may be negative.
 * @param percent the channel's weight.
 */
export function getMorphWeight(
  { fullWeights, place }: Pick<FbxMorph, 'fullWeights' | 'place'>,
  percent: number,
): number {
  const side = percent < 0 ? -1 : 1
  const rest = { full: 0, at: -1 }
  const keys = fullWeights.map((full, at) => ({ full, at }))
  // Considers only shapes on the same side of 0 as the channel's weight, the nearest to 0 first.
  const own = keys
    .filter(({ full }) => full * side > 0)
    .toSorted((a, b) => (a.full - b.full) * side)
  // Without a shape on the weight's side of 0, extrapolate the nearest shape of the other side.
  const [nearest] = keys.toSorted((a, b) => Math.abs(a.full) - Math.abs(b.full))
  const path = own.length > 0 ? [rest, ...own] : nearest ? [nearest, rest] : []
  const found = path.findIndex(({ full }, at) => at > 0 && (full - percent) * side > 0)
  const last = found > 0 ? found : path.length - 1
  const [from, to] = [path[last - 1], path[last]]
  if (!from || !to || from.full === to.full) return 0
  const fraction = (percent - from.full) / (to.full - from.full)
  if (place === to.at) return fraction
  return place === from.at ? 1 - fraction : 0
}
