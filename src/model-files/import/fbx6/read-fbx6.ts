import { Matrix3, Matrix4, Vector3 } from 'three'
import type { MeshPart, PartMaterial, EmbeddedPicture } from '../../mesh/parts.ts'
import type { ImportReport } from '../import-report.ts'
import { unpainted } from '../read-three.ts'
import type { Drawn } from '../write-glb.ts'
import { findChild, type FbxNode, getNumbers, getText } from './fbx-nodes.ts'
import {
  type Fbx6Object,
  type Fbx6Scene,
  geometricMatrix,
  readFbx6Scene,
  worldMatrix,
} from './fbx6-scene.ts'

/**
 * Reads an FBX 6, as written by programs until 2011 and by Blender until 2.79: transformed meshes
 * with colours and pictures, y up and in metres. three.js supports only version 7 and later.
 * @param pictureNamed returns the file of that name, if it was dropped with the model.
 * @throws {UnworkableModelError} if it is damaged.
 */
export function readFbx6(
  bytes: Uint8Array,
  pictureNamed: (name: string) => EmbeddedPicture | undefined,
  report: ImportReport,
): Drawn {
  const scene = readFbx6Scene(bytes)
  const parts: MeshPart[] = []
  const materials: PartMaterial[] = []
  const upright = getUpright(scene)
  for (const model of scene.objects) {
    if (model.node.name !== 'Model' || !findChild(model.node, 'Vertices')) continue
    const place = worldMatrix(scene, model).premultiply(upright).multiply(geometricMatrix(model))
    const corners = readCorners(model.node, place)
    const own = getMaterials(model, pictureNamed)
    const first = materials.push(...own) - own.length
    own.forEach((_, at) => {
      const part = getPart(corners, (slot) => Math.min(slot, own.length - 1) === at)
      if (part) parts.push({ ...part, material: first + at, name: getName(model) })
    })
  }
  if (scene.hasMotion) report.losses.push('Its animation is left out: this is an old kind of FBX.')
  return { parts, materials }
}

function getUpright({ unitCm, isZUp }: Fbx6Scene): Matrix4 {
  const scale = unitCm * 0.01
  const matrix = new Matrix4().makeScale(scale, scale, scale)
  return isZUp ? matrix.multiply(new Matrix4().makeRotationX(-Math.PI / 2)) : matrix
}

const getName = ({ id }: Fbx6Object): string => id.replace(/^\w+::/, '')

/** Returns the materials of a model by index, or one default material if it has none. */
function getMaterials(
  { children }: Fbx6Object,
  pictureNamed: (name: string) => EmbeddedPicture | undefined,
): PartMaterial[] {
  const texture = children.find(({ node }) => node.name === 'Texture')
  const file = texture && getText(findChild(texture.node, 'RelativeFilename'))
  const picture = file === undefined || file === '' ? undefined : pictureNamed(file)
  const own = children.filter(({ node }) => node.name === 'Material')
  const described = own.map((material): PartMaterial => {
    const [red = 0.8, green = 0.8, blue = 0.8] = material.properties.get('DiffuseColor') ?? []
    const [opacity = 1] = material.properties.get('Opacity') ?? []
    const tint = picture ? [1, 1, 1] : [red, green, blue].map(linear)
    return {
      ...unpainted,
      name: getName(material),
      color: [tint[0] ?? 1, tint[1] ?? 1, tint[2] ?? 1, Math.min(1, Math.max(0, opacity))],
      ...(picture && { picture }),
    }
  })
  if (described.length > 0) return described
  return [picture ? { ...unpainted, color: [1, 1, 1, 1], picture } : unpainted]
}

const linear = (value: number): number =>
  value <= 0.04045 ? Math.max(0, value) / 12.92 : ((Math.min(1, value) + 0.055) / 1.055) ** 2.4

type Corners = {
  positions: number[]
  normals: number[] | undefined
  uvs: number[] | undefined
  slots: number[]
}

