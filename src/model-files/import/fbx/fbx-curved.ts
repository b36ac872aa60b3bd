import { Vector3, Vector4 } from 'three'
import { NURBSCurve } from 'three/addons/curves/NURBSCurve.js'
import { NURBSSurface } from 'three/addons/curves/NURBSSurface.js'
import { createNode, type FbxNode, findChild, getNumbers, getText } from './fbx-node.ts'

const pointsPerControl = 8
const sideMax = 200

/**
 * Returns a curved geometry as polygons. Polygons with two corners are lines.
 * @returns undefined for unsupported kinds and damaged geometry.
 */
export function toPolygons(node: FbxNode, type: string): FbxNode | undefined {
  if (type === 'Mesh') return node
  try {
    if (type === 'Line') return readLine(node)
    if (type === 'NurbsCurve') return readCurve(node)
    return type === 'NurbsSurface' ? readSurface(node) : undefined
  } catch {
    return undefined
  }
}

function createPolygons(points: readonly number[], corners: readonly number[]): FbxNode {
  return createNode(
    'Geometry',
    [],
    [
      createNode('Vertices', [Float64Array.from(points)]),
      createNode('PolygonVertexIndex', [Int32Array.from(corners)]),
    ],
  )
}

function readLine(node: FbxNode): FbxNode {
  const points = Array.from(getNumbers(findChild(node, 'Points')))
  const corners: number[] = []
  let before = -1
  for (const stated of Array.from(getNumbers(findChild(node, 'PointsIndex')))) {
    const point = stated < 0 ? -stated - 1 : stated
    if (before >= 0) corners.push(before, -point - 1)
    before = stated < 0 ? -1 : point
  }
  return createPolygons(points, corners)
}

function getControls(node: FbxNode): Vector4[] {
  const values = Array.from(getNumbers(findChild(node, 'Points')))
  return Array.from({ length: Math.floor(values.length / 4) }, (_, at) =>
    new Vector4().fromArray(values, at * 4),
  )
}

function readCurve(node: FbxNode): FbxNode {
  const order = getNumbers(findChild(node, 'Order'))[0] ?? 4
  const form = getText(findChild(node, 'Form'))
  const controls = getControls(node)
  const knots = Array.from(getNumbers(findChild(node, 'KnotVector')))
  const line = wrap({ controls, knots, degree: order - 1, form })
  const curve = new NURBSCurve(order - 1, knots, line.controls, line.first, line.last)
  const count = Math.min(controls.length * pointsPerControl, sideMax * pointsPerControl)
  const points = curve.getPoints(count).flatMap((point) => [point.x, point.y, point.z])
  const corners = Array.from({ length: points.length / 3 - 1 }, (_, at) => [at, -at - 2]).flat()
  return createPolygons(points, corners)
}

type Side<Control> = {
  readonly controls: readonly Control[]
  readonly knots: readonly number[]
  readonly degree: number
  readonly form: string
}

/**
 * Repeats the first control points of closed and periodic sides.
 * @returns the range of visible knots.
 */
function wrap<Control>({ controls, knots, degree, form }: Side<Control>) {
  const extra = form === 'Periodic' ? degree : form === 'Closed' ? 1 : 0
  const all = [...controls, ...controls.slice(0, extra)]
  const last = knots.length - 1
  const cut = form === 'Periodic' ? degree : 0
  return { controls: all, first: cut, last: last - cut }
}

function readSurface(node: FbxNode): FbxNode {
  const list = (name: string) => Array.from(getNumbers(findChild(node, name)))
  const [orderU = 4, orderV = 4] = list('NurbsSurfaceOrder')
  const [wide = 0, high = 0] = list('Dimensions')
  const forms = (findChild(node, 'Form')?.values ?? []).map(String)
  const [knotsU, knotsV] = [list('KnotVectorU'), list('KnotVectorV')]
  const controls = getControls(node)
  const columns = Array.from({ length: wide }, (_, u) =>
    Array.from({ length: high }, (__, v) => controls[v * wide + u] ?? new Vector4(0, 0, 0, 1)),
  ).map(
    (column) =>
      wrap({ controls: column, knots: knotsV, degree: orderV - 1, form: forms[1] ?? '' }).controls,
  )
  const alongU = wrap({
    controls: columns,
    knots: knotsU,
    degree: orderU - 1,
    form: forms[0] ?? '',
  })
  const alongV = wrap({ controls: [], knots: knotsV, degree: orderV - 1, form: forms[1] ?? '' })
  const surface = new NURBSSurface(orderU - 1, orderV - 1, knotsU, knotsV, alongU.controls)
  const [countU, countV] = [wide, high].map((count) => Math.min(count * pointsPerControl, sideMax))
  return makeGrid(
    { surface, u: getRange(knotsU, alongU), v: getRange(knotsV, alongV) },
    countU ?? 1,
    countV ?? 1,
  )
}

function getRange(
  knots: readonly number[],
  { first, last }: { readonly first: number; readonly last: number },
): readonly [number, number] {
  const [start = 0, end = 1] = [knots[0], knots.at(-1)]
  const fraction = (at: number) => ((knots[at] ?? 0) - start) / (end - start || 1)
  return [fraction(first), fraction(last)]
}

type Grid = {
  readonly surface: NURBSSurface
  readonly u: readonly [number, number]
  readonly v: readonly [number, number]
}

function makeGrid({ surface, u, v }: Grid, countU: number, countV: number): FbxNode {
  const points: number[] = []
  const corners: number[] = []
  const target = new Vector3()
  for (let row = 0; row <= countV; row++) {
    for (let column = 0; column <= countU; column++) {
      surface.getPoint(between(u, column / countU), between(v, row / countV), target)
      points.push(target.x, target.y, target.z)
      if (row === 0 || column === 0) continue
      const at = row * (countU + 1) + column
      corners.push(at - countU - 2, at - countU - 1, at, -(at - 1) - 1)
    }
  }
  return createPolygons(points, corners)
}

const between = ([low, high]: readonly [number, number], fraction: number): number =>
  low + (high - low) * fraction
