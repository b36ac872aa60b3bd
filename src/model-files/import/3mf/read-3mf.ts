import type { MeshPart, PartMaterial, EmbeddedPicture } from '../../mesh/parts.ts'
import { trianglesMax } from '../../triangles-max.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { unpainted } from '../read-three.ts'
import type { Drawn, Stroke } from '../write-glb.ts'
import { readZip } from '../zip/read-zip.ts'
import {
  multiplyMatrices,
  isMirror,
  type AffineMatrix,
  applyMatrix,
  identityMatrix,
} from './matrix.ts'
import {
  type MfObject,
  readObjects,
  readReferences,
  type ObjectReference,
  type MfShape,
} from './objects.ts'
import { getAttribute, findTags } from './xml.ts'

const nestingMax = 12
/**
 * Largest number of placed objects, even if they have no triangles: twelve levels of ten components
 * each would be a billion objects.
 */
const placedMax = 100_000

const metresOf: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
}
const pictureKinds: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}

type Package = {
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  /** Maps the path of each model part in the package to the objects of that part by their ids. */
  objects: Map<string, Map<string, MfObject>>
}

/**
 * Reads the build plate of a 3MF (core specification 1.3, production extension 1.1, materials
 * extension 1.2) with one part per object, y up and in metres.
 * @param report receives omissions.
 * @throws {UnworkableModelError} if it is no 3MF, has cyclic references, or would unpack too large.
 */
export async function read3mf(bytes: Uint8Array, report: ImportReport): Promise<Drawn> {
  const files = await readZip(bytes, (path) => /\.(model|rels|png|jpe?g)$/i.test(path))
  const main = getMainPath(files)
  const text = main === undefined ? '' : getText(files, main)
  if (main === undefined || text === '') {
    throw new UnworkableModelError('This 3MF contains no model.')
  }
  tellLeftOut(text, report)
  const content: Package = { files, objects: new Map() }
  const unit = getAttribute(findTags(text, 'model')[0] ?? '', 'unit') ?? 'millimeter'
  const build = text.slice(Math.max(0, text.search(/<(?:\w{1,40}:)?build\b/)))
  const items = readReferences(build, 'item', main)
  // If a file has no build plate, all its objects are read.
  const wanted =
    items.length > 0
      ? items
      : [...objectsIn(content, main).keys()].map((id) => ({
          path: main,
          id,
          matrix: identityMatrix,
        }))
  const into: Gathered = { parts: [], strokes: [], materials: new Map(), triangles: 0, placed: 0 }
  const z = metresOf[unit] ?? 1e-3
  // Converts to metres and turns z up into y up.
  const upright: AffineMatrix = [z, 0, 0, 0, 0, -z, 0, z, 0, 0, 0, 0]
  for (const one of wanted) gather(content, { of: one, matrix: upright, name: '', depth: 0 }, into)
  const missing = [...into.materials.keys()].filter(
    (path) => path !== '' && path !== painted && !pictureAt(files, path),
  )
  report.missing.push(...missing)
  return {
    parts: into.parts,
    strokes: into.strokes,
    materials: [...into.materials.keys()].map((path) => getMaterial(files, path)),
  }
}

const left: readonly [RegExp, string][] = [
  [/<(?:\w{1,40}:)?beamlattice\b/, 'Beam lattices are drawn as lines.'],
  [/<(?:\w{1,40}:)?slicestack\b/, 'Slices are left out: the mesh beside them is shown.'],
  [/<(?:\w{1,40}:)?displacementmesh\b/, 'Displacement is left out: surfaces are smoother here.'],
  [
    /<(?:\w{1,40}:)?(?:levelset|implicitfunction)\b/,
    'Volumes described by functions are left out.',
  ],
]

function tellLeftOut(text: string, report: ImportReport): void {
  for (const [found, sentence] of left) if (found.test(text)) report.losses.push(sentence)
}

