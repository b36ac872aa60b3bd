import { type Zippable, zipSync } from 'fflate'
import type { MeshPart, PartMaterial, Parts, EmbeddedPicture } from '../mesh/parts.ts'
import type { Binding, Motion } from './usd-motion.ts'
import { describeTimes, writeBinding, writeSkeleton } from './usd-skeleton.ts'
import { formatFloat, TextWriter } from './text-writer.ts'
import { getPictureExtension } from './write-obj.ts'

/**
 * Writes a USDZ: the model as text, with its pictures, in metres and y up.
 * @param model with pictures as PNG or JPEG; Apple's viewers support no others.
 * @param motion animation of the model's parts, if there is one.
 */
export function writeUsdz(model: Parts, motion?: Motion): Uint8Array<ArrayBuffer> {
  const pictures = new Map<EmbeddedPicture, string>()
  for (const { picture, normalPicture, surfacePicture } of model.materials) {
    for (const one of [picture, normalPicture, surfacePicture]) {
      if (one && !pictures.has(one)) {
        pictures.set(one, `textures/${pictures.size + 1}.${getPictureExtension(one)}`)
      }
    }
  }
  // The model comes first, because readers open the first file.
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
    // A local header has 30 bytes, the name, and extra fields of four bytes and their content.
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
    writeMesh(text, { part, index, binding: motion?.bindings.get(part) }),
  )
  if (motion) writeSkeleton(text, motion)
  text.write('    def Scope "Materials"\n    {\n')
  materials.forEach((material, index) => writeMaterial(text, { material, index, pictures }))
  return text.write('    }\n}\n').bytes()
}

type MeshToWrite = { part: MeshPart; index: number; binding: Binding | undefined }

function writeMesh(text: TextWriter, { part, index, binding }: MeshToWrite): void {
  const { indices, uvs, material } = part
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
  if (uvs) {
    // The texture's origin is at the bottom in USD, but at the top in glTF.
    const turned = uvs.map((value, at) => (at % 2 === 1 ? 1 - value : value))
    writeTuples(text, {
      name: '        texCoord2f[] primvars:st',
      values: turned,
      width: 2,
      metadata: 'interpolation = "vertex"',
    })
  }
  if (binding) writeBinding(text, binding)
  text.write('        uniform token subdivisionScheme = "none"\n')
  text.write(`        rel material:binding = </Model/Materials/Material${material}>\n    }\n`)
}

type TupleAttribute = {
  /** Attribute name with its USD type. */
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

type NumberedMaterial = {
  readonly material: PartMaterial
  readonly index: number
  readonly pictures: ReadonlyMap<EmbeddedPicture, string>
}

function writeMaterial(text: TextWriter, { material, index, pictures }: NumberedMaterial): void {
  const path = `/Model/Materials/Material${index}`
  const { picture, normalPicture, surfacePicture, color, emissive, roughness, metalness } = material
  const fileOf = (one: EmbeddedPicture | undefined) => (one ? pictures.get(one) : undefined)
  const surface = fileOf(surfacePicture)
  const inputs = [
    fileOf(picture) === undefined
      ? `color3f inputs:diffuseColor = ${color3(color)}`
      : `color3f inputs:diffuseColor.connect = <${path}/Color.outputs:rgb>`,
    `color3f inputs:emissiveColor = ${color3(emissive)}`,
    `float inputs:opacity = ${formatFloat(color[3])}`,
    surface === undefined
      ? `float inputs:roughness = ${formatFloat(roughness)}`
      : `float inputs:roughness.connect = <${path}/Surface.outputs:g>`,
    surface === undefined
      ? `float inputs:metallic = ${formatFloat(metalness)}`
      : `float inputs:metallic.connect = <${path}/Surface.outputs:b>`,
    ...(fileOf(normalPicture) === undefined
      ? []
      : [`normal3f inputs:normal.connect = <${path}/Normal.outputs:rgb>`]),
  ]
  text.write(`        def Material "Material${index}"\n        {\n`)
  text.write('            def Shader "Preview"\n            {\n')
  text.write('                uniform token info:id = "UsdPreviewSurface"\n')
  for (const input of inputs) text.write(`                ${input}\n`)
  text.write('                int inputs:useSpecularWorkflow = 0\n')
  text.write('                token outputs:surface\n            }\n')
  text.write(`            token outputs:surface.connect = <${path}/Preview.outputs:surface>\n`)
  text.write('            def Shader "Uv"\n            {\n')
  text.write('                uniform token info:id = "UsdPrimvarReader_float2"\n')
  text.write('                token inputs:varname = "st"\n')
  text.write('                float2 outputs:result\n            }\n')
  writeTexture(text, { path, name: 'Color', file: fileOf(picture), space: 'sRGB', scale: color })
  writeTexture(text, {
    path,
    name: 'Surface',
    file: surface,
    space: 'raw',
    scale: [1, roughness, metalness, 1],
  })
  writeTexture(text, { path, name: 'Normal', file: fileOf(normalPicture), space: 'raw' })
  text.write('        }\n')
}

const color3 = (values: readonly number[]): string =>
  `(${values.slice(0, 3).map(formatFloat).join(', ')})`

type TextureNode = {
  readonly path: string
  readonly name: string
  /** Name of the picture file. Without it the texture is omitted. */
  readonly file: string | undefined
  readonly space: 'sRGB' | 'raw'
  readonly scale?: readonly number[]
}

function writeTexture(text: TextWriter, { path, name, file, space, scale }: TextureNode): void {
  if (file === undefined) return
  // The default scale and bias map a normal's components from 0…1 to −1…1.
  const four = scale ? scale.map(formatFloat).join(', ') : '2, 2, 2, 1'
  text.write(`            def Shader "${name}"\n            {\n`)
  text.write('                uniform token info:id = "UsdUVTexture"\n')
  text.write(`                asset inputs:file = @${file}@\n`)
  text.write(`                token inputs:sourceColorSpace = "${space}"\n`)
  text.write(`                float4 inputs:scale = (${four})\n`)
  if (!scale) text.write('                float4 inputs:bias = (-1, -1, -1, 0)\n')
  text.write('                token inputs:wrapS = "repeat"\n')
  text.write('                token inputs:wrapT = "repeat"\n')
  text.write(`                float2 inputs:st.connect = <${path}/Uv.outputs:result>\n`)
  text.write('                float3 outputs:rgb\n                float outputs:g\n')
  text.write('                float outputs:b\n            }\n')
}
