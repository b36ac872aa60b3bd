import type { MeshPart, Parts } from '../mesh/parts.ts'
import { sumTriangles } from '../mesh/parts.ts'
import { measureExtent, placeParts } from '../mesh/extent.ts'
import { readGlbChunks } from '#lib/gltf/glb.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { findNamed } from './endings.ts'
import { pictureFinder } from './find-picture.ts'
import type { NamedFile } from './named-file.ts'
import { emptyReport, type ImportReport } from './import-report.ts'
import {
  guessUnit,
  type LengthUnit,
  metresPer,
  statedUnit,
  type UnitlessKind,
} from './units/units.ts'
import { readFbx } from './fbx/read-fbx.ts'
import { packGltf } from './pack-gltf.ts'
import { read3mf } from './3mf/read-3mf.ts'
import { readAmf } from './amf/read-amf.ts'
import { readVox } from './voxels/read-vox.ts'
import { withoutComment } from './obj/obj-lines.ts'
import { readMtl } from './obj/read-mtl.ts'
import { readObj } from './obj/read-obj.ts'
import { readPly } from './ply/read-ply.ts'
import { readVrm } from './read-vrm.ts'
import { readStl } from './stl/read-stl.ts'
import { isSplatPly, readSplatPly } from '../splats/read-splat-ply.ts'
import { readSplat } from '../splats/read-splat.ts'
import { decodeExactly } from './sog/decode-exactly.ts'
import { readKsplat } from '../splats/read-ksplat.ts'
import { type DecodeExactly, readSog } from './sog/read-sog.ts'
import type { ChosenVariants } from './usd/variant-chooser.ts'
import { readSpz } from '../splats/read-spz.ts'
import { checkSplats, type Splats } from '../splats/splats.ts'
import { writeSplatGlb } from '../splats/write-splat-glb.ts'
import { type Drawn, writePartsAsGlb } from './write-glb.ts'

export type ImportOptions = {
  readonly units?: Partial<Record<UnitlessKind, LengthUnit>> | undefined
  /** Chosen USD variants by the key of their set, which override the file's selection. */
  readonly variants?: ChosenVariants | undefined
  readonly decodePicture?: DecodeExactly
}

export type Imported = { glb: Uint8Array<ArrayBuffer>; report: ImportReport }

/**
 * Converts a model of another format to GLB. STL and 3MF have z up, other formats y up. A missing
 * unit is guessed from the model's size.
 * @param files one model with its companion files: MTL and pictures for OBJ, data and pictures for
 * glTF.
 * @throws {UnworkableModelError} with a sentence about the defect.
 */
export async function importFiles(
  files: readonly NamedFile[],
  { units = {}, decodePicture = decodeExactly }: ImportOptions = {},
): Promise<Imported> {
  const report = emptyReport()
  const gltf = files.find(({ name }) => endsWith(name, '.gltf'))
  // A GLB is converted only if it refers to external files.
  const open = files.find(({ name }) => endsWith(name, '.glb'))
  const source = gltf ? decode(gltf.bytes) : open && readGlbChunks(open.bytes)
  if (source !== undefined) {
    const glb = packGltf(
      source,
      (path) => findNamed(files, path)?.bytes,
      (path) => report.missing.push(path),
    )
    return { glb, report }
  }
  const splats = await readSplats(files, decodePicture)
  if (splats) {
    checkSplats(splats)
    return { glb: writeSplatGlb(splats), report }
  }
  const scene = await readScene(files, report)
  if (scene) return { glb: scene, report }
  const model = await read(files, units, report)
  if (sumTriangles(model) === 0 && !model.strokes?.length) {
    throw new UnworkableModelError('This file is empty: it has no triangles, lines or points.')
  }
  for (const { positions } of getAll(model)) {
    if (!positions.every(Number.isFinite)) {
      throw new UnworkableModelError(
        'This file is damaged: some coordinates are not valid numbers.',
      )
    }
  }
  return { glb: await writePartsAsGlb(model), report }
}

/** Reads the first file whose format has a hierarchy. Returns `undefined` without such a file. */
async function readScene(
  files: readonly NamedFile[],
  report: ImportReport,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const main = files.find(({ name }) => endsWith(name, '.vrm') || endsWith(name, '.fbx'))
  if (!main) return undefined
  try {
    if (endsWith(main.name, '.vrm')) return readVrm(main.bytes, report)
    return await readFbx(main.bytes, pictureFinder(files, report), report)
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This file is damaged: its contents cannot be read.', { cause })
  }
}

/** Reads the first file that contains splats. Returns `undefined` without such a file. */
async function readSplats(
  files: readonly NamedFile[],
  decode: DecodeExactly,
): Promise<Splats | undefined> {
  for (const { name, bytes } of files) {
    if (endsWith(name, '.splat')) return readSplat(bytes)
    if (endsWith(name, '.spz')) return readSpz(bytes)
    if (endsWith(name, '.ksplat')) return readKsplat(bytes)
    if (endsWith(name, '.sog')) return readSog(bytes, decode)
    if (endsWith(name, '.ply') && isSplatPly(bytes)) return readSplatPly(bytes)
  }
  return undefined
}

