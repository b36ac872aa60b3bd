import type { EmbeddedPicture, PartMaterial, Parts } from '../mesh/parts.ts'
import { writeGreyPng } from './grey-png.ts'
import type { DecodePicture, Pixels } from './vertex-colors.ts'

/**
 * Grey pictures of a material. An OBJ has a separate picture for each property, such as opacity.
 */
export type ObjMaps = {
  alpha?: EmbeddedPicture
  roughness?: EmbeddedPicture
  metalness?: EmbeddedPicture
}

/**
 * Splits the pictures of each material into one picture per channel, multiplied by the material's
 * factors.
 */
export async function splitPictures(
  { materials }: Pick<Parts, 'materials'>,
  decode: DecodePicture,
): Promise<ObjMaps[]> {
  const decoded = new Map<EmbeddedPicture, Pixels>()
  const read = async (picture: EmbeddedPicture) => {
    const pixels = decoded.get(picture) ?? (await decode(picture))
    decoded.set(picture, pixels)
    return pixels
  }
  const made = new Map<string, EmbeddedPicture>()
  const ids = new Map<EmbeddedPicture, number>()
  const getChannel = async (picture: EmbeddedPicture, { channel, factor, name }: Channel) => {
    ids.set(picture, ids.get(picture) ?? ids.size)
    const key = [ids.get(picture), channel, factor].join(' ')
    const one = made.get(key) ?? toGrey(await read(picture), { channel, factor, name })
    made.set(key, one)
    return one
  }
  const maps: ObjMaps[] = []
  for (const material of materials) {
    const { picture, surfacePicture, color, roughness, metalness } = material
    const one: ObjMaps = {}
    if (picture && material.alphaMode && canDecode(picture)) {
      one.alpha = await getChannel(picture, { channel: 3, factor: color[3], name: 'alpha' })
    }
    if (surfacePicture && canDecode(surfacePicture) && isOnFirstUvs(material, 'surfacePicture')) {
      const [green, blue] = [1, 2] as const
      one.roughness = await getChannel(surfacePicture, {
        channel: green,
        factor: roughness,
        name: 'roughness',
      })
      one.metalness = await getChannel(surfacePicture, {
        channel: blue,
        factor: metalness,
        name: 'metalness',
      })
    }
    maps.push(one)
  }
  return maps
}

/** Returns whether a picture uses the first set of texture coordinates. An OBJ has only one set. */
export const isOnFirstUvs = (
  { placements }: PartMaterial,
  use: keyof NonNullable<PartMaterial['placements']>,
): boolean => (placements?.[use]?.uvs ?? 0) === 0

/** KTX2 pictures cannot be decoded here, so the OBJ leaves out these pictures. */
const canDecode = ({ mimeType }: EmbeddedPicture): boolean => !mimeType.includes('ktx2')

type Channel = { channel: 1 | 2 | 3; factor: number; name: string }

function toGrey({ width, height, data }: Pixels, { channel, factor, name }: Channel) {
  const grey = new Uint8Array(width * height)
  for (let at = 0; at < grey.length; at++) {
    grey[at] = Math.round((data[at * 4 + channel] ?? 255) * factor)
  }
  return { mimeType: 'image/png', bytes: writeGreyPng({ width, height, data: grey }), name }
}
