import type { EmbeddedPicture, PartMaterial, PictureUse } from '../mesh/parts.ts'
import { formatFloat, type TextWriter } from './text-writer.ts'

type NumberedMaterial = {
  readonly material: PartMaterial
  readonly index: number
  readonly pictures: ReadonlyMap<EmbeddedPicture, string>
  readonly hasColors: boolean
}

export const getUvName = (place: number): string => (place === 0 ? 'st' : `st${place}`)

export function writeMaterial(
  text: TextWriter,
  { material, index, pictures, hasColors }: NumberedMaterial,
): void {
  const path = `/Model/Materials/Material${index}`
  const { color, emissive, roughness, metalness } = material
  const hasFile = (use: PictureUse): boolean => {
    const picture = material[use]
    return picture !== undefined && pictures.has(picture)
  }
  text.write(`        def Material "Material${index}"\n        {\n`)
  text.write('            def Shader "Preview"\n            {\n')
  text.write('                uniform token info:id = "UsdPreviewSurface"\n')
  for (const input of listInputs(material, { path, hasFile, hasColors })) {
    text.write(`                ${input}\n`)
  }
  text.write('                int inputs:useSpecularWorkflow = 0\n')
  text.write('                token outputs:surface\n            }\n')
  text.write(`            token outputs:surface.connect = <${path}/Preview.outputs:surface>\n`)
  if (hasColors && !hasFile('picture')) {
    writeReader(text, { name: 'Colors', kind: 'float3', primvar: 'displayColor', color })
  }
  const sets = new Set([0, ...Object.values(material.placements ?? {}).map(({ uvs }) => uvs)])
  for (const place of sets) {
    writeReader(text, { name: `Uv${place}`, kind: 'float2', primvar: getUvName(place) })
  }
  const textures: readonly [use: PictureUse, space: 'sRGB' | 'raw', scale?: readonly number[]][] = [
    ['picture', 'sRGB', color],
    ['surfacePicture', 'raw', [1, roughness, metalness, 1]],
    ['emissivePicture', 'sRGB', [...emissive, 1]],
    ['occlusionPicture', 'raw', [1, 1, 1, 1]],
    ['normalPicture', 'raw'],
  ]
  for (const [use, space, scale] of textures) {
    const picture = material[use]
    const file = picture && pictures.get(picture)
    if (file !== undefined) writeTexture(text, { path, use, file, space, scale, material })
  }
  text.write('        }\n')
}

type Sources = { path: string; hasFile: (use: PictureUse) => boolean; hasColors: boolean }

function listInputs(material: PartMaterial, { path, hasFile, hasColors }: Sources): string[] {
  const { color, emissive, roughness, metalness, alphaMode, alphaCutoff = 0.5 } = material
  const connect = (use: PictureUse, output: string) => `<${path}/${names[use]}.outputs:${output}>`
  const from = (use: PictureUse, output: string) =>
    hasFile(use) ? connect(use, output) : undefined
  const colors = hasColors ? `<${path}/Colors.outputs:result>` : undefined
  const inputs = [
    input('color3f inputs:diffuseColor', color3(color), from('picture', 'rgb') ?? colors),
    input('color3f inputs:emissiveColor', color3(emissive), from('emissivePicture', 'rgb')),
    input(
      'float inputs:opacity',
      formatFloat(color[3]),
      alphaMode === undefined ? undefined : from('picture', 'a'),
    ),
    input('float inputs:roughness', formatFloat(roughness), from('surfacePicture', 'g')),
    input('float inputs:metallic', formatFloat(metalness), from('surfacePicture', 'b')),
  ]
  if (alphaMode === 'MASK') {
    inputs.push(`float inputs:opacityThreshold = ${formatFloat(alphaCutoff)}`)
  }
  if (hasFile('normalPicture')) {
    inputs.push(`normal3f inputs:normal.connect = ${connect('normalPicture', 'rgb')}`)
  }
  if (hasFile('occlusionPicture')) {
    inputs.push(`float inputs:occlusion.connect = ${connect('occlusionPicture', 'r')}`)
  }
  return inputs
}

const input = (name: string, value: string, source: string | undefined): string =>
  source === undefined ? `${name} = ${value}` : `${name}.connect = ${source}`

const names: Readonly<Record<PictureUse, string>> = {
  picture: 'Color',
  surfacePicture: 'Surface',
  normalPicture: 'Normal',
  emissivePicture: 'Emissive',
  occlusionPicture: 'Occlusion',
}

const color3 = (values: readonly number[]): string =>
  `(${values.slice(0, 3).map(formatFloat).join(', ')})`

type Reader = {
  readonly name: string
  readonly kind: 'float2' | 'float3'
  readonly primvar: string
  readonly color?: readonly number[]
}

function writeReader(text: TextWriter, { name, kind, primvar, color }: Reader): void {
  text.write(`            def Shader "${name}"\n            {\n`)
  text.write(`                uniform token info:id = "UsdPrimvarReader_${kind}"\n`)
  text.write(`                token inputs:varname = "${primvar}"\n`)
  if (color) text.write(`                float3 inputs:fallback = ${color3(color)}\n`)
  text.write(`                ${kind} outputs:result\n            }\n`)
}

type TextureNode = {
  readonly path: string
  readonly use: PictureUse
  readonly file: string
  readonly space: 'sRGB' | 'raw'
  /** The scale is undefined for normal maps. */
  readonly scale: readonly number[] | undefined
  readonly material: PartMaterial
}

function writeTexture(
  text: TextWriter,
  { path, use, file, space, scale, material }: TextureNode,
): void {
  const { uvs = 0, wrap = ['repeat', 'repeat'] } = material.placements?.[use] ?? {}
  // The default scale and bias map a normal map's range 0…1 to −1…1.
  const four = scale ? scale.map(formatFloat).join(', ') : '2, 2, 2, 1'
  text.write(`            def Shader "${names[use]}"\n            {\n`)
  text.write('                uniform token info:id = "UsdUVTexture"\n')
  text.write(`                asset inputs:file = @${file}@\n`)
  text.write(`                token inputs:sourceColorSpace = "${space}"\n`)
  text.write(`                float4 inputs:scale = (${four})\n`)
  if (!scale) text.write('                float4 inputs:bias = (-1, -1, -1, 0)\n')
  text.write(`                token inputs:wrapS = "${wrap[0]}"\n`)
  text.write(`                token inputs:wrapT = "${wrap[1]}"\n`)
  text.write(`                float2 inputs:st.connect = <${path}/Uv${uvs}.outputs:result>\n`)
  text.write('                float outputs:r\n                float outputs:g\n')
  text.write('                float outputs:b\n                float outputs:a\n')
  text.write('                float3 outputs:rgb\n            }\n')
}