async function read(
  files: readonly NamedFile[],
  units: NonNullable<ImportOptions['units']>,
  report: ImportReport,
): Promise<Drawn> {
  const main = files.find(({ name }) => meshEndings.some((ending) => endsWith(name, ending)))
  if (!main) throw new UnworkableModelError('None of these files is a supported model.')
  const { bytes } = main
  const told = { bytes, units, report }
  const named = pictureFinder(files, report)
  try {
    if (endsWith(main.name, '.3mf')) return await read3mf(main.bytes, report)
    if (endsWith(main.name, '.amf')) return zUp(readAmf(main.bytes, report))
    if (endsWith(main.name, '.vox')) return readVox(main.bytes, report)
    if (endsWith(main.name, '.stl')) return zUp(measured(readStl(bytes, report), 'stl', told))
    if (endsWith(main.name, '.ply')) {
      return measured(readPly(bytes, { pictureNamed: named, report }), 'ply', told)
    }
    const text = withPoints(decode(bytes))
    const materials = new Map(
      getLibraries(text, { main, files, report }).flatMap((mtl) => [
        ...readMtl(decode(mtl.bytes), named, report),
      ]),
    )
    return measured(readObj(text, materials, report), 'obj', told)
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This file is damaged: its contents cannot be read.', { cause })
  }
}

function withPoints(text: string): string {
  if (!/^v(?:[ \t]+-?\d+,\d+){3}/m.test(text)) return text
  return text.replaceAll(/^v[tn]?[ \t][^\r\n]*/gm, (line) => line.replaceAll(',', '.'))
}

/**
 * Returns the added material files that an OBJ names. If none was added, returns the only added
 * material file.
 */
function getLibraries(
  text: string,
  { main, files, report }: { main: NamedFile; files: readonly NamedFile[]; report: ImportReport },
): NamedFile[] {
  const all = files.filter(({ name }) => endsWith(name, '.mtl'))
  const lines = Array.from(text.matchAll(/^[ \t]*mtllib[ \t]+(\S[^\r\n]*)/gim), ([, rest = '']) =>
    rest.trim(),
  )
  const found = lines.flatMap((line) => {
    const quoted = line.replace(/^"(.*)"$/, '$1')
    const whole = findNamed(all, quoted) ?? findNamed(all, withoutComment(quoted))
    return whole ? [whole] : line.split(/\s+/).flatMap((name) => findNamed(all, name) ?? [])
  })
  if (found.length > 0) return found
  const sameName = main.name.replace(/\.[^.]+$/, '.mtl')
  const [other] = all
  const instead = findNamed(all, sameName) ?? other
  if (instead) return [instead]
  report.missing.push(...lines)
  return []
}

const meshEndings = ['.stl', '.obj', '.ply', '.3mf', '.amf', '.vox'] as const
const endsWith = (name: string, ending: string) => name.toLowerCase().endsWith(ending)
const decode = (bytes: Uint8Array) => new TextDecoder(getEncoding(bytes)).decode(bytes)

function getEncoding([first, second]: Uint8Array): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
}

type Measuring = {
  bytes: Uint8Array
  units: NonNullable<ImportOptions['units']>
  report: ImportReport
}

/** Scales a model to metres. The unit is stated by the file, chosen by the user, or guessed. */
function measured(model: Drawn, kind: UnitlessKind, { bytes, units, report }: Measuring): Drawn {
  const stated = statedUnit(bytes)
  if (stated) return inMetres(model, stated)
  const { low, high } = measureExtent(getAll(model))
  const longest = Math.max(...high.map((value, axis) => value - (low[axis] ?? 0)))
  const { unit, isUnsure } = guessUnit(kind, longest, units[kind])
  report.unit = { kind, used: unit, isUnsure, longest }
  return inMetres(model, unit)
}

const getAll = ({ parts, strokes = [] }: Drawn) => [...parts, ...strokes.map(({ part }) => part)]

function inMetres(model: Drawn, unit: LengthUnit): Drawn {
  const scaled = (parts: readonly MeshPart[]) => placeParts(parts, metresPer(unit), [0, 0, 0])
  return {
    ...model,
    parts: scaled(model.parts),
    strokes: (model.strokes ?? []).flatMap(({ kind, part }) =>
      scaled([part]).map((one) => ({ kind, part: one })),
    ),
  }
}

function zUp({ parts, materials }: Parts): Parts {
  return {
    materials,
    parts: parts.map((part): MeshPart => {
      const positions = new Float32Array(part.positions.length)
      for (let at = 0; at < positions.length; at += 3) {
        positions[at] = part.positions[at] ?? 0
        positions[at + 1] = part.positions[at + 2] ?? 0
        positions[at + 2] = -(part.positions[at + 1] ?? 0)
      }
      return { ...part, positions }
    }),
  }
}
