import { type Zippable, zipSync } from 'fflate'
import {
  type EmbeddedPicture,
  type MeshPart,
  type PartMaterial,
  type Parts,
  pictureUses,
} from '../mesh/parts.ts'
import type { Binding, Motion } from './usd-motion.ts'
import { describeTimes, writeBinding, writeSkeleton } from './usd-skeleton.ts'
import { formatFloat, TextWriter } from './text-writer.ts'
import { getUvName, writeMaterial } from './usd-material.ts'
import { getPictureExtension } from './write-obj.ts'

/**
 * Writes a USDZ with the model as text and its pictures, in metres and y up.
 * @param model with pictures as PNG or JPEG, the only formats of Apple's viewers.
 */
export function writeUsdz(model: Parts, motion?: Motion): Uint8Array<ArrayBuffer> {
  const pictures = new Map<EmbeddedPicture, string>()
  for (const material of model.materials) {
    for (const use of pictureUses) {
      const one = material[use]
      if (one && !pictures.has(one)) {
        pictures.set(one, `textures/${pictures.size + 1}.${getPictureExtension(one)}`)
      }
    }
  }
  const files: [string, Uint8Array][] = [['model.usda', writeUsda(model, { pictures, motion })]]
  for (const [picture, file] of pictures) files.push([file, picture.bytes])
  return zipAligned(files)
}

/**
 * Writes a zip as USDZ 1.0 requires: uncompressed, with every file's content at a multiple of 64
 * bytes.
 */
function zipAligned(files: readonly (readonly [string, Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const entries: Zippable = {}
  let offset = 0
  for (const [name, bytes] of files) {
    // A zip entry starts with 30 bytes, the file name, and an extra field with a header of 4 bytes.
    const start = offset + 34 + name.length
    const padding = (64 - (start % 64)) % 64
    entries[name] = [bytes, { level: 0, extra: { 0x1986: new Uint8Array(padding) } }]
    offset = start + padding + bytes.length
  }
  return zipSync(entries, { level: 0 })
}

type UsdaParts = { pictures: ReadonlyMap<EmbeddedPicture, string>; motion: Motion | undefined }

function writeUsda({ parts, materials }: Parts, { pictures, motion }: UsdaParts) {
  const text = new TextWriter().write(
    '#usda 1.0\n(\n    customLayerData = {\n        string creator = "Bozzetto"\n    }\n' +
      '    defaultPrim = "Model"\n    metersPerUnit = 1\n    upAxis = "Y"\n' +
      `${motion ? describeTimes(motion) : ''})\n\n` +
      `def ${motion ? 'SkelRoot' : 'Xform'} "Model"\n{\n`,
  )
  parts.forEach((part, index) =>
    writeMesh(text, {
      part,
      index,
      binding: motion?.bindings.get(part),
      material: materials[part.material],
    }),
  )
  if (motion) writeSkeleton(text, motion)
  text.write('    def Scope "Materials"\n    {\n')
  materials.forEach((material, index) => {
    const hasColors = parts.some((part) => part.material === index && part.colors)
    writeMaterial(text, { material, index, pictures, hasColors })
  })
  return text.write('    }\n}\n').bytes()
}

type MeshToWrite = {
  part: MeshPart
  index: number
  binding: Binding | undefined
  material: PartMaterial | undefined
}

function writeMesh(text: TextWriter, { part, index, binding, material }: MeshToWrite): void {
  const { indices, uvs, moreUvs = [], colors } = part
  const { points, normals } = binding ?? { points: part.positions, normals: part.normals }
  const schemas = binding ? '"MaterialBindingAPI", "SkelBindingAPI"' : '"MaterialBindingAPI"'
  text.write(
    `    def Mesh "Part${index}" (\n        prepend apiSchemas = [${schemas}]\n    )\n    {\n`,
  )
  text.write('        int[] faceVertexCounts = [')
  for (let face = 0; face < indices.length / 3; face++) text.write(face ? ', 3' : '3')
  text.write(']\n        int[] faceVertexIndices = [')
  for (let at = 0; at < indices.length; at++) text.write(`${at ? ', ' : ''}${indices[at]}`)
  text.write(']\n')
  writeTuples(text, { name: '        point3f[] points', values: points, width: 3 })
  if (normals) {
    writeTuples(text, {
      name: '        normal3f[] normals',
      values: normals,
      width: 3,
      metadata: 'interpolation = "vertex"',
    })
  }
  ;[uvs, ...moreUvs].forEach((set, place) => {
    if (!set) return
    // The texture's origin is at the bottom in USD and at the top in glTF.
    const turned = set.map((value, at) => (at % 2 === 1 ? 1 - value : value))
    writeTuples(text, {
      name: `        texCoord2f[] primvars:${getUvName(place)}`,
      values: turned,
      width: 2,
      metadata: 'interpolation = "vertex"',
    })
  })
  if (colors && !material?.picture) {
    writeTuples(text, {
      name: '        color3f[] primvars:displayColor',
      values: colors.map((value, at) => value * (material?.color[at % 3] ?? 1)),
      width: 3,
      metadata: 'interpolation = "vertex"',
    })
  }
  if (binding) writeBinding(text, binding)
  text.write('        uniform token subdivisionScheme = "none"\n')
  text.write(`        uniform bool doubleSided = ${material?.isDoubleSided === false ? 0 : 1}\n`)
  text.write(`        rel material:binding = </Model/Materials/Material${part.material}>\n    }\n`)
}

type TupleAttribute = {
  readonly name: string
  readonly values: Float32Array
  readonly width: 2 | 3
  readonly metadata?: string
}

function writeTuples(text: TextWriter, { name, values, width, metadata }: TupleAttribute): void {
  text.write(`${name} = [`)
  for (let at = 0; at < values.length; at += width) {
    text.write(at ? ', (' : '(')
    for (let part = 0; part < width; part++) {
      text.write(`${part ? ', ' : ''}${formatFloat(values[at + part] ?? 0)}`)
    }
    text.write(')')
  }
  text.write(metadata === undefined ? ']\n' : `] (\n            ${metadata}\n        )\n`)
}
