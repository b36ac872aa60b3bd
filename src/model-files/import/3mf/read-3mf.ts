import type { LossNoun } from '../loss-noun.ts'
import { formatPlural } from '#lib/format.ts'
import type { MeshPart } from '../../mesh/parts.ts'
import { trianglesMax } from '../../triangles-max.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import type { Drawn, Stroke } from '../write-glb.ts'
import { readZip } from '../zip/read-zip.ts'
import { MfLooks } from './looks.ts'
import { multiplyTransforms, type AffineMatrix, applyMatrix, identityMatrix } from './matrix.ts'
import {
  type MfObject,
  readObjects,
  readReferences,
  type ObjectReference,
  type MfShape,
} from './objects.ts'
import { contentAt, tidy } from './package-paths.ts'
import { getParts } from './parts.ts'
import { readSlicerProject, type SlicerProject } from './slicer-project.ts'
import { getAttribute, findTags, withoutComments } from './xml.ts'

const nestingMax = 12
/**
 * Maximum number of placed objects, even without triangles. Twelve levels of ten components each
 * would be a trillion objects.
 */
const placedMax = 100_000

const metresByUnit: Readonly<Record<string, number>> = {
  micron: 1e-6,
  millimeter: 1e-3,
  centimeter: 1e-2,
  inch: 0.0254,
  foot: 0.3048,
  meter: 1,
}
type Package = {
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>
  readonly objects: Map<string, Map<string, MfObject>>
  readonly project: SlicerProject
}

const unneeded = /\.(?:gcode|gcode\.md5|bgcode)$|^\/?Metadata\/(?:plate|top|pick|thumbnail)/i

/**
 * Reads the build plate of a 3MF (core specification 1.3, production extension 1.1, materials
 * extension 1.2) as one part per object, y up, in metres.
 * @param report receives omissions.
 * @throws {UnworkableModelError} if the file is no 3MF, has cyclic references, or would unpack too
 * large.
 */
export async function read3mf(bytes: Uint8Array, report: ImportReport): Promise<Drawn> {
  const files = await readZip(bytes, (path) => !unneeded.test(path))
  const main = getMainPath(files)
  const text = main === undefined ? '' : getText(files, main)
  if (main === undefined || text === '') {
    throw new UnworkableModelError('This 3MF contains no model.')
  }
  const locked = getEncrypted(files)
  if (locked.some((path) => tidy(path) === tidy(main))) throw createLockedError()
  tellLeftOut(text, report)
  const project = readSlicerProject((path) => getText(files, path))
  const content: Package = { files, objects: new Map(), project }
  const unit = getAttribute(findTags(text, 'model')[0] ?? '', 'unit') ?? 'millimeter'
  const build = text.slice(Math.max(0, text.search(/<(?:[\w.-]{1,40}:)?build\b/)))
  const items = readReferences(build, 'item', main)
  // A 3MF without a build plate shows all of its objects.
  const wanted =
    items.length > 0
      ? items
      : [...objectsIn(content, main).keys()].map((id) => ({
          path: main,
          id,
          matrix: identityMatrix,
          isPrintable: true,
        }))
  const into = new Gathered(new Set(locked.map(tidy)))
  const z = metresByUnit[unit] ?? 1e-3
  // Converts lengths to metres and from z up to y up.
  const upright: AffineMatrix = [z, 0, 0, 0, 0, -z, 0, z, 0, 0, 0, 0]
  for (const one of wanted) {
    if (one.isPrintable) gather(content, { of: one, matrix: upright, name: '', depth: 0 }, into)
    else into.leaveOut('unprinted object')
  }
  describe(into, { text, project, report })
  report.missing.push(...into.looks.getMissing(files))
  return { parts: into.parts, strokes: into.strokes, materials: into.looks.getMaterials(files) }
}

/**
 * Reports omissions.
 * @throws {UnworkableModelError} with the reason if nothing can be shown.
 */
function describe(
  into: Gathered,
  { text, project, report }: { text: string; project: SlicerProject; report: ImportReport },
): void {
  const isEmpty = into.parts.length === 0 && into.strokes.length === 0
  if (isEmpty && into.lockedCount > 0) throw createLockedError()
  if (isEmpty && volumetric.test(text)) {
    throw new UnworkableModelError(
      'This 3MF describes its volumes by functions or picture stacks instead of triangles, ' +
        'which cannot be opened here. Export it as a mesh.',
    )
  }
  if (into.lockedCount > 0) {
    report.losses.push(`Left out because encrypted: ${formatPlural(into.lockedCount, 'object')}.`)
  }
  for (const [what, count] of into.leftOut) {
    report.losses.push(`Left out: ${formatPlural(count, what)}.`)
  }
  if (project.plates > 1) {
    report.losses.push(`This project has ${project.plates} plates, which are shown together.`)
  }
}

const createLockedError = () =>
  new UnworkableModelError(
    'This 3MF is encrypted. Only the program that wrote it can open it: export it there without encryption.',
  )

