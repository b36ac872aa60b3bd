import { getUsdField, getList, getValue, setValue, type UsdLayer } from './usd-layer.ts'

/** Removes faces that a mesh declares as holes, and reverses the corners of left-handed faces. */
export function rewriteFaces(layer: UsdLayer, prim: string): void {
  const counts = getList(layer, prim, 'faceVertexCounts')
  const indices = getList(layer, prim, 'faceVertexIndices')
  const holes = new Set(getList(layer, prim, 'holeIndices'))
  const isReversed = getValue(layer, prim, 'orientation') === 'leftHanded'
  if (!counts || !indices || (holes.size === 0 && !isReversed)) return
  const corners: number[] = []
  const kept: number[] = []
  let start = 0
  counts.forEach((count, face) => {
    if (!holes.has(face)) {
      kept.push(face)
      for (let at = 0; at < count; at++) {
        corners.push(start + (isReversed && at > 0 ? count - at : at))
      }
    }
    start += count
  })
  const pick = (name: string, places: readonly number[], size = 1) => {
    const list = getList(layer, prim, name)
    if (!list) return
    const picked = places.flatMap((place) => list.slice(place * size, (place + 1) * size))
    setValue(layer, { prim, name }, picked)
  }
  for (const name of getPrimvars(layer, prim)) {
    const length = (getList(layer, prim, name)?.length ?? 0) / getSize(layer, prim, name)
    const indexed = getList(layer, prim, `${name}:indices`)
    const isOfCorners = (indexed?.length ?? length) === indices.length
    const isOfFaces = (indexed?.length ?? length) === counts.length
    const places = isOfCorners ? corners : isOfFaces ? kept : undefined
    if (!places) continue
    if (indexed) pick(`${name}:indices`, places)
    else pick(name, places, getSize(layer, prim, name))
  }
  pick('faceVertexIndices', corners)
  pick('faceVertexCounts', kept)
  remapSubsets(layer, prim, kept)
}

function getPrimvars({ specs }: UsdLayer, prim: string): string[] {
  return [...specs.keys()].flatMap((path) => {
    if (!path.startsWith(`${prim}.`)) return []
    const name = path.slice(prim.length + 1)
    const isPrimvar = name === 'normals' || name.startsWith('primvars:')
    return isPrimvar && !name.endsWith(':indices') && !name.includes('skel:') ? [name] : []
  })
}

const getSize = (layer: UsdLayer, prim: string, name: string): number =>
  Number(/[234]/.exec(String(getUsdField(layer, `${prim}.${name}`, 'typeName')))?.[0] ?? 1)

function remapSubsets(layer: UsdLayer, prim: string, kept: readonly number[]): void {
  const places = new Map(kept.map((face, at) => [face, at]))
  for (const path of layer.specs.keys()) {
    const isSubset =
      path.startsWith(`${prim}/`) && getUsdField(layer, path, 'typeName') === 'GeomSubset'
    const faces = isSubset ? getList(layer, path, 'indices') : undefined
    if (!faces) continue
    const value = faces.flatMap((face) => places.get(face) ?? [])
    setValue(layer, { prim: path, name: 'indices' }, value)
  }
}
