type CornerLayer = { readonly size: number; readonly values: readonly number[] }

/** A mesh of polygons whose points control a smooth surface. */
export type Cage = {
  readonly points: readonly number[]
  readonly faces: readonly (readonly number[])[]
  /** Sharpness of edges, by `getEdgeKey`. Each subdivision reduces the sharpness by 1. */
  readonly edges: ReadonlyMap<string, number>
  /** Sharpness of points, by index. Each subdivision reduces the sharpness by 1. */
  readonly corners: ReadonlyMap<number, number>
  readonly layers: readonly CornerLayer[]
  readonly hasSharpCorners: boolean
}

/** Smallest sharpness of an edge that stays sharp in all subdivisions. */
const endless = 9.99

export const getEdgeKey = (a: number, b: number): string => (a < b ? `${a} ${b}` : `${b} ${a}`)

type Edge = { readonly ends: readonly [number, number]; readonly faces: number[]; place: number }

/**
 * Divides each polygon with n corners into n quads by the rules of Catmull and Clark, with partly
 * sharp edges (as in ufbx). New points of edges and then of faces follow the old points.
 */
export function subdivideCage(cage: Cage): Cage {
  const { faces, layers } = cage
  const pointCount = cage.points.length / 3
  const centres = faces.map((face) => getMean(face.map((point) => getPoint(cage, point))))
  const edges = findEdges(faces)
  const points = movePoints(cage, edges, centres).flat()
  for (const [key, edge] of edges) {
    edge.place = points.length / 3
    points.push(...getEdgePoint(edge, getSharpness(cage, key, edge), { cage, centres }))
  }
  const firstCentre = pointCount + edges.size
  points.push(...centres.flat())
  const at = (face: readonly number[], corner: number) => {
    const [a, b] = [face[corner] ?? 0, face[(corner + 1) % face.length] ?? 0]
    return edges.get(getEdgeKey(a, b))?.place ?? 0
  }
  const divided = faces.flatMap((face, place) =>
    face.map((point, corner) => [
      point,
      at(face, corner),
      firstCentre + place,
      at(face, (corner + face.length - 1) % face.length),
    ]),
  )
  return {
    ...cage,
    points,
    faces: divided,
    edges: divideSharpness(cage, edges),
    corners: new Map([...cage.corners].map(([point, sharpness]) => [point, reduce(sharpness)])),
    layers: layers.map((layer) => divideLayer(layer, faces)),
  }
}

const reduce = (sharpness: number): number =>
  sharpness >= endless ? sharpness : Math.max(0, sharpness - 1)

const getPoint = ({ points }: Cage, point: number): number[] => [
  points[point * 3] ?? 0,
  points[point * 3 + 1] ?? 0,
  points[point * 3 + 2] ?? 0,
]

function getMean(vectors: readonly (readonly number[])[]): number[] {
  const size = vectors[0]?.length ?? 0
  return Array.from(
    { length: size },
    (_, at) => vectors.reduce((sum, vector) => sum + (vector[at] ?? 0), 0) / vectors.length,
  )
}

const mix = (a: readonly number[], b: readonly number[], fraction: number): number[] =>
  a.map((value, at) => value * (1 - fraction) + (b[at] ?? 0) * fraction)

function findEdges(faces: Cage['faces']): Map<string, Edge> {
  const edges = new Map<string, Edge>()
  faces.forEach((face, place) => {
    face.forEach((point, corner) => {
      const next = face[(corner + 1) % face.length] ?? 0
      const key = getEdgeKey(point, next)
      const edge = edges.get(key) ?? { ends: [point, next], faces: [], place: 0 }
      edge.faces.push(place)
      edges.set(key, edge)
    })
  })
  return edges
}

function getSharpness({ edges }: Cage, key: string, { faces }: Edge): number {
  return faces.length === 2 ? Math.min(1, edges.get(key) ?? 0) : 1
}

type Context = { readonly cage: Cage; readonly centres: readonly (readonly number[])[] }

function getEdgePoint({ ends, faces }: Edge, sharpness: number, { cage, centres }: Context) {
  const ownEnds = ends.map((point) => getPoint(cage, point))
  const middle = getMean(ownEnds)
  if (faces.length !== 2) return middle
  const smooth = getMean([...ownEnds, ...faces.map((face) => centres[face] ?? [])])
  return mix(smooth, middle, sharpness)
}

type Around = {
  readonly faces: number[]
  readonly ends: { readonly point: number; readonly sharpness: number }[]
  isOpen: boolean
  isBroken: boolean
}

function movePoints(cage: Cage, edges: ReadonlyMap<string, Edge>, centres: readonly number[][]) {
  const around = Array.from({ length: cage.points.length / 3 }, (): Around => ({
    faces: [],
    ends: [],
    isOpen: false,
    isBroken: false,
  }))
  cage.faces.forEach((face, place) => {
    for (const point of face) around[point]?.faces.push(place)
  })
  for (const [key, edge] of edges) {
    const sharpness = getSharpness(cage, key, edge)
    for (const [point, other] of [edge.ends, edge.ends.toReversed()]) {
      const own = around[point ?? 0]
      own?.ends.push({ point: other ?? 0, sharpness })
      if (own && edge.faces.length === 1) own.isOpen = true
      if (own && edge.faces.length > 2) own.isBroken = true
    }
  }
  return around.map((own, point) => movePoint(point, own, { cage, centres }))
}

function movePoint(point: number, own: Around, { cage, centres }: Context): number[] {
  const before = getPoint(cage, point)
  const valence = own.ends.length
  const sharp = own.ends.filter(({ sharpness }) => sharpness > 0)
  const isCorner =
    valence === 0 ||
    sharp.length > 2 ||
    own.isBroken ||
    (cage.hasSharpCorners && own.isOpen && valence === 2)
  if (isCorner) return before
  const near = [
    ...own.ends.map((end) => getPoint(cage, end.point)),
    ...own.faces.map((face) => centres[face] ?? []),
  ]
  const fraction = 1 / valence ** 2
  // Limits the fraction to 1, because the weights of a point with few faces would not add up to 1.
  const smooth = mix(before, getMean(near), Math.min(1, near.length * fraction))
  let moved = smooth
  if (sharp.length === 2) {
    const along = getMean(sharp.map((end) => getPoint(cage, end.point)))
    const mean = sharp.reduce((sum, { sharpness }) => sum + sharpness, 0) / 2
    moved = mix(smooth, mix(before, along, 0.25), mean)
  }
  return mix(moved, before, Math.min(1, cage.corners.get(point) ?? 0))
}

function divideSharpness(cage: Cage, edges: ReadonlyMap<string, Edge>): Map<string, number> {
  const divided = new Map<string, number>()
  for (const [key, sharpness] of cage.edges) {
    const edge = edges.get(key)
    const left = reduce(sharpness)
    if (!edge || left === 0) continue
    for (const end of edge.ends) divided.set(getEdgeKey(end, edge.place), left)
  }
  return divided
}

function divideLayer({ size, values }: CornerLayer, faces: Cage['faces']): CornerLayer {
  const divided: number[] = []
  let start = 0
  for (const { length } of faces) {
    const own = Array.from({ length }, (_, corner) =>
      values.slice((start + corner) * size, (start + corner + 1) * size),
    )
    const centre = getMean(own)
    own.forEach((value, corner) => {
      const [after, before] = [own[(corner + 1) % length], own[(corner + length - 1) % length]]
      divided.push(...value, ...getMean([value, after ?? value]), ...centre)
      divided.push(...getMean([value, before ?? value]))
    })
    start += length
  }
  return { size, values: divided }
}