const tidy = (path: string) => path.replace(/^\//, '').toLowerCase()

function contentAt(files: Package['files'], path: string): Uint8Array<ArrayBuffer> | undefined {
  const wanted = tidy(path)
  for (const [name, content] of files) if (tidy(name) === wanted) return content
  return undefined
}

function getText(files: Package['files'], path: string): string {
  const bytes = contentAt(files, path)
  return bytes ? new TextDecoder(bytes[1] === 0 ? 'utf-16le' : 'utf-8').decode(bytes) : ''
}

function getMainPath(files: Package['files']): string | undefined {
  const start = findTags(getText(files, '_rels/.rels'), 'Relationship').find((tag) =>
    (getAttribute(tag, 'Type') ?? '').endsWith('3dmodel'),
  )
  const stated = start && getAttribute(start, 'Target')
  if (stated !== undefined && contentAt(files, stated)) return stated
  const models = [...files.keys()].filter((path) => /\.model$/i.test(path))
  return models.find((path) => /3dmodel\.model$/i.test(path)) ?? models[0]
}

function objectsIn(content: Package, path: string): Map<string, MfObject> {
  const key = tidy(path)
  const known = content.objects.get(key)
  if (known) return known
  const read = readObjects(getText(content.files, path), path)
  content.objects.set(key, read)
  return read
}

type Gathered = {
  parts: MeshPart[]
  strokes: Stroke[]
  /** Material indices by picture path; the path is '' for the material without a picture. */
  materials: Map<string, number>
  triangles: number
  placed: number
}
type Placed = {
  readonly of: ObjectReference
  /** Transform of the containing object, relative to the scene. */
  readonly matrix: AffineMatrix
  readonly name: string
  readonly depth: number
}

function gather(content: Package, { of, matrix, name, depth }: Placed, into: Gathered): void {
  const object = objectsIn(content, of.path).get(of.id)
  if (!object) return
  if (depth > nestingMax) {
    throw new UnworkableModelError('This 3MF is damaged: its components form a cycle.')
  }
  if (++into.placed > placedMax) {
    throw new UnworkableModelError('This 3MF has too many objects for a browser.')
  }
  const here = multiplyMatrices(of.matrix, matrix)
  const called = object.name || name || `Object ${of.id}`
  if (object.shape && object.shape.beams.length > 0) {
    // A beam has two indices and is drawn as a line, which costs about as much as a triangle.
    into.triangles += object.shape.beams.length / 2
    if (into.triangles > trianglesMax) {
      throw new UnworkableModelError('This 3MF has too many beams for a browser.')
    }
    into.strokes.push(
      getLattice(object.shape, { matrix: here, material: getPlace(into.materials, '') }),
    )
  }
  if (object.shape) {
    into.triangles += object.shape.corners.length / 3
    if (into.triangles > trianglesMax) {
      throw new UnworkableModelError('This 3MF has too many triangles for a browser.')
    }
    into.parts.push(
      ...getParts(object.shape, here, into.materials).map((part) => ({ ...part, name: called })),
    )
  }
  for (const component of object.components) {
    gather(content, { of: component, matrix: here, name: called, depth: depth + 1 }, into)
  }
}

function getParts(
  shape: MfShape,
  matrix: AffineMatrix,
  materials: Gathered['materials'],
): MeshPart[] {
  const lists = new Map<string, number[]>()
  for (let corner = 0; corner < shape.corners.length; corner += 3) {
    const path = shape.surfaces[corner]?.picture?.path ?? ''
    const list = lists.get(path) ?? []
    lists.set(path, list)
    list.push(corner)
  }
  return [...lists].map(([path, triangles]) => {
    const hasColors = triangles.some((corner) => shape.surfaces[corner]?.color)
    const key = path === '' && hasColors ? painted : path
    return getPart(shape, triangles, { matrix, material: getPlace(materials, key) })
  })
}

function getPlace(materials: Gathered['materials'], key: string): number {
  const place = materials.get(key) ?? materials.size
  materials.set(key, place)
  return place
}

function getLattice({ positions, beams }: MfShape, { matrix, material }: Making): Stroke {
  const placed = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3)
    placed.set(applyMatrix(positions, at, matrix), at)
  return {
    kind: 'lines',
    part: { positions: placed, indices: Uint32Array.from(beams), material, name: 'Lattice' },
  }
}

type Making = { matrix: AffineMatrix; material: number }

/**
 * Returns a part of the given triangles. If corners have surfaces, no points are shared, because
 * corners with different surfaces cannot share one.
 */
function getPart(
  { positions, corners, surfaces }: MfShape,
  triangles: readonly number[],
  { matrix, material }: Making,
): MeshPart {
  const order = isMirror(matrix) ? [0, 2, 1] : [0, 1, 2]
  const list = triangles.flatMap((first) => order.map((step) => first + step))
  const hasColors = list.some((corner) => surfaces[corner]?.color)
  const hasPlaces = list.some((corner) => surfaces[corner]?.picture)
  if (!hasColors && !hasPlaces) {
    const placed = new Float32Array(positions.length)
    for (let at = 0; at < positions.length; at += 3)
      placed.set(applyMatrix(positions, at, matrix), at)
    return {
      positions: placed,
      indices: Uint32Array.from(list, (corner) => corners[corner] ?? 0),
      material,
    }
  }
  const placed = new Float32Array(list.length * 3)
  const colors = new Float32Array(list.length * 3)
  const uvs = new Float32Array(list.length * 2)
  list.forEach((corner, at) => {
    placed.set(applyMatrix(positions, (corners[corner] ?? 0) * 3, matrix), at * 3)
    const { color, picture } = surfaces[corner] ?? {}
    colors.set(color?.slice(0, 3) ?? (picture ? white : grey), at * 3)
    if (picture) uvs.set([picture.u, 1 - picture.v], at * 2)
  })
  return {
    positions: placed,
    indices: Uint32Array.from(list, (_, at) => at),
    ...(hasColors && { colors }),
    ...(hasPlaces && { uvs }),
    material,
  }
}

/**
 * Key in `materials` for parts with vertex colours instead of a picture. Picture paths cannot
 * contain a colon.
 */
const painted = ':'
const white = [1, 1, 1] as const
/** Colour of uncoloured faces beside coloured ones. */
const grey = [0.6, 0.6, 0.6] as const

function pictureAt(files: Package['files'], path: string): EmbeddedPicture | undefined {
  const bytes = contentAt(files, path)
  const mimeType = pictureKinds[path.split('.').at(-1)?.toLowerCase() ?? '']
  const name = path.split('/').at(-1) ?? path
  return bytes && mimeType !== undefined ? { bytes, mimeType, name } : undefined
}

function getMaterial(files: Package['files'], path: string): PartMaterial {
  if (path === '') return { ...unpainted }
  if (path === painted) return { ...unpainted, name: 'painted', color: [1, 1, 1, 1] }
  const picture = pictureAt(files, path)
  return {
    ...unpainted,
    name: path.split('/').at(-1) ?? path,
    color: [1, 1, 1, 1],
    ...(picture && { picture }),
  }
}