function getEncrypted(files: Package['files']): string[] {
  const paths = [...files.keys()].filter((path) => /keystore.*\.xml$/i.test(path))
  return paths.flatMap((path) =>
    findTags(getText(files, path), 'resourcedata').flatMap(
      (tag) => getAttribute(tag, 'path') ?? [],
    ),
  )
}

const volumetric =
  /<(?:[\w.-]{1,40}:)?(?:levelset|implicitfunction|volumedata|image3d|functionfromimage3d)\b/

const left: readonly [RegExp, string][] = [
  [/<(?:[\w.-]{1,40}:)?beamlattice\b/, 'Beam lattices are drawn as lines.'],
  [/<(?:[\w.-]{1,40}:)?slicestack\b/, 'Slices are left out: the mesh beside them is shown.'],
  [
    /<(?:[\w.-]{1,40}:)?displacementmesh\b/,
    'Displacement is left out: surfaces are smoother here.',
  ],
  [volumetric, 'Volumes described by functions are left out.'],
]

function tellLeftOut(text: string, report: ImportReport): void {
  for (const [found, sentence] of left) if (found.test(text)) report.losses.push(sentence)
}

function getText(files: Package['files'], path: string): string {
  const bytes = contentAt(files, path)
  if (!bytes) return ''
  const isWide = bytes[1] === 0 || (bytes[0] === 0xff && bytes[1] === 0xfe)
  const encoding = bytes[0] === 0 || bytes[0] === 0xfe ? 'utf-16be' : isWide ? 'utf-16le' : 'utf-8'
  return withoutComments(new TextDecoder(encoding).decode(bytes))
}

function getMainPath(files: Package['files']): string | undefined {
  const start = findTags(getText(files, '_rels/.rels'), 'Relationship').find((tag) =>
    (getAttribute(tag, 'Type') ?? '').toLowerCase().endsWith('3dmodel'),
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

class Gathered {
  readonly parts: MeshPart[] = []
  readonly strokes: Stroke[] = []
  readonly looks = new MfLooks()
  readonly leftOut = new Map<LossNoun, number>()
  readonly #locked: ReadonlySet<string>
  triangles = 0
  placed = 0
  lockedCount = 0

  constructor(locked: ReadonlySet<string>) {
    this.#locked = locked
  }

  isLocked(path: string): boolean {
    return this.#locked.has(tidy(path))
  }

  leaveOut(what: LossNoun, count = 1): void {
    this.leftOut.set(what, (this.leftOut.get(what) ?? 0) + count)
  }

  addTriangles(count: number, what: 'triangles' | 'beams'): void {
    this.triangles += count
    if (this.triangles > trianglesMax) {
      throw new UnworkableModelError(`This 3MF has too many ${what} for a browser.`)
    }
  }
}

type Placed = {
  readonly of: ObjectReference
  readonly matrix: AffineMatrix
  readonly name: string
  readonly depth: number
  readonly owner?: string
  readonly filament?: number | undefined
}

function gather(content: Package, placed: Placed, into: Gathered): void {
  const { of, matrix, name, depth, owner } = placed
  if (into.isLocked(of.path)) into.lockedCount++
  const object = into.isLocked(of.path) ? undefined : objectsIn(content, of.path).get(of.id)
  if (!object) return
  if (depth > nestingMax) {
    throw new UnworkableModelError('This 3MF is damaged: its components form a cycle.')
  }
  if (++into.placed > placedMax) {
    throw new UnworkableModelError('This 3MF has too many objects for a browser.')
  }
  const settings = content.project.parts.get(owner === undefined ? of.id : `${owner} ${of.id}`)
  const role = settings?.role ?? object.helper
  if (role !== undefined) {
    into.leaveOut(role)
    return
  }
  const filament = settings?.filament ?? placed.filament
  const here = multiplyTransforms(of.matrix, matrix)
  const called = object.name || name || `Object ${of.id}`
  if (object.shape && object.shape.beams.length > 0) {
    // Counts a beam as a triangle, because a line costs about as much memory.
    into.addTriangles(object.shape.beams.length / 2, 'beams')
    into.strokes.push(getLattice(object.shape, here, into.looks.getPlain()))
  }
  if (object.shape) {
    into.addTriangles(object.shape.corners.length / 3, 'triangles')
    const volumes = content.project.volumes.get(of.id) ?? []
    for (const { role: what } of volumes) if (what !== undefined) into.leaveOut(what)
    const look = { filaments: content.project.filaments, filament, volumes, looks: into.looks }
    into.parts.push(
      ...getParts(object.shape, here, look).map((part) => ({ ...part, name: called })),
    )
  }
  for (const component of object.components) {
    const inner = { of: component, matrix: here, name: called, depth: depth + 1 }
    gather(content, { ...inner, owner: owner ?? of.id, filament }, into)
  }
}

function getLattice({ positions, beams }: MfShape, matrix: AffineMatrix, material: number): Stroke {
  const placed = new Float32Array(positions.length)
  for (let at = 0; at < positions.length; at += 3)
    placed.set(applyMatrix(positions, at, matrix), at)
  return {
    kind: 'lines',
    part: { positions: placed, indices: Uint32Array.from(beams), material, name: 'Lattice' },
  }
}
