import startOcct, { type OcctResult } from 'occt-import-js'
import { formatPlural } from '#lib/format.ts'
import type { MeshPart, PartMaterial, Parts } from '../../mesh/parts.ts'
import { UnworkableModelError } from '../../unworkable-model-error.ts'
import { getExtension } from '../endings.ts'
import type { ImportReport } from '../import-report.ts'
import type { NamedFile } from '../named-file.ts'
import { unpainted } from '../read-three.ts'

/** Maximum size of a CAD file in bytes. The shapes take many times as much memory. */
const cadMaxBytes = 64 * 2 ** 20
const trianglesMax = 4_000_000

/**
 * Reads a STEP or IGES file with Open CASCADE as triangles in metres, y up.
 * @param wasm bytes of `occt-import-js.wasm`, except in Node.
 * @throws {UnworkableModelError} if the file is damaged or too large.
 */
export async function readCad(
  { name, bytes }: NamedFile,
  report: ImportReport,
  wasm?: ArrayBuffer,
): Promise<Parts> {
  const isIges = ['.igs', '.iges'].includes(getExtension(name))
  const kind = isIges ? 'IGES' : 'STEP'
  if (bytes.byteLength > cadMaxBytes) {
    throw new UnworkableModelError(
      `This ${kind} file is larger than 64 MB, which is too large to open.`,
    )
  }
  const occt = await startOcct(wasm ? { wasmBinary: wasm } : {})
  const read = isIges ? occt.ReadIgesFile : occt.ReadStepFile
  const result = read(bytes, { linearUnit: 'meter' })
  if (!result.success) {
    throw new UnworkableModelError(`This ${kind} file is damaged: it cannot be read.`)
  }
  const model = toParts(result)
  const triangles = model.parts.reduce((sum, { indices }) => sum + indices.length / 3, 0)
  if (triangles === 0) throw new UnworkableModelError(`This ${kind} file has no surfaces.`)
  if (triangles > trianglesMax) {
    throw new UnworkableModelError(
      `This ${kind} file has too many curved surfaces: they would become ${triangles.toLocaleString('en')} triangles.`,
    )
  }
  report.losses.push(
    `Exact surfaces of ${formatPlural(result.meshes.length, 'part')} became ${formatPlural(triangles, 'triangle')}.`,
  )
  if (!isIges && !/LENGTH_UNIT/.test(new TextDecoder('latin1').decode(bytes))) {
    report.losses.push('It states no unit: millimetres are assumed.')
  }
  return model
}

function toParts({ meshes }: OcctResult): Parts {
  const materials: PartMaterial[] = []
  const places = new Map<string, number>()
  const getMaterialIndex = (color: readonly [number, number, number] | undefined): number => {
    const key = color?.join(' ') ?? ''
    const known = places.get(key)
    if (known !== undefined) return known
    const material: PartMaterial = color
      ? { ...unpainted, name: `colour ${places.size + 1}`, color: [...color, 1] }
      : unpainted
    places.set(key, materials.length)
    return materials.push(material) - 1
  }
  const parts = meshes.flatMap(({ name, color, brep_faces: faces, attributes, index }) => {
    const byMaterial = new Map<number, number[]>()
    for (const { first, last, color: own } of faces) {
      const material = getMaterialIndex(own ?? color)
      const corners = byMaterial.get(material) ?? []
      for (let at = first * 3; at < (last + 1) * 3; at++) corners.push(index.array[at] ?? 0)
      byMaterial.set(material, corners)
    }
    if (faces.length === 0) byMaterial.set(getMaterialIndex(color), index.array)
    return [...byMaterial].map(([material, corners]): MeshPart => {
      const used = [...new Set(corners)]
      const place = new Map(used.map((point, at) => [point, at]))
      const take = (values: readonly number[]) =>
        Float32Array.from(used.flatMap((point) => yUp(values, point * 3)))
      return {
        name,
        material,
        positions: take(attributes.position.array),
        indices: Uint32Array.from(corners, (point) => place.get(point) ?? 0),
        ...(attributes.normal && { normals: take(attributes.normal.array) }),
      }
    })
  })
  return { parts, materials }
}

const yUp = (values: readonly number[], at: number): [number, number, number] => [
  values[at] ?? 0,
  values[at + 2] ?? 0,
  -(values[at + 1] ?? 0),
]
