import { writeGlb } from '#lib/gltf/glb.ts'

const getBytes = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))

const square = (extension: string, over: object) => ({
  asset: { version: '2.0' },
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  extensionsUsed: [extension],
  extensionsRequired: [extension],
  ...over,
})

export const draco = writeGlb(
  square('KHR_draco_mesh_compression', {
    meshes: [
      {
        primitives: [
          {
            attributes: { POSITION: 1 },
            indices: 0,
            extensions: {
              KHR_draco_mesh_compression: { bufferView: 0, attributes: { POSITION: 0 } },
            },
          },
        ],
      },
    ],
    accessors: [
      { type: 'SCALAR', componentType: 5123, count: 6 },
      { type: 'VEC3', componentType: 5126, count: 4 },
    ],
    bufferViews: [{ buffer: 0, byteLength: 75 }],
    buffers: [{ byteLength: 75 }],
  }),
  getBytes(
    'RFJBQ08CAgEBAAAABAIAAgAAAR//AREB/wAAAQAJAwAAAgEBAQADAwEwARADACiCmAAAAAAA/z8AAAAAAL8AAAC/AAAAAAAAgD8OAA==',
  ),
)

const meshoptIndices = { buffer: 0, byteLength: 19, mode: 'TRIANGLES', byteStride: 2, count: 6 }
const meshoptPositions = {
  buffer: 0,
  byteOffset: 20,
  byteLength: 61,
  mode: 'ATTRIBUTES',
  byteStride: 8,
  count: 4,
}

export const meshopt = writeGlb(
  square('EXT_meshopt_compression', {
    nodes: [{ mesh: 0, scale: [0.5, 0.5, 0.5] }],
    meshes: [{ primitives: [{ attributes: { POSITION: 1 }, indices: 0 }] }],
    accessors: [
      { type: 'SCALAR', componentType: 5123, count: 6, bufferView: 0 },
      { type: 'VEC3', componentType: 5122, count: 4, normalized: true, bufferView: 1 },
    ],
    bufferViews: [
      { buffer: 1, byteLength: 12, extensions: { EXT_meshopt_compression: meshoptIndices } },
      {
        buffer: 1,
        byteOffset: 12,
        byteLength: 32,
        byteStride: 8,
        extensions: { EXT_meshopt_compression: meshoptPositions },
      },
    ],
    buffers: [
      { byteLength: 84 },
      { byteLength: 44, extensions: { EXT_meshopt_compression: { fallback: true } } },
    ],
  }),
  getBytes(
    '4fAQAHaHVmd4qYZliWiYAWkAAACgAQwAAAADAQQAAAABPwAAAAQDBAEmAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGA/38AAAAAAAAA',
  ),
)

const positions = new Float32Array([-0.5, -0.5, 0, 0.5, -0.5, 0, 0.5, 0.5, 0])
const texels = getBytes(
  'q0tUWCAyMLsNChoKAAAAAAEAAAAEAAAABAAAAAAAAAAAAAAAAQAAAAEAAAAAAAAAaAAAACwAAACUAAAALAAAAAAAAAAAAAAAAAAAAAAAAADAAAAAAAAAABAAAAAAAAAAEAAAAAAAAAAsAAAAAAAAAAIAKACmAQIAAwMAABAAAAAAAAAAAAB/AAAAAAAAAAAA/////x8AAABLVFh3cml0ZXIAQmFzaXMgVW5pdmVyc2FsIDIuNTAAAAQAAAB/fwAAV4tR9X9o8wIAAAAAAAAAAA==',
)

export const ktx2 = writeGlb(
  square('KHR_texture_basisu', {
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
    images: [{ mimeType: 'image/ktx2', bufferView: 1 }],
    accessors: [{ type: 'VEC3', componentType: 5126, count: 3, bufferView: 0 }],
    bufferViews: [
      { buffer: 0, byteLength: positions.byteLength },
      { buffer: 0, byteOffset: positions.byteLength, byteLength: texels.byteLength },
    ],
    buffers: [{ byteLength: positions.byteLength + texels.byteLength }],
  }),
  Uint8Array.from([...new Uint8Array(positions.buffer), ...texels]),
)
