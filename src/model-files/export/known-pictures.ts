import type { PartMaterial, Parts, Picture } from '../mesh/parts.ts'

/** What a material has pictures for. */
const allUses = ['picture', 'normalPicture', 'surfacePicture'] as const

/** Makes one picture of those with the same bytes, so that it is decoded and written once. */
export function sharePictures(model: Parts): Parts {
  const first = new Map<Uint8Array, Picture>()
  const materials = model.materials.map((material) => {
    const shared: PartMaterial = { ...material }
    for (const use of allUses) {
      const picture = material[use]
      if (!picture) continue
      const known = first.get(picture.bytes) ?? picture
      first.set(picture.bytes, known)
      shared[use] = known
    }
    return shared
  })
  return { ...model, materials }
}

type PictureRules = {
  /** Says of a mime type that it can be read there. */
  readonly isKnown: (mimeType: string) => boolean
  /** Makes a PNG of the others. */
  readonly toPng: (picture: Picture) => Promise<Picture>
  /** Those that are written; the others stay as they are. */
  readonly uses?: readonly (typeof allUses)[number][]
}

/** Turns pictures into PNG that whoever opens the file could not read. */
export async function withKnownPictures(
  model: Parts,
  { isKnown, toPng, uses = allUses }: PictureRules,
): Promise<Parts> {
  const made = new Map<Picture, Picture>()
  const materials: PartMaterial[] = []
  for (const material of model.materials) {
    const readable: PartMaterial = { ...material }
    for (const use of uses) {
      const picture = material[use]
      if (!picture || isKnown(picture.mimeType)) continue
      const png = made.get(picture) ?? (await toPng(picture))
      made.set(picture, png)
      readable[use] = png
    }
    materials.push(readable)
  }
  return { ...model, materials }
}
