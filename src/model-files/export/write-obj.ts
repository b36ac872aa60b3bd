import { zipSync } from 'fflate'
import type {
  EmbeddedPicture,
  MeshPart,
  PartMaterial,
  PicturePlacement,
  PictureUse,
} from '../mesh/parts.ts'
import { isOnFirstUvs, type ObjMaps } from './obj-maps.ts'
import { noCorner } from './quads/pair-quads.ts'
import { type Placement, place, placeNormals } from './placement.ts'
import { formatFloat, TextWriter } from './text-writer.ts'
import { encodeSrgb } from './vertex-colors.ts'
import type { QuadParts } from './quads/with-quads.ts'

export type ObjParts = QuadParts & {
  maps?: readonly ObjMaps[]
}

export function writeObjZip(model: ObjParts, placement: Placement, name: string) {
  const pictures = new Map<EmbeddedPicture, string>()
  const statements = model.materials.map((material, index) =>
    listPictures(material, model.maps?.[index] ?? {}).map(([keyword, picture, wrap]) => {
      const file =
        pictures.get(picture) ?? `${name}-${pictures.size + 1}.${getPictureExtension(picture)}`
      pictures.set(picture, file)
      return `${keyword} ${wrap?.every((one) => one === 'clamp') ? '-clamp on ' : ''}${file}\n`
    }),
  )
  const files: Record<string, [Uint8Array, { level: 0 | 3 }]> = {
    [`${name}.obj`]: [writeObj(model, placement, name), { level: 3 }],
    [`${name}.mtl`]: [writeMtl(model, statements), { level: 3 }],
  }
  // Pictures are already compressed, so the zip only stores the picture files.
  for (const [picture, file] of pictures) files[file] = [picture.bytes, { level: 0 }]
  return zipSync(files)
}

type PictureStatement = [
  keyword: string,
  picture: EmbeddedPicture,
  wrap: PicturePlacement['wrap'] | undefined,
]

function listPictures(material: PartMaterial, maps: ObjMaps): PictureStatement[] {
  const all: readonly [keyword: string, use: PictureUse, picture: EmbeddedPicture | undefined][] = [
    ['map_Kd', 'picture', material.picture],
    ['map_Ke', 'emissivePicture', material.emissivePicture],
    // Programs support only one of two keywords for normal maps, so write both keywords.
    ['norm', 'normalPicture', material.normalPicture],
    ['map_Bump', 'normalPicture', material.normalPicture],
    ['map_d', 'picture', maps.alpha],
    ['map_Pr', 'surfacePicture', maps.roughness],
    ['map_Pm', 'surfacePicture', maps.metalness],
  ]
  return all.flatMap(([keyword, use, picture]): PictureStatement[] =>
    picture && isOnFirstUvs(material, use)
      ? [[keyword, picture, material.placements?.[use]?.wrap]]
      : [],
  )
}

/** Writes an OBJ without its material file. Faces have three or four corners. */
export function writeObj(
  { parts, faces, materials }: QuadParts,
  placement: Placement,
  name: string,
) {
  const { unit = 'metres', upAxis } = placement
  const text = new TextWriter().write(
    `# made with Bozzetto, ${unit}, ${upAxis} up\nmtllib ${name}.mtl\n`,
  )
  const names = getMaterialNames(materials)
  // An OBJ numbers positions, texture coordinates and normals separately, each from 1.
  const before = { point: 1, uv: 1, normal: 1 }
  parts.forEach((part, index) => {
    const positions = place(part, placement)
    const normals = part.normals && placeNormals(part.normals, placement)
    const { uvs, indices, colors } = part
    const quads = faces?.[index]
    text.write(`o ${getObjectName(part, index)}\n`)
    for (let at = 0; at < positions.length; at += 3) {
      // Most programs read a colour after a position. Other programs ignore the colour.
      const color = colors && ` ${screen(colors.subarray(at, at + 3))}`
      text.write(`v ${three(positions, at)}${color ?? ''}\n`)
    }
    const uvLength = uvs?.length ?? 0
    for (let at = 0; at < uvLength; at += 2) {
      // The texture's origin is at the bottom in OBJ and at the top in glTF.
      text.write(`vt ${formatFloat(uvs?.[at] ?? 0)} ${formatFloat(1 - (uvs?.[at + 1] ?? 0))}\n`)
    }
    if (normals) {
      for (let at = 0; at < positions.length; at += 3) text.write(`vn ${three(normals, at)}\n`)
    }
    text.write(`usemtl ${names[part.material] ?? ''}\n`)
    const { corners, width } = quads
      ? { corners: quads.corners, width: 4 }
      : { corners: indices, width: 3 }
    for (let at = 0; at < corners.length; at += width) {
      text.write('f')
      for (let corner = at; corner < at + width; corner++) {
        const point = corners[corner] ?? 0
        if (point === noCorner && width === 4) continue
        const uv = uvs ? before.uv + point : ''
        text.write(
          normals
            ? ` ${before.point + point}/${uv}/${before.normal + point}`
            : ` ${before.point + point}${uvs ? `/${uv}` : ''}`,
        )
      }
      text.write('\n')
    }
    before.point += positions.length / 3
    before.uv += (uvs?.length ?? 0) / 2
    before.normal += (normals?.length ?? 0) / 3
  })
  return text.bytes()
}

function writeMtl(
  { materials, maps = [] }: Pick<ObjParts, 'materials' | 'maps'>,
  statements: readonly (readonly string[])[],
) {
  const text = new TextWriter()
  const names = getMaterialNames(materials)
  materials.forEach((material, index) => {
    const { color, roughness, metalness, emissive, surfacePicture } = material
    // The alpha picture already contains the opacity factor.
    const opacity = maps[index]?.alpha ? 1 : color[3]
    text.write(`newmtl ${names[index] ?? ''}\nKd ${screen(color)}\nKe ${screen(emissive)}\n`)
    text.write(`d ${formatFloat(opacity)}\n`)
    // With a metalness picture, the factor is often 1. Programs that ignore the picture would show
    // metal everywhere.
    if (!surfacePicture) {
      text.write(`Pr ${formatFloat(roughness)}\nPm ${formatFloat(metalness)}\n`)
    }
    for (const statement of statements[index] ?? []) text.write(statement)
    text.write('\n')
  })
  return text.bytes()
}

const getObjectName = ({ name }: MeshPart, index: number): string =>
  name === undefined ? `part${index + 1}` : toWord(name)

/** Returns one name per material. Numbers tell materials of the same name apart. */
function getMaterialNames(materials: readonly PartMaterial[]): string[] {
  const names = new Set<string>()
  for (const [index, { name }] of materials.entries()) {
    const word = toWord(name.trim()) || `m${index + 1}`
    let unique = word
    for (let copy = 2; names.has(unique); copy++) unique = `${word}_${copy}`
    names.add(unique)
  }
  return [...names]
}

/** A name in an OBJ ends at a space, and `#` starts a comment. */
const toWord = (name: string): string => name.replaceAll(/[\s#]+/g, '_')

const screen = ([red = 0, green = 0, blue = 0]: Iterable<number>): string =>
  [red, green, blue].map((light) => formatFloat(encodeSrgb(light) / 255)).join(' ')

const three = (values: Float32Array, at: number): string =>
  `${formatFloat(values[at] ?? 0)} ${formatFloat(values[at + 1] ?? 0)} ${formatFloat(values[at + 2] ?? 0)}`

export const getPictureExtension = ({ mimeType }: EmbeddedPicture): string =>
  mimeType.replace('image/', '').replace('jpeg', 'jpg')
