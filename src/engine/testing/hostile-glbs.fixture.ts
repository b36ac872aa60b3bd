import { writeGlb } from '#lib/gltf/glb.ts'

const asset = { version: '2.0' }
const scene = { asset, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }] }
const meshes = [{ primitives: [{ attributes: { POSITION: 0 } }] }]

/** Small GLB files with malformed parts, which the server must store and list. */
export const oddGlbs: Readonly<Record<string, () => Uint8Array>> = {
  'names with NUL': () =>
    writeGlb({ asset, images: [{ name: 'a\u0000b' }], extensionsUsed: ['EXT_\u0000'] }),
  'names with half a character': () =>
    writeGlb({ asset, images: [{ name: 'a\ud83d' }], extensionsUsed: ['\ude00_EXT'] }),
  'numbers instead of names': () =>
    writeGlb({ asset, images: [{ name: 5, mimeType: {} }], extensionsUsed: [42] }),
  'something else than lists': () =>
    writeGlb({ asset, scenes: 'a', nodes: 7, meshes: {}, images: 5, extensionsUsed: 42 }),
  'something else than objects': () =>
    writeGlb({ ...scene, nodes: [null], meshes: [3], accessors: [[]], images: [null, 'x'] }),
  'a count below nothing': () =>
    writeGlb({ ...scene, meshes, accessors: [{ componentType: 5126, type: 'VEC3', count: -5 }] }),
  'counts that are no numbers': () =>
    writeGlb({ ...scene, meshes, accessors: [{ componentType: 5126, type: 'VEC3', count: '7' }] }),
  'bounds without an end': () =>
    writeGlb(
      JSON.stringify({
        ...scene,
        meshes,
        accessors: [{ componentType: 5126, type: 'VEC3', count: 3, min: [0, 0, 0], max: 'HERE' }],
      }).replace('"HERE"', '[1e999,-1e999,1]'),
    ),
  'bounds that overflow': () =>
    writeGlb({
      ...scene,
      nodes: [{ mesh: 0, scale: [1e300, 1e300, 1e300] }],
      meshes,
      accessors: [
        { componentType: 5126, type: 'VEC3', count: 3, min: [-1e300, 0, 0], max: [1e300, 1, 1] },
      ],
    }),
  'a hundred thousand names of extensions': () =>
    writeGlb({ asset, extensionsUsed: Array.from({ length: 100_000 }, (_, k) => `EXT_${k}`) }),
}

const floats = { componentType: 5126, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 1] }
const zeros = { bufferView: 0, componentType: 5125 }

/** Small GLB files whose declared sizes amount to gigabytes. */
export const glbBombs: Readonly<Record<string, () => Uint8Array>> = {
  'points without bytes': () =>
    writeGlb({ ...scene, meshes, accessors: [{ ...floats, count: 3e8 }] }),
  'sparse points': () =>
    writeGlb(
      {
        ...scene,
        meshes,
        buffers: [{ byteLength: 16 }],
        bufferViews: [{ buffer: 0, byteLength: 16 }],
        accessors: [
          {
            ...floats,
            count: 3e8,
            sparse: { count: 1, indices: zeros, values: { bufferView: 0 } },
          },
        ],
      },
      new Uint8Array(16),
    ),
  'a mesh used thousands of times': () =>
    writeGlb({
      asset,
      scene: 0,
      scenes: [{ nodes: Array.from({ length: 3_000 }, (_, k) => k) }],
      nodes: Array.from({ length: 3_000 }, () => ({ mesh: 0 })),
      meshes,
      accessors: [{ ...floats, count: 300_000 }],
    }),
  'views that unpack to gigabytes': () =>
    writeGlb(
      {
        ...scene,
        meshes,
        extensionsUsed: ['EXT_meshopt_compression'],
        extensionsRequired: ['EXT_meshopt_compression'],
        buffers: [{ byteLength: 64 }, { byteLength: 3.6e9 }],
        bufferViews: [
          {
            buffer: 1,
            byteLength: 3.6e9,
            extensions: {
              EXT_meshopt_compression: {
                buffer: 0,
                byteLength: 64,
                byteStride: 12,
                count: 3e8,
                mode: 'ATTRIBUTES',
              },
            },
          },
        ],
        accessors: [{ ...floats, bufferView: 0, count: 3e8 }],
      },
      new Uint8Array(64),
    ),
  'thousands of lists of points': () =>
    writeGlb({
      ...scene,
      meshes,
      accessors: Array.from({ length: 2_000 }, () => ({ ...floats, count: 1e6 })),
    }),
}
