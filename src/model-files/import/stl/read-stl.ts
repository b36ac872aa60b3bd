import { formatCount, formatPlural } from '#lib/format.ts'
import type { MeshPart, PartMaterial, Parts } from '../../mesh/parts.ts'
import { trianglesMax } from '../../triangles-max.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import type { ImportReport } from '../import-report.ts'
import { triangulate } from '../triangulate.ts'
import { unpainted } from '../read-three.ts'
import { createStlColors } from './stl-colors.ts'

const headerBytes = 84
const rowBytes = 50
/** Number of bytes in which a text STL has its first facet. */
const textHeadBytes = 4096

/**
 * Reads a text or binary STL. Each solid of a text file becomes a part. Normals are left out,
 * because parts without normals are shaded flat too.
 */
export function readStl(bytes: Uint8Array, report: ImportReport): Parts {
  return isText(bytes) ? readText(bytes, report) : readBinary(bytes, report)
}

/** Compares the file size first, because a binary header may begin with “solid” too. */
function isText(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const isExact =
    bytes.byteLength >= headerBytes &&
    headerBytes + view.getUint32(80, true) * rowBytes === bytes.byteLength
  if (isExact) return false
  const head = decode(bytes.subarray(0, textHeadBytes))
  return /^\s*(?:#[^\r\n]*[\r\n]+\s*)*solid\b/i.test(head) && /\bfacet\b/i.test(head)
}

function decode(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0x73 && bytes[1] === 0)
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes)
}

function readBinary(bytes: Uint8Array, report: ImportReport): Parts {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const stated = bytes.byteLength >= headerBytes ? view.getUint32(80, true) : 0
  const held = Math.max(0, Math.floor((bytes.byteLength - headerBytes) / rowBytes))
  // Some programs write 0 as the number of triangles and mean all triangles of the file.
  const claimed = stated === 0 ? held : stated
  const count = Math.min(claimed, held)
  if (count > trianglesMax) {
    throw new UnworkableModelError('This STL has too many triangles for a browser.')
  }
  if (count < claimed) report.losses.push(describeMissing(claimed - count, claimed))
  const positions = new Float32Array(count * 9)
  for (let triangle = 0; triangle < count; triangle++) {
    const row = headerBytes + triangle * rowBytes + 12
    for (let at = 0; at < 9; at++)
      positions[triangle * 9 + at] = view.getFloat32(row + at * 4, true)
  }
  const colors = createStlColors(view, count)
  const material: PartMaterial = colors ? { ...unpainted, color: [1, 1, 1, 1] } : unpainted
  return { parts: [toPart(positions, { ...(colors && { colors }) })], materials: [material] }
}

const describeMissing = (missing: number, claimed: number): string =>
  `This file ends too early: ${formatCount(missing)} of ${formatCount(claimed)} triangles are missing.`

const toPart = (
  positions: Float32Array<ArrayBuffer>,
  rest: Pick<MeshPart, 'colors' | 'name'> = {},
): MeshPart => ({
  positions,
  indices: Uint32Array.from({ length: positions.length / 3 }, (_, at) => at),
  material: 0,
  ...rest,
})

/**
 * Matches keywords in any case. End keywords may be written in two words or be missing. A solid's
 * name ends at the line end or at the first facet.
 */
const words =
  /\bend\s*(?:facet|loop)\b|\bend\s*solid\b(?:(?!\b(?:facet|solid)\b)[^\r\n])*|\b(solid)\b[ \t]*((?:(?!\bfacet\s+(?:normal|outer)\b)[^\r\n])*)|\b(facet)\b|\bvertex\s+(\S+)\s+(\S+)\s+(\S+)/gi

function readText(bytes: Uint8Array, report: ImportReport): Parts {
  const text = decode(bytes).replaceAll(/#[^\r\n]*/g, '')
  const solids: { name: string; points: number[] }[] = []
  let corners: number[] = []
  let broken = 0
  let triangles = 0
  const closeFacet = () => {
    const solid = solids.at(-1)
    const places = triangulate(
      Array.from({ length: corners.length / 3 }, (_, at) => at),
      corners,
    )
    if (corners.length > 0 && (places.length === 0 || !corners.every(Number.isFinite))) broken++
    else for (const at of places) solid?.points.push(...corners.slice(at * 3, at * 3 + 3))
    triangles += places.length / 3
    if (triangles > trianglesMax) {
      throw new UnworkableModelError('This STL has too many triangles for a browser.')
    }
    corners = []
  }
  for (const [, solid, name, facet, x, y, z] of text.matchAll(words)) {
    if (solid !== undefined) {
      closeFacet()
      solids.push({ name: (name ?? '').trim(), points: [] })
    } else if (facet !== undefined) closeFacet()
    else if (x !== undefined) corners.push(...[x, y, z].map(toNumber))
  }
  closeFacet()
  if (broken > 0)
    report.losses.push(`Left out: ${formatPlural(broken, 'facet')} without valid corners.`)
  const parts = solids
    .filter(({ points }) => points.length > 0)
    .map(({ name, points }) => toPart(Float32Array.from(points), name === '' ? {} : { name }))
  return { parts, materials: [unpainted] }
}

/** Accepts decimal commas, and a comma after a number. */
const toNumber = (word = ''): number => Number(word.replace(/,$/, '').replace(',', '.'))
