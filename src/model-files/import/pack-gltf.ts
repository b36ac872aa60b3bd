import { isRecord } from '#lib/fields.ts'
import { type GlbChunks, writeGlb } from '#lib/gltf/glb.ts'
import { type Json, toObjectList } from '../glb/glb-json.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'

type FindFile = (name: string) => Uint8Array | undefined

const kinds: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  ktx2: 'image/ktx2',
}

/** The text of a glTF, or a GLB with external files. */
export type GltfSource = string | Pick<GlbChunks, 'json' | 'binary'>

/**
 * Packs a glTF and its files into one GLB (glTF 2.0, section 4.4) without decoding any content.
 * @param find returns a file by its path in the glTF.
 * @param onMissing called for missing pictures. The model is shown without missing pictures.
 * @throws {UnworkableModelError} with the name of missing data.
 */
export function packGltf(
  source: GltfSource,
  find: FindFile,
  onMissing: (path: string) => void = () => {},
): Uint8Array<ArrayBuffer> {
  const { json: root, binary } =
    typeof source === 'string' ? { json: parse(source), binary: undefined } : source
  const pieces: Uint8Array[] = []
  let length = 0
  const add = (bytes: Uint8Array) => {
    const start = length
    pieces.push(bytes)
    length = start + Math.ceil(bytes.byteLength / 4) * 4
    return start
  }
  const starts = toObjectList(root['buffers']).map((buffer, place) => {
    // A GLB's first buffer without an address is the binary chunk.
    const isOwn = place === 0 && typeof buffer['uri'] !== 'string'
    return add(isOwn && binary ? binary : read(buffer, find))
  })
  const bufferViews: Record<string, unknown>[] = toObjectList(root['bufferViews']).map((view) =>
    moved(view, starts),
  )
  const images = toObjectList(root['images']).map((image, place) => {
    const { uri, ...rest } = image
    if (typeof uri !== 'string') return image
    const isThere = uri.startsWith('data:') || find(uri) !== undefined
    if (!isThere) onMissing(uri)
    const bytes = isThere ? read(image, find) : standIn(root, place)
    bufferViews.push({ buffer: 0, byteOffset: add(bytes), byteLength: bytes.byteLength })
    return {
      ...rest,
      bufferView: bufferViews.length - 1,
      mimeType: isThere ? (rest['mimeType'] ?? getKind(uri)) : 'image/png',
    }
  })
  return writeGlb(
    {
      ...root,
      ...(length > 0 && { buffers: [{ byteLength: length }] }),
      ...(bufferViews.length > 0 && { bufferViews }),
      ...(images.length > 0 && { images }),
    },
    ...pieces,
  )
}

function parse(text: string): Json {
  let root: unknown
  try {
    root = JSON.parse(text)
  } catch (cause) {
    throw new UnworkableModelError('This glTF is damaged: its JSON cannot be read.', {
      cause,
    })
  }
  if (!isRecord(root)) throw new UnworkableModelError('This glTF is damaged: it is empty.')
  return root
}

function moved(view: Json, starts: readonly number[]): Record<string, unknown> {
  const place = (one: Json) => ({
    ...one,
    buffer: 0,
    byteOffset: (starts[Number(one['buffer'] ?? 0)] ?? 0) + Number(one['byteOffset'] ?? 0),
  })
  const extensions = isRecord(view['extensions']) ? view['extensions'] : undefined
  return {
    ...place(view),
    ...(extensions && {
      extensions: Object.fromEntries(
        Object.entries(extensions).map(([name, extension]) => [
          name,
          isRecord(extension) && 'buffer' in extension ? place(extension) : extension,
        ]),
      ),
    }),
  }
}

function read(entry: Json, find: FindFile): Uint8Array {
  const { uri } = entry
  if (typeof uri !== 'string') {
    // Only the fallback buffer of compressed data may be empty.
    return new Uint8Array(Math.min(Number(entry['byteLength'] ?? 0), 0))
  }
  const data = /^data:[^,]*;base64,(.*)$/s.exec(uri)?.[1]
  if (data !== undefined) return Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))
  const bytes = find(uri)
  if (bytes) return bytes
  const name = uri.length > 80 ? `${uri.slice(0, 80)}…` : uri
  throw new UnworkableModelError(`This glTF refers to “${name}”: select that file as well.`)
}

function getKind(uri: string): string | undefined {
  const stated = /^data:([^;,]+)/.exec(uri)?.[1]
  return stated ?? kinds[uri.split('.').at(-1)?.toLowerCase() ?? '']
}

/**
 * Pictures of one pixel for missing pictures: white, the colour of a flat normal map, and black.
 */
const pixels = {
  white:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12P4//8/AAX+Av7czFnnAAAAAElFTkSuQmCC',
  flat: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NoaPgPAAODAgDRhuTWAAAAAElFTkSuQmCC',
  black:
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADElEQVQI12NgYGAAAAAEAAEnNCcKAAAAAElFTkSuQmCC',
} as const

/** Returns a picture of one pixel that replaces a missing picture with the least visible effect. */
function standIn(root: Json, image: number): Uint8Array {
  const textures = toObjectList(root['textures'])
  const shows = (info: unknown) =>
    isRecord(info) && textures[Number(info['index'])]?.['source'] === image
  const materials = toObjectList(root['materials'])
  const kind = materials.some(({ normalTexture }) => shows(normalTexture))
    ? 'flat'
    : materials.some(({ emissiveTexture }) => shows(emissiveTexture))
      ? 'black'
      : 'white'
  return Uint8Array.from(atob(pixels[kind]), (sign) => sign.charCodeAt(0))
}
