import { asTexts, isRecord } from '#lib/fields.ts'
import { plainExtensions } from '#lib/gltf/extensions.ts'
import { BrokenModelError, damagedGlb } from '../errors.ts'
import { type GlbHeader, readGlb } from '../glb/glb-header.ts'
import { type Json, at, toCount, toIndices, toObjectList, toObject } from '../glb/glb-json.ts'
import { trianglesMax } from '../triangles-max.ts'
import { checkAccessors, countComponents, createScanner } from './check-accessors.ts'
import { checkNodes } from './check-nodes.ts'

/**
 * Maximum number of an accessor's elements, because a few bytes of a broken file can declare
 * gigabytes of zeros.
 */
const elementsMax = 3 * trianglesMax
/** Longest side of a texture that all graphics drivers support, in pixels. */
const textureSideMax = 16_384
/**
 * Maximum memory of all decoded textures in bytes: four bytes per pixel and a third more for
 * mipmaps.
 */
const textureBytesMax = 2 ** 31

export function describePassedOver(extensions: readonly string[]): string[] {
  const unknown = extensions.filter((name) => !known.has(name))
  return unknown.length > 0 ? [`Not shown: what ${unknown.join(', ')} adds.`] : []
}

/** glTF extensions that the viewer supports, or can ignore without changing the shape. */
const known = new Set<string>([
  ...plainExtensions,
  'EXT_mesh_gpu_instancing',
  'EXT_meshopt_compression',
  'EXT_texture_avif',
  'KHR_animation_pointer',
  'KHR_draco_mesh_compression',
  'KHR_gaussian_splatting',
  'KHR_materials_pbrSpecularGlossiness',
  'KHR_materials_transmission',
  'KHR_materials_volume',
  'KHR_node_visibility',
  'KHR_meshopt_compression',
  'KHR_texture_basisu',
])

/**
 * Checks a GLB for anything that could crash, freeze or mislead the viewer, without decoding
 * geometry or pictures.
 * @throws {BrokenModelError} with a sentence about the defect.
 */
export function checkGlb(bytes: Uint8Array): GlbHeader {
  const { header, root, binary, binaryBytes } = readGlb(bytes)
  checkWhole(header, bytes.byteLength)
  if (binary.byteLength < binaryBytes) throw damagedGlb('its binary chunk is longer than the file')
  checkEntries(root)
  checkExtensions(root)
  checkNodes(root)
  checkAccessors(root, binary, elementsMax)
  checkPrimitives(root, binary)
  checkTextures(root, header)
  if (header.vertices === 0) {
    throw new BrokenModelError('This GLB is empty: its scene has no meshes.')
  }
  return header
}

function checkWhole({ lengthBytes, triangles, externalUris }: GlbHeader, receivedBytes: number) {
  if (receivedBytes < lengthBytes) {
    throw new BrokenModelError(
      `The file is incomplete: ${receivedBytes.toLocaleString('en')} of ` +
        `${lengthBytes.toLocaleString('en')} bytes arrived.`,
    )
  }
  if (externalUris.length > 0) {
    throw new BrokenModelError(
      'This GLB refers to external files, which are not fetched. Export it with its resources embedded.',
    )
  }
  if (triangles > trianglesMax) {
    throw new BrokenModelError(
      `This model has ${triangles.toLocaleString('en')} triangles, more than the ` +
        `${trianglesMax.toLocaleString('en')} that a browser can handle.`,
    )
  }
}

/** Checks that all list entries are objects, because glTF refers to entries by index. */
function checkEntries(root: Json): void {
  for (const [name, list] of Object.entries(root)) {
    if (name.startsWith('extensions') || !Array.isArray(list)) continue
    if (!list.every(isRecord)) throw damagedGlb(`its list of ${name} has gaps`)
  }
}

function checkExtensions(root: Json): void {
  const { version, minVersion } = toObject(root['asset'])
  if (typeof version === 'string' && /^[01]\./.test(version)) {
    throw new BrokenModelError(
      `This is glTF ${version}, which was replaced by glTF 2 in 2017. Export the model as glTF 2.`,
    )
  }
  if (typeof version !== 'string' || !version.startsWith('2.')) {
    throw damagedGlb('it does not declare glTF version 2')
  }
  if (typeof minVersion === 'string' && !/^2\.[01]$/.test(minVersion)) {
    throw new BrokenModelError(`This GLB needs a viewer for glTF ${minVersion}.`)
  }
  const missing = asTexts(root['extensionsRequired']).filter((name) => !known.has(name))
  if (missing.length > 0) {
    throw new BrokenModelError(
      `This GLB needs ${missing.join(', ')}, which Bozzetto does not support.`,
    )
  }
}