function readCorners(node: FbxNode, place: Matrix4): Corners {
  const points = getNumbers(findChild(node, 'Vertices'))
  const list = getNumbers(findChild(node, 'PolygonVertexIndex'))
  const normals = layerReader(node, {
    name: 'LayerElementNormal',
    values: 'Normals',
    index: 'NormalsIndex',
    size: 3,
  })
  const uvs = layerReader(node, { name: 'LayerElementUV', values: 'UV', index: 'UVIndex', size: 2 })
  const slots = slotReader(node)
  const turn = new Matrix3().getNormalMatrix(place)
  // Mirrored meshes need reversed faces.
  const isMirrored = place.determinant() < 0
  const into: Corners = { positions: [], normals: normals && [], uvs: uvs && [], slots: [] }
  const vector = new Vector3()
  const add = (corner: number) => {
    const stated = list[corner] ?? 0
    const point = stated < 0 ? -stated - 1 : stated
    vector.set(points[point * 3] ?? NaN, points[point * 3 + 1] ?? NaN, points[point * 3 + 2] ?? NaN)
    into.positions.push(...vector.applyMatrix4(place).toArray())
    const [nx = 0, ny = 0, nz = 0] = normals?.(corner, point) ?? []
    into.normals?.push(...vector.set(nx, ny, nz).applyMatrix3(turn).normalize().toArray())
    const [u = 0, v = 0] = uvs?.(corner, point) ?? []
    into.uvs?.push(u, 1 - v)
  }
  let start = 0
  let polygon = 0
  list.forEach((value, at) => {
    if (value >= 0) return
    for (let corner = start + 1; corner < at; corner++) {
      const [second, third] = isMirrored ? [corner + 1, corner] : [corner, corner + 1]
      for (const one of [start, second, third]) add(one)
      into.slots.push(slots(polygon))
    }
    start = at + 1
    polygon++
  })
  return into
}

type Layer = { name: string; values: string; index: string; size: number }
type LayerReader = (corner: number, point: number) => number[]

/**
 * Returns a function that reads a layer's value at a corner; undefined if the file's mapping is not
 * supported.
 */
function layerReader(node: FbxNode, { name, values, index, size }: Layer): LayerReader | undefined {
  const layer = findChild(node, name)
  const list = getNumbers(findChild(layer, values))
  const indices = getNumbers(findChild(layer, index))
  const mapping = getText(findChild(layer, 'MappingInformationType'))
  const isKnown = mapping === 'ByPolygonVertex' || /^ByVert(ex|ice)$/.test(mapping)
  if (list.length === 0 || !isKnown) return undefined
  const isIndexed =
    indices.length > 0 && getText(findChild(layer, 'ReferenceInformationType')) !== 'Direct'
  return (corner, point) => {
    const at = mapping === 'ByPolygonVertex' ? corner : point
    const place = (isIndexed ? (indices[at] ?? 0) : at) * size
    return list.slice(place, place + size)
  }
}

function slotReader(node: FbxNode): (polygon: number) => number {
  const layer = findChild(node, 'LayerElementMaterial')
  const list = getNumbers(findChild(layer, 'Materials'))
  const isSame = getText(findChild(layer, 'MappingInformationType')) !== 'ByPolygon'
  return (polygon) => Math.max(0, list[isSame ? 0 : polygon] ?? 0)
}

function getPart(
  { positions, normals, uvs, slots }: Corners,
  isOwn: (slot: number) => boolean,
): Omit<MeshPart, 'material'> | undefined {
  const own = slots.flatMap((slot, triangle) => (isOwn(slot) ? [triangle] : []))
  if (own.length === 0) return undefined
  const taken = (list: readonly number[], size: number) =>
    Float32Array.from(
      own.flatMap((triangle) => list.slice(triangle * 3 * size, (triangle + 1) * 3 * size)),
    )
  return {
    positions: taken(positions, 3),
    indices: Uint32Array.from({ length: own.length * 3 }, (_, at) => at),
    ...(normals && { normals: taken(normals, 3) }),
    ...(uvs && { uvs: taken(uvs, 2) }),
  }
}
