import { Mesh, type MeshMatcapMaterial, type MeshStandardMaterial, type Texture } from 'three'
import { expect, it, vi } from 'vitest'
import { disposeTree } from '../gpu/dispose.ts'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { loadGlb } from '../loading/load-glb.ts'
import { createPreviewMaterials } from '../stage/preview-materials.ts'
import { writeGlb } from '#lib/gltf/glb.ts'

const sizes = (texture: Texture | null | undefined) =>
  texture?.mipmaps?.map(({ width, height }) => [width, height])

async function picture(width: number, height: number): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.fillRect(0, 0, width / 2, height)
  return new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
}

/**
 * Returns a GLB with one triangle per pair of colour and normal picture, given by index in
 * `pictures`.
 */
function getGlb(pictures: readonly Uint8Array[], parts: readonly (readonly [number, number])[]) {
  const corners = new Uint8Array(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer)
  const uvs = new Uint8Array(new Float32Array([0, 0, 1, 0, 0, 1]).buffer)
  const pieces = [corners, uvs, ...pictures]
  let end = 0
  const bufferViews = pieces.map(({ byteLength }) => {
    const byteOffset = end
    end += Math.ceil(byteLength / 4) * 4
    return { buffer: 0, byteOffset, byteLength }
  })
  const root = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: parts.map((_, at) => at) }],
    nodes: parts.map((_, mesh) => ({ mesh })),
    meshes: parts.map((_, material) => ({
      primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material }],
    })),
    materials: parts.map(([colour, normal]) => ({
      pbrMetallicRoughness: { baseColorTexture: { index: colour } },
      normalTexture: { index: normal },
    })),
    textures: pictures.map((_, source) => ({ source })),
    images: pictures.map((_, at) => ({ bufferView: at + 2, mimeType: 'image/png' })),
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 3,
        type: 'VEC3',
        min: [0, 0, 0],
        max: [1, 1, 0],
      },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
    ],
    bufferViews,
    buffers: [{ byteLength: end }],
  }
  return writeGlb(root, ...pieces)
}

async function load(glb: Uint8Array<ArrayBuffer>) {
  const url = URL.createObjectURL(new Blob([glb]))
  try {
    return await loadGlb(url, new AbortController().signal)
  } finally {
    URL.revokeObjectURL(url)
  }
}

const getMeshes = ({ scene }: Awaited<ReturnType<typeof load>>) => {
  const meshes: Mesh[] = []
  scene.traverse((one) => one instanceof Mesh && meshes.push(one))
  return meshes
}
const own = (mesh: Mesh | undefined) => mesh?.material as MeshStandardMaterial
const worn = (mesh: Mesh | undefined) => (mesh?.material as MeshMatcapMaterial | undefined)?.map

it('loadGlb decodes each picture once and skips unreadable pictures', async () => {
  const broken = (await picture(64, 64)).slice(0, 60)
  const model = await load(getGlb([await picture(12, 4), broken], [[0, 1]]))
  const [mesh] = getMeshes(model)
  expect([own(mesh).map?.width, own(mesh).normalMap]).toEqual([12, null])
  expect(model.facts.problems).toEqual(['A texture cannot be read and is left out.'])
  disposeTree(model.scene)
})

it.skipIf(!isDrawnInSoftware())(
  'loadGlb uses the mipmaps of a colour texture for all meshes and frees them with the model',
  async () => {
    const here = vi.spyOn(globalThis, 'createImageBitmap')
    const model = await load(
      getGlb(
        [await picture(12, 4), await picture(8, 8)],
        [
          [0, 1],
          [0, 1],
        ],
      ),
    )
    expect(here).not.toHaveBeenCalled()
    here.mockRestore()
    const [first, second] = getMeshes(model).map(own)
    expect(sizes(first?.map)).toEqual([
      [12, 4],
      [6, 2],
      [3, 1],
      [1, 1],
    ])
    expect(second?.map?.mipmaps).toEqual(first?.map?.mipmaps)
    expect([first?.normalMap?.mipmaps, first?.normalMap?.generateMipmaps]).toEqual([[], true])
    disposeTree(model.scene)
    expect(sizes(first?.map)?.flat()).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  },
)

it.skipIf(!isDrawnInSoftware())(
  'createPreviewMaterials uses a smaller copy of a large picture',
  async () => {
    const pictures = [await picture(2048, 512), await picture(512, 512)]
    const model = await load(
      getGlb(pictures, [
        [0, 1],
        [1, 0],
      ]),
    )
    const [first, second] = getMeshes(model)
    const large = own(first).map
    const small = own(second).map
    const preview = createPreviewMaterials(model.scene)
    preview.apply()
    const shown = worn(first)
    expect([shown?.width, shown?.height, shown?.mipmaps]).toEqual([512, 128, []])
    expect(worn(second)).toBe(small)
    let isFreed = false
    shown?.addEventListener('dispose', () => (isFreed = true))
    preview.dispose()
    expect([isFreed, own(first).map]).toEqual([true, large])
    disposeTree(model.scene)
  },
)