/** Checks every mesh, even unused meshes, because loaders read all meshes. */
function checkPrimitives(root: Json, binary: Uint8Array): void {
  const accessors = toObjectList(root['accessors'])
  const materials = toObjectList(root['materials']).length
  const highest = highestIndex(root, binary)
  for (const mesh of toObjectList(root['meshes'])) {
    for (const primitive of toObjectList(mesh['primitives'])) {
      if (primitive['material'] !== undefined && !isPlace(primitive['material'], materials)) {
        throw damagedGlb('a mesh refers to a missing material')
      }
      const mode = primitive['mode'] ?? 4
      if (!isPlace(mode, 7)) throw damagedGlb('a mesh has an unknown primitive mode')
      checkAttributes(accessors, toObject(primitive['attributes']))
      for (const target of toObjectList(primitive['targets'])) checkAttributes(accessors, target)
      if (primitive['indices'] === undefined) continue
      const corners = toCount(at(accessors, toObject(primitive['attributes'])['POSITION'])['count'])
      if (highest(primitive['indices']) >= corners) {
        throw damagedGlb('triangles refer to missing vertices')
      }
    }
  }
}

function checkAttributes(accessors: readonly Json[], attributes: Json): void {
  const counts = new Set<number>()
  for (const [name, index] of Object.entries(attributes)) {
    if (!isPlace(index, accessors.length)) throw damagedGlb(`its accessor ${name} is missing`)
    const accessor = at(accessors, index)
    counts.add(toCount(accessor['count']))
    const components = countComponents(accessor)
    const isRight =
      name === 'POSITION' || name === 'NORMAL'
        ? components === 3
        : name === 'TANGENT'
          ? components === 4 || components === 3
          : name.startsWith('TEXCOORD_')
            ? components === 2
            : name.startsWith('COLOR_')
              ? components === 3 || components === 4
              : true
    if (!isRight) throw damagedGlb(`its accessor ${name} has the wrong type`)
  }
  if (counts.size > 1) throw damagedGlb('its vertex attributes differ in length')
}

/**
 * Creates a function that returns the highest index in an accessor, or −1 for a compressed
 * accessor. Reads each accessor once.
 */
function highestIndex(root: Json, binary: Uint8Array): (index: unknown) => number {
  const accessors = toObjectList(root['accessors'])
  const scan = createScanner(root, binary)
  const found = new Map<unknown, number>()
  return (index) => {
    const before = found.get(index)
    if (before !== undefined) return before
    if (!isPlace(index, accessors.length)) throw damagedGlb('an index accessor is missing')
    const accessor = at(accessors, index)
    if (
      countComponents(accessor) !== 1 ||
      ![5121, 5123, 5125].includes(Number(accessor['componentType']))
    ) {
      throw damagedGlb('an index accessor has the wrong type')
    }
    let highest = -1
    scan(accessor, (value) => {
      if (value > highest) highest = value
    })
    found.set(index, highest)
    return highest
  }
}

function checkTextures(root: Json, header: GlbHeader): void {
  const images = toObjectList(root['images'])
  const textures = toObjectList(root['textures'])
  for (const image of images) {
    const isInside = isPlace(image['bufferView'], toObjectList(root['bufferViews']).length)
    if (!isInside && typeof image['uri'] !== 'string') {
      throw damagedGlb('an image is missing')
    }
  }
  for (const index of texturesUsed(root['materials'])) {
    if (!isPlace(index, textures.length)) throw damagedGlb('a material refers to a missing texture')
    // Skips unused textures, which exporters may leave in the file after removing an image.
    const { source } = at(textures, index)
    if (source !== undefined && !isPlace(source, images.length)) {
      throw damagedGlb('a texture has no image')
    }
  }
  let bytes = 0
  for (const { widthPx = 0, heightPx = 0, mimeType } of header.textures) {
    if (Math.max(widthPx, heightPx) > textureSideMax) {
      throw new BrokenModelError(
        `A texture in this GLB is ${widthPx.toLocaleString('en')} × ${heightPx.toLocaleString('en')} ` +
          `pixels; graphics cards support up to ${textureSideMax.toLocaleString('en')} per side.`,
      )
    }
    bytes += mimeType === 'image/ktx2' ? widthPx * heightPx : widthPx * heightPx * 5.33
  }
  if (bytes > textureBytesMax) {
    const gigabytes = (bytes / 2 ** 30).toFixed(1)
    throw new BrokenModelError(
      `The textures in this GLB would need ${gigabytes} GB of graphics memory, too much for a browser.`,
    )
  }
}

function texturesUsed(value: unknown, depth = 0): unknown[] {
  if (depth > 8) return []
  if (Array.isArray(value)) return value.flatMap((one) => texturesUsed(one, depth + 1))
  return Object.entries(toObject(value)).flatMap(([name, inside]) =>
    name.endsWith('Texture') ? [toObject(inside)['index']] : texturesUsed(inside, depth + 1),
  )
}

const isPlace = (index: unknown, length: number): index is number =>
  typeof index === 'number' && toIndices([index]).length === 1 && index >= 0 && index < length
