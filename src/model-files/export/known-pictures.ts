import {
  type EmbeddedPicture,
  type PartMaterial,
  type Parts,
  pictureUses,
  type PictureUse,
} from '../mesh/parts.ts'

/** Replaces pictures of equal bytes by one object, so that each picture is decoded only once. */
export function sharePictures(model: Parts): Parts {
  const first = new Map<Uint8Array, EmbeddedPicture>()
  const materials = model.materials.map((material) => {
    const shared: PartMaterial = { ...material }
    for (const use of pictureUses) {
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
  readonly isKnown: (mimeType: string) => boolean
  readonly toPng: (picture: EmbeddedPicture) => Promise<EmbeddedPicture>
  readonly uses?: readonly PictureUse[]
}

export async function withKnownPictures(
  model: Parts,
  { isKnown, toPng, uses = pictureUses }: PictureRules,
): Promise<Parts> {
  const made = new Map<EmbeddedPicture, EmbeddedPicture>()
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
