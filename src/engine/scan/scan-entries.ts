import type { SpaceBox } from './hull/field-grid.ts'
import type { Hull } from './build-hull.ts'
import { readJsonEntry, type ScanStore, writeJsonEntry } from './scan-store.ts'
import type { Crop, CropBox, ScanView } from './scan-view.ts'

type Compared = Pick<ScanView, 'onPage' | 'matChance' | 'white'>

const matEntryName = (photo: number) => `mat-${photo}`
const maskEntryName = (photo: number) => `mask-${photo}`
const shapeEntry = 'shape'
const whiteBytes = 12

/**
 * Reads the stored comparison of a photo with the mat. Returns undefined if no comparison is stored
 * for a crop of this size.
 */
export async function readMatEntry(
  store: ScanStore,
  photo: number,
  { width, height }: Pick<Crop, 'width' | 'height'>,
): Promise<Compared | undefined> {
  const bytes = await store.read(matEntryName(photo))
  const count = width * height
  if (!bytes || bytes.length !== whiteBytes + 2 * count) return undefined
  const [r, g, b] = new Float32Array(bytes.slice(0, whiteBytes).buffer)
  const onPage = bytes.slice(whiteBytes, whiteBytes + count)
  return { white: [r, g, b], onPage, matChance: bytes.slice(whiteBytes + count) }
}

export function writeMatEntry(
  store: ScanStore,
  photo: number,
  { white, onPage, matChance }: Compared,
): Promise<void> {
  const head = Buffer.from(Float32Array.from(white).buffer)
  return store.write(matEntryName(photo), Buffer.concat([head, onPage, matChance]))
}

export type KeptMasks = {
  readonly box: SpaceBox
  readonly agreement: number
  readonly photos: readonly (KeptPhoto & Pick<ScanView, 'mask'>)[]
}

type KeptPhoto = CropBox & Pick<ScanView, 'photo' | 'white' | 'isDropped'>
type ShapeEntry = Pick<KeptMasks, 'box' | 'agreement'> & { photos: KeptPhoto[] }

/** Reads the final masks of all photos. Returns undefined if a mask is missing. */
export async function readMasks(store: ScanStore): Promise<KeptMasks | undefined> {
  const entry = await readJsonEntry<ShapeEntry>(store, shapeEntry)
  if (!entry) return undefined
  const photos: KeptMasks['photos'][number][] = []
  for (const one of entry.photos) {
    const mask = await store.read(maskEntryName(one.photo))
    if (!mask) return undefined
    photos.push({ ...one, mask })
  }
  return { ...entry, photos }
}

export async function writeMasks(
  store: ScanStore,
  views: readonly ScanView[],
  { box, agreement }: Hull,
): Promise<void> {
  for (const { photo, mask } of views) await store.write(maskEntryName(photo), mask)
  const photos = views.map(({ photo, white, isDropped, left, top, width, height }) => {
    return { photo, white, isDropped, left, top, width, height }
  })
  await writeJsonEntry(store, shapeEntry, { box, agreement, photos } satisfies ShapeEntry)
}
