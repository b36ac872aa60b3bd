import type { GltfAccessor, GltfJson, GltfNode, GltfPrimitive } from './read-gltf-json.ts'

const imagesMax = 256
const extensionsMax = 128

/**
 * Returns a foreign glTF document without values of an unexpected type. List positions stay the
 * same.
 */
export function sanitiseGltf(json: GltfJson): GltfJson {
  const raw: Record<string, unknown> = { ...json }
  return {
    ...optional('scene', index(raw['scene'])),
    scenes: objects(raw['scenes']).map((scene) => ({ nodes: indices(scene['nodes']) })),
    nodes: objects(raw['nodes']).map(tidyNode),
    meshes: objects(raw['meshes']).map((mesh) => ({
      primitives: objects(mesh['primitives']).map(tidyPrimitive),
    })),
    materials: list(raw['materials']),
    accessors: objects(raw['accessors']).map(tidyAccessor),
    images: objects(list(raw['images']).slice(0, imagesMax)).map((image) => ({
      ...optional('name', text(image['name'])),
      ...optional('mimeType', text(image['mimeType'])),
      ...optional('bufferView', index(image['bufferView'])),
    })),
    bufferViews: objects(raw['bufferViews']).map((view) => ({
      byteOffset: index(view['byteOffset']) ?? 0,
      byteLength: index(view['byteLength']) ?? 0,
    })),
    extensionsUsed: list(raw['extensionsUsed'])
      .slice(0, extensionsMax)
      .flatMap((name) => text(name) ?? []),
  }
}

const tidyNode = (node: Loose): GltfNode => ({
  children: indices(node['children']),
  ...optional('mesh', index(node['mesh'])),
  ...optional('matrix', numbers(node['matrix'])),
  ...optional('translation', numbers(node['translation'])),
  ...optional('rotation', numbers(node['rotation'])),
  ...optional('scale', numbers(node['scale'])),
})

const tidyPrimitive = (primitive: Loose): GltfPrimitive => ({
  attributes: Object.fromEntries(
    Object.entries(object(primitive['attributes'])).flatMap(([name, value]) => {
      const accessor = index(value)
      return accessor === undefined ? [] : [[name, accessor]]
    }),
  ),
  ...optional('indices', index(primitive['indices'])),
  ...optional('mode', index(primitive['mode'])),
})

const tidyAccessor = (accessor: Loose): GltfAccessor => ({
  count: index(accessor['count']) ?? 0,
  normalized: accessor['normalized'] === true,
  ...optional('type', text(accessor['type'])),
  ...optional('componentType', index(accessor['componentType'])),
  ...optional('min', numbers(accessor['min'])),
  ...optional('max', numbers(accessor['max'])),
})

type Loose = Record<string, unknown>

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const object = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

const objects = (value: unknown): Loose[] => list(value).map(object)

const index = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

const indices = (value: unknown): number[] => list(value).flatMap((one) => index(one) ?? [])

const numbers = (value: unknown): number[] | undefined =>
  Array.isArray(value) && value.length <= 16 && value.every(Number.isFinite) ? value : undefined

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const optional = <Key extends string, Value>(key: Key, value: Value | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [K in Key]?: Value }
