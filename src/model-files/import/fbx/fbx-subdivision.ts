import { getFbxLayers, getFbxSlots } from './fbx-geometry.ts'
import { createNode, findChild, type FbxNode, getNumbers, getText } from './fbx-node.ts'
import { type Cage, getEdgeKey, subdivideCage } from './subdivide-cage.ts'

/** Smallest value of the property `Smoothness` with which FBX programs show the smooth surface. */
const smoothFrom = 2
const cornersMax = 1_000_000
/** Number of subdivisions for which an edge of sharpness 1 stays sharp. */
const levelsPerUnit = 10

/** Returns the number of subdivisions for display, which is 0 for most meshes. */
export function getSubdivisionLevels(geometry: FbxNode): number {
  const number = (name: string) => getNumbers(findChild(geometry, name))[0] ?? 0
  return number('Smoothness') >= smoothFrom ? Math.max(0, number('PreviewDivisionLevels')) : 0
}

/**
 * Subdivides the polygons of a geometry into a smooth surface.
 * @returns undefined if the surface has too many polygons, or the geometry is damaged.
 */
export function subdivideGeometry(geometry: FbxNode, levels: number): FbxNode | undefined {
  const polygons = readPolygons(geometry)
  const points = Array.from(getNumbers(findChild(geometry, 'Vertices')))
  const cornerCount = polygons.reduce((sum, { length }) => sum + length, 0)
  const isDamaged = polygons.some((face) => face.some((point) => point >= points.length / 3))
  if (isDamaged || polygons.some(({ length }) => length < 3)) return undefined
  if (cornerCount * 4 ** levels > cornersMax) return undefined
  const { colors, uvs } = getFbxLayers(geometry)
  const layers = [colors, ...uvs].filter((layer) => layer !== undefined)
  const slots = getFbxSlots(geometry)
  let cage: Cage = {
    points,
    faces: polygons,
    ...readSharpness(geometry, polygons),
    layers: [
      ...layers.map(({ size, values, find }) => ({
        size,
        values: toCorners(polygons, (at) =>
          Array.from({ length: size }, (_, part) => values[find(at) + part] ?? 0),
        ),
      })),
      { size: 1, values: toCorners(polygons, ({ polygon }) => [slots(polygon)]) },
    ],
    hasSharpCorners: getNumbers(findChild(geometry, 'BoundaryRule'))[0] === 1,
  }
  for (let level = 0; level < levels; level++) cage = subdivideCage(cage)
  return writeGeometry(cage, { hasColors: colors !== undefined })
}

function readPolygons(geometry: FbxNode): number[][] {
  const polygons: number[][] = []
  let face: number[] = []
  for (const stated of Array.from(getNumbers(findChild(geometry, 'PolygonVertexIndex')))) {
    face.push(stated < 0 ? -stated - 1 : stated)
    if (stated >= 0) continue
    polygons.push(face)
    face = []
  }
  return polygons
}

type Corner = { readonly corner: number; readonly point: number; readonly polygon: number }

function toCorners(
  polygons: readonly (readonly number[])[],
  read: (at: Corner) => readonly number[],
): number[] {
  let corner = 0
  return polygons.flatMap((face, polygon) =>
    face.flatMap((point) => read({ corner: corner++, point, polygon })),
  )
}

function readSharpness(
  geometry: FbxNode,
  polygons: readonly (readonly number[])[],
): Pick<Cage, 'edges' | 'corners'> {
  const values = (layer: string, name: string) => {
    const list = getNumbers(findChild(findChild(geometry, layer), name))
    return Array.from(list, (value) => value * levelsPerUnit)
  }
  // FBX identifies an edge by the corner where the edge starts.
  const next = polygons.flatMap((face) =>
    face.map((point, at) => [point, face[(at + 1) % face.length] ?? 0] as const),
  )
  const starts = Array.from(getNumbers(findChild(geometry, 'Edges')))
  const edges = new Map<string, number>()
  values('LayerElementEdgeCrease', 'EdgeCrease').forEach((sharpness, at) => {
    const ends = next[starts[at] ?? -1]
    if (ends && sharpness > 0) edges.set(getEdgeKey(...ends), sharpness)
  })
  const corners = new Map<number, number>()
  const isByPoint = getText(
    findChild(findChild(geometry, 'LayerElementVertexCrease'), 'MappingInformationType'),
  ).startsWith('ByVert')
  values('LayerElementVertexCrease', 'VertexCrease').forEach((sharpness, point) => {
    if (isByPoint && sharpness > 0) corners.set(point, sharpness)
  })
  return { edges, corners }
}

const createList = (name: string, values: readonly number[]): FbxNode =>
  createNode(name, [Float64Array.from(values)])

const createLayer = (name: string, own: FbxNode, mapping = 'ByPolygonVertex'): FbxNode =>
  createNode(
    name,
    [],
    [
      createNode('MappingInformationType', [mapping]),
      createNode('ReferenceInformationType', ['Direct']),
      own,
    ],
  )

function writeGeometry({ points, faces, layers }: Cage, { hasColors }: { hasColors: boolean }) {
  const slots = layers.at(-1)?.values ?? []
  const colors = hasColors ? layers[0] : undefined
  const uvs = layers.slice(hasColors ? 1 : 0, -1)
  const faceSlots = slots.filter((_, at) => at % 4 === 0)
  const corners = faces.flatMap((face) => face.map((point, at) => (at === 3 ? -point - 1 : point)))
  const normals = createList('Normals', getNormals(points, faces))
  return createNode(
    'Geometry',
    [],
    [
      createList('Vertices', points),
      createList('PolygonVertexIndex', corners),
      createLayer('LayerElementNormal', normals, 'ByVertice'),
      ...(colors ? [createLayer('LayerElementColor', createList('Colors', colors.values))] : []),
      ...uvs.map(({ values }) => createLayer('LayerElementUV', createList('UV', values))),
      createLayer('LayerElementMaterial', createList('Materials', faceSlots), 'ByPolygon'),
    ],
  )
}

function getNormals(points: readonly number[], faces: Cage['faces']): number[] {
  const normals = Array.from(points, () => 0)
  for (const [a = 0, b = 0, c = 0, d = 0] of faces) {
    const between = (from: number, to: number) =>
      [0, 1, 2].map((axis) => (points[to * 3 + axis] ?? 0) - (points[from * 3 + axis] ?? 0))
    const [[ux = 0, uy = 0, uz = 0], [vx = 0, vy = 0, vz = 0]] = [between(a, c), between(b, d)]
    const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const point of [a, b, c, d]) {
      normal.forEach((value, axis) => {
        normals[point * 3 + axis] = (normals[point * 3 + axis] ?? 0) + value
      })
    }
  }
  return normals
}
