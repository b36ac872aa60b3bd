import type { Part, Parts, Picture } from '../mesh/parts.ts'
import { trianglesOf } from '../mesh/parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { endingOf, findNamed } from './endings.ts'
import { packGltf } from './pack-gltf.ts'
import { read3mf } from './read-3mf.ts'
import { readMtl } from './read-mtl.ts'
import { readObj, readPly, readStl } from './read-three.ts'
import { isSplatPly, readSplatPly } from '../splats/read-splat-ply.ts'
import { readSplat } from '../splats/read-splat.ts'
import { readSpz } from '../splats/read-spz.ts'
import { checkSplats, type Splats } from '../splats/splats.ts'
import { writeSplatGlb } from '../splats/write-splat-glb.ts'
import { writeGlb } from './write-glb.ts'

/** A dropped file. */
export type NamedFile = { name: string; bytes: Uint8Array<ArrayBuffer> }

/**
 * Makes a GLB of a model of another kind. STL and 3MF are millimetres with z up; the others are
 * taken for metres with y up.
 *
 * @param files one model, and for OBJ its MTL and pictures, for glTF its data and pictures.
 * @throws {UnworkableModelError} with a sentence that says what is wrong.
 */
export async function importFiles(files: readonly NamedFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const gltf = files.find(({ name }) => endsWith(name, '.gltf'))
  if (gltf) return packGltf(decode(gltf.bytes), (path) => findNamed(files, path)?.bytes)
  const splats = await readSplats(files)
  if (splats) {
    checkSplats(splats)
    return writeSplatGlb(splats)
  }
  const model = read(files)
  if (trianglesOf(model) === 0) {
    throw new UnworkableModelError('This file has no triangles.')
  }
  for (const { positions } of model.parts) {
    if (!positions.every(Number.isFinite)) {
      throw new UnworkableModelError(
        'This file is damaged: some coordinates are not valid numbers.',
      )
    }
  }
  return writeGlb(model)
}

/** `undefined` where none of the files holds splats. */
async function readSplats(files: readonly NamedFile[]): Promise<Splats | undefined> {
  for (const { name, bytes } of files) {
    if (endsWith(name, '.splat')) return readSplat(bytes)
    if (endsWith(name, '.spz')) return readSpz(bytes)
    if (endsWith(name, '.ply') && isSplatPly(bytes)) return readSplatPly(bytes)
  }
  return undefined
}

function read(files: readonly NamedFile[]): Parts {
  const main = files.find(({ name }) => meshEndings.some((ending) => endsWith(name, ending)))
  if (!main) throw new UnworkableModelError('None of these files is a supported model.')
  const exact = main.bytes.slice().buffer
  try {
    if (endsWith(main.name, '.3mf')) return read3mf(main.bytes)
    if (endsWith(main.name, '.stl')) return fromPrint(readStl(exact))
    if (endsWith(main.name, '.ply')) return readPly(exact)
    const mtl = files.find(({ name }) => endsWith(name, '.mtl'))
    const named = mtl ? readMtl(decode(mtl.bytes), (name) => pictureOf(files, name)) : new Map()
    return readObj(decode(main.bytes), named)
  } catch (cause) {
    if (cause instanceof UnworkableModelError) throw cause
    throw new UnworkableModelError('This file is damaged: its contents cannot be read.', { cause })
  }
}

const meshEndings = ['.stl', '.obj', '.ply', '.3mf'] as const
const endsWith = (name: string, ending: string) => name.toLowerCase().endsWith(ending)
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

function pictureOf(files: readonly NamedFile[], path: string): Picture | undefined {
  const file = findNamed(files, path)
  const ending = file && endingOf(file.name).slice(1)
  if (!file || !ending) return
  const kinds: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', jpeg: 'image/jpeg' }
  const mimeType = kinds[ending]
  return mimeType === undefined ? undefined : { mimeType, bytes: file.bytes, name: file.name }
}

/** Millimetres with z up become metres with y up. */
function fromPrint({ parts, materials }: Parts): Parts {
  return {
    materials,
    parts: parts.map((part): Part => {
      const positions = new Float32Array(part.positions.length)
      for (let at = 0; at < positions.length; at += 3) {
        positions[at] = (part.positions[at] ?? 0) / 1000
        positions[at + 1] = (part.positions[at + 2] ?? 0) / 1000
        positions[at + 2] = -(part.positions[at + 1] ?? 0) / 1000
      }
      return { ...part, positions }
    }),
  }
}
