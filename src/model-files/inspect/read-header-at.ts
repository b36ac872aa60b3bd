import { BrokenModelError, ModelDownloadError } from '../errors.ts'
import { type GlbTexture, readGlb, readModelJsonEnd, readModelLength } from '../glb/glb-header.ts'
import { toCount, type Json, toObjectList } from '../glb/glb-json.ts'
import { readImageSize } from '../image-size.ts'
import type { LoadedModel } from './loaded-model.ts'
import { getComponentBytes, countComponents } from './check-accessors.ts'
import { statedSize } from './stated-size.ts'

export type StatedFacts = Pick<
  LoadedModel,
  | 'triangles'
  | 'vertices'
  | 'splats'
  | 'sizeBytes'
  | 'materials'
  | 'pictures'
  | 'extensions'
  | 'gpuBytes'
> & { sizeMetres?: LoadedModel['sizeMetres'] | undefined }

const firstBytes = 64 * 1024
const descriptionMaxBytes = 16 * 2 ** 20
/** Number of bytes at the start of a picture in which its size is searched. */
const pictureBytes = 32 * 1024
const picturesMax = 32
const waitMaxMs = 15_000

/**
 * Reads only the facts in the JSON of the GLB at `url`, and the sizes of its pictures.
 * @throws {BrokenModelError} if the file is no GLB.
 * @throws {ModelDownloadError} if the request fails.
 * @throws {DOMException} named `AbortError` if `signal` fires.
 */
export async function readHeaderAt(url: string, signal: AbortSignal): Promise<StatedFacts> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(waitMaxMs)])
  let start = await readPart(url, { start: 0, length: firstBytes }, bounded)
  const sizeBytes = readModelLength(start)
  const described = readModelJsonEnd(start)
  if (described > descriptionMaxBytes) {
    throw new BrokenModelError('This GLB’s JSON is too large to read in advance.')
  }
  if (described > start.byteLength)
    start = await readPart(url, { start: 0, length: described }, bounded)
  const { header, root } = readGlb(start)
  const pictures = await readSizes(url, {
    textures: header.textures,
    places: getPlaces(root, described),
    signal: bounded,
  })
  return {
    sizeBytes,
    triangles: header.triangles,
    vertices: header.vertices,
    splats: header.splats,
    materials: header.materials,
    extensions: header.extensionsUsed,
    pictures,
    sizeMetres: statedSize(root),
    gpuBytes: geometryBytes(root) + pictures.reduce((sum, one) => sum + pictureGpuBytes(one), 0),
  }
}

type TexturePlaces = {
  readonly textures: readonly GlbTexture[]
  readonly places: readonly (number | undefined)[]
  readonly signal: AbortSignal
}

async function readSizes(
  url: string,
  { textures, places, signal }: TexturePlaces,
): Promise<GlbTexture[]> {
  return Promise.all(
    textures.map(async (texture, index) => {
      const place = places[index]
      if (place === undefined || index >= picturesMax) return texture
      const length = Math.min(texture.sizeBytes, pictureBytes)
      return { ...texture, ...readImageSize(await readPart(url, { start: place, length }, signal)) }
    }),
  )
}

function getPlaces(root: Json, described: number): (number | undefined)[] {
  const views = toObjectList(root['bufferViews'])
  return toObjectList(root['images']).map(({ bufferView }) => {
    const view = typeof bufferView === 'number' ? views[bufferView] : undefined
    return view && described + 8 + toCount(view['byteOffset'])
  })
}

/**
 * Estimates the bytes of a picture on the GPU: four per pixel, or one for KTX2, which stays
 * compressed. Mipmaps add a third.
 */
export const pictureGpuBytes = ({ widthPx = 0, heightPx = 0, mimeType }: GlbTexture): number =>
  Math.round(widthPx * heightPx * (mimeType === 'image/ktx2' ? 1.33 : 5.33))

function geometryBytes(root: Json): number {
  const used = new Set<unknown>()
  for (const mesh of toObjectList(root['meshes'])) {
    for (const { attributes, indices } of toObjectList(mesh['primitives'])) {
      for (const index of Object.values(attributes ?? {})) used.add(index)
      used.add(indices)
    }
  }
  const accessors = toObjectList(root['accessors'])
  return [...used].reduce<number>((sum, index) => {
    const accessor = typeof index === 'number' ? accessors[index] : undefined
    return accessor
      ? sum + toCount(accessor['count']) * countComponents(accessor) * getComponentBytes(accessor)
      : sum
  }, 0)
}

type FilePart = {
  readonly start: number
  readonly length: number
}

/**
 * Returns a byte range of a file: fewer bytes at the end of the file, and none if the server
 * ignores ranges.
 */
async function readPart(
  url: string,
  { start, length }: FilePart,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const headers = { Range: `bytes=${start}-${start + length - 1}` }
  const response = await fetch(url, { headers, signal }).catch((cause: unknown) => {
    if (!(cause instanceof TypeError)) throw cause
    throw new ModelDownloadError('The model could not be fetched: the connection failed.', {
      cause,
    })
  })
  if (!response.ok) {
    throw new ModelDownloadError(
      `The server responded with status ${response.status} instead of the model.`,
    )
  }
  const isPart = response.status === 206
  const reader = response.body?.getReader()
  if (!reader) return new Uint8Array()
  const bytes = new Uint8Array(start > 0 && !isPart ? 0 : length)
  let filled = 0
  while (filled < bytes.byteLength) {
    const { done, value } = await reader.read()
    if (done) break
    bytes.set(value.subarray(0, bytes.byteLength - filled), filled)
    filled = Math.min(bytes.byteLength, filled + value.byteLength)
  }
  // The server ignores the range, so the whole file would arrive.
  await reader.cancel()
  return bytes.subarray(0, filled)
}
