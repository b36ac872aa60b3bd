import { Euler, Matrix4, Vector3 } from 'three'
import type { MeshPart, PartMaterial, Parts } from '../../mesh/parts.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { findElements, getAttribute, getStartTag } from '../3mf/xml.ts'
import type { ImportReport } from '../import-report.ts'
import { unpainted } from '../read-three.ts'
import { unzipFiles } from '../zip/unzip.ts'

/** Metres per unit (ISO/ASTM 52915, section 6.2). */
const units = new Map([
  ['millimeter', 0.001],
  ['inch', 0.0254],
  ['feet', 0.3048],
  ['foot', 0.3048],
  ['meter', 1],
  ['micrometer', 1e-6],
  ['micron', 1e-6],
])
const partsMax = 10_000
const depthMax = 16

/**
 * Reads an AMF (ISO/ASTM 52915), plain or zipped, in metres with z up. Curved triangles become
 * flat.
 * @param report receives omissions.
 */
export function readAmf(bytes: Uint8Array, report: ImportReport): Parts {
  const text = readText(bytes)
  const [root] = /<amf(?=[\s>])[^>]*>/i.exec(text) ?? []
  if (root === undefined) throw new UnworkableModelError('This AMF is damaged: it has no model.')
  const unit = getAttribute(root, 'unit')?.toLowerCase() ?? 'millimeter'
  const scale = units.get(unit)
  if (scale === undefined)
    report.losses.push(`Its unit “${unit.slice(0, 40)}” is unknown: millimetres are assumed.`)
  const file = readObjects(text)
  const metres = scale ?? 0.001
  const toMetres = new Matrix4().makeScale(metres, metres, metres)
  const parts = placeAll(text, file).flatMap(({ part, matrix }) =>
    move(part, toMetres.clone().multiply(matrix)),
  )
  const left: [RegExp, string][] = [
    [/<texture(?=[\s>])/, 'textures'],
    [/<normal(?=[\s>])/, 'curved triangles, which became flat'],
    [/<composite(?=[\s>])/, 'mixed materials'],
    [/<color(?=[\s>])[^>]*>\s*<[rgba]>[^<]*[a-z(]/i, 'colours by formula'],
  ]
  for (const [pattern, name] of left) {
    if (pattern.test(text)) report.losses.push(`Left out: ${name}.`)
  }
  return { parts, materials: file.materials }
}

function readText(bytes: Uint8Array): string {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const [inner] = isZip ? unzipFiles(bytes, (path) => /\.(?:amf|xml)$/i.test(path)) : []
  if (isZip && !inner) throw new UnworkableModelError('This AMF is damaged: its zip has no model.')
  const content = inner?.bytes ?? bytes
  const isWide = content[0] === 0xff && content[1] === 0xfe
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(content)
  return text.replaceAll(/<!--[\s\S]*?-->/g, '')
}

type AmfFile = { objects: Map<string, MeshPart[]>; materials: PartMaterial[] }

function readObjects(text: string): AmfFile {
  const materials: PartMaterial[] = [unpainted]
  const places = new Map<string, number>()
  for (const element of findElements(text, 'material')) {
    const id = getAttribute(getStartTag(element), 'id') ?? ''
    const color = readColor(findElements(element, 'color')[0])
    const [name] = findElements(element, 'metadata').filter(isName)
    places.set(id, materials.length)
    materials.push({
      ...unpainted,
      name: name ? getContent(name) : `material ${id}`,
      ...(color && { color }),
    })
  }
  const colored = (plain: number, color: PartMaterial['color'] | undefined): number => {
    const material = materials[plain] ?? unpainted
    return color ? materials.push({ ...material, color }) - 1 : plain
  }
  const objects = new Map<string, MeshPart[]>()
  for (const element of findElements(text, 'object')) {
    const id = getAttribute(getStartTag(element), 'id') ?? ''
    const meshAt = element.search(/<mesh(?=[\s>])/)
    const head = meshAt < 0 ? element : element.slice(0, meshAt)
    const objectColor = readColor(findElements(head, 'color')[0])
    const [name] = findElements(head, 'metadata').filter(isName)
    const parts: MeshPart[] = []
    for (const mesh of findElements(element, 'mesh')) {
      const points = readPoints(mesh)
      for (const volume of findElements(mesh, 'volume')) {
        const materialId = getAttribute(getStartTag(volume), 'materialid')
        const plain = places.get(materialId ?? '') ?? colored(0, objectColor)
        const start = volume.search(/<triangle(?=[\s>])/)
        const [color] = findElements(volume.slice(0, Math.max(start, 0)), 'color')
        const part = readVolume(volume, points)
        if (part.indices.length === 0) continue
        parts.push({
          ...part,
          material: part.colors ? colored(plain, [1, 1, 1, 1]) : colored(plain, readColor(color)),
          name: name ? getContent(name) : `object ${id}`,
        })
      }
    }
    objects.set(id, parts)
  }
  return { objects, materials }
}

const isName = (metadata: string): boolean => getAttribute(getStartTag(metadata), 'type') === 'name'

const getContent = (element: string): string =>
  element
    .replaceAll(/<[^>]*>/g, '')
    .trim()
    .slice(0, 200)

type Points = { positions: number[]; colors: (PartMaterial['color'] | undefined)[] }

function readPoints(mesh: string): Points {
  const points: Points = { positions: [], colors: [] }
  for (const vertex of findElements(mesh, 'vertex')) {
    for (const axis of ['x', 'y', 'z']) points.positions.push(readNumber(vertex, axis))
    points.colors.push(readColor(findElements(vertex, 'color')[0]))
  }
  return points
}

function readVolume(volume: string, { positions, colors }: Points): Omit<MeshPart, 'material'> {
  const triangles = findElements(volume, 'triangle')
  const own = triangles.map((triangle) => readColor(findElements(triangle, 'color')[0]))
  const hasColors = own.some(Boolean) || colors.some(Boolean)
  const corners = triangles.flatMap((triangle) =>
    ['v1', 'v2', 'v3'].map((name) => readNumber(triangle, name)),
  )
  if (!hasColors) {
    return { positions: new Float32Array(positions), indices: new Uint32Array(corners) }
  }
  // Each corner becomes a separate point, because each AMF triangle has its own colour.
  return {
    positions: Float32Array.from(corners.flatMap((at) => positions.slice(at * 3, at * 3 + 3))),
    indices: Uint32Array.from(corners, (_, at) => at),
    colors: Float32Array.from(
      corners.flatMap((at, corner) =>
        (own[Math.floor(corner / 3)] ?? colors[at] ?? unpainted.color).slice(0, 3),
      ),
    ),
  }
}

function readColor(element: string | undefined): PartMaterial['color'] | undefined {
  if (element === undefined) return undefined
  const [red, green, blue] = ['r', 'g', 'b'].map((name) => toLinear(readNumber(element, name)))
  const alpha = /<a>/.test(element) ? readNumber(element, 'a') : 1
  return [red ?? 0, green ?? 0, blue ?? 0, Math.min(1, Math.max(0, alpha))]
}

const toLinear = (value: number): number =>
  value <= 0.04045 ? Math.max(0, value) / 12.92 : ((Math.min(1, value) + 0.055) / 1.055) ** 2.4

const numberPatterns = new Map<string, RegExp>()

function readNumber(element: string, name: string): number {
  const pattern = numberPatterns.get(name) ?? new RegExp(`<${name}>\\s*([^<\\s]+)`)
  numberPatterns.set(name, pattern)
  const found = pattern.exec(element)?.[1]
  const value = Number(found ?? 0)
  return Number.isFinite(value) ? value : 0
}

type Placed = { part: MeshPart; matrix: Matrix4 }

/**
 * Returns the objects at the places of the file's constellations, or all objects without
 * constellations.
 */
function placeAll(text: string, { objects }: AmfFile): Placed[] {
  const constellations = new Map(
    findElements(text, 'constellation').map((element) => [
      getAttribute(getStartTag(element), 'id') ?? '',
      findElements(element, 'instance'),
    ]),
  )
  const used = new Set(
    [...constellations.values()].flat().map((one) => getAttribute(getStartTag(one), 'objectid')),
  )
  const placed: Placed[] = []
  const add = (id: string, matrix: Matrix4, depth: number) => {
    if (placed.length > partsMax || depth > depthMax) {
      throw new UnworkableModelError('This AMF has too many placed objects.')
    }
    for (const part of objects.get(id) ?? []) placed.push({ part, matrix })
    for (const instance of constellations.get(id) ?? []) {
      const child = getAttribute(getStartTag(instance), 'objectid') ?? ''
      add(child, matrix.clone().multiply(readPlace(instance)), depth + 1)
    }
  }
  for (const id of [...objects.keys(), ...constellations.keys()]) {
    if (!used.has(id)) add(id, new Matrix4(), 0)
  }
  return placed
}

function readPlace(instance: string): Matrix4 {
  const [x = 0, y = 0, z = 0] = ['deltax', 'deltay', 'deltaz'].map((one) =>
    readNumber(instance, one),
  )
  const degrees = ['rx', 'ry', 'rz'].map((one) => readNumber(instance, one))
  const [rx = 0, ry = 0, rz = 0] = degrees.map((value) => (value * Math.PI) / 180)
  // AMF rotates around x first, then y, then z.
  return new Matrix4().makeRotationFromEuler(new Euler(rx, ry, rz, 'ZYX')).setPosition(x, y, z)
}

function move(part: MeshPart, matrix: Matrix4): MeshPart {
  const positions = part.positions.slice()
  const point = new Vector3()
  for (let at = 0; at < positions.length; at += 3) {
    point.fromArray(positions, at).applyMatrix4(matrix).toArray(positions, at)
  }
  return { ...part, positions }
}
