import {
  Mesh,
  type MeshMatcapMaterial,
  MeshStandardMaterial,
  PlaneGeometry,
  SRGBColorSpace,
  Texture,
} from 'three'
import { expect, it } from 'vitest'
import { addMipmaps } from './add-mipmaps.ts'
import { disposeTree } from './dispose.ts'
import { sketchOf } from './sketch.ts'
import { isDrawnInSoftware } from './software-gpu.ts'

const worn = ({ material }: Mesh) => (material as MeshMatcapMaterial).map
const sizes = (texture: Texture) => texture.mipmaps?.map(({ width, height }) => [width, height])

it.skipIf(!isDrawnInSoftware())(
  'gives coloured pictures their smaller copies, once for all that use one, and frees them',
  async () => {
    const picture = await createImageBitmap(new ImageData(12, 4))
    const colour = new Texture(picture)
    colour.colorSpace = SRGBColorSpace
    const normals = new Texture(picture)
    const own = colour.clone()
    const material = new MeshStandardMaterial({ map: colour, emissiveMap: own, normalMap: normals })
    const mesh = new Mesh(new PlaneGeometry(), material)
    await addMipmaps(mesh)
    expect(sizes(colour)).toEqual([
      [12, 4],
      [6, 2],
      [3, 1],
      [1, 1],
    ])
    expect(own.mipmaps).toEqual(colour.mipmaps)
    expect([normals.mipmaps, normals.generateMipmaps]).toEqual([[], true])
    disposeTree(mesh)
    expect(sizes(colour)?.flat()).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
  },
)

it.skipIf(!isDrawnInSoftware())('is sketched with a smaller copy of a large picture', async () => {
  const large = new Texture(await createImageBitmap(new ImageData(2048, 512)))
  const small = new Texture(await createImageBitmap(new ImageData(512, 512)))
  for (const texture of [large, small]) texture.colorSpace = SRGBColorSpace
  const first = new Mesh(new PlaneGeometry(), new MeshStandardMaterial({ map: large }))
  const second = new Mesh(new PlaneGeometry(), new MeshStandardMaterial({ map: small }))
  first.add(second)
  await addMipmaps(first)
  const sketch = sketchOf(first)
  sketch.putOn()
  const shown = worn(first)
  expect([shown?.width, shown?.height, shown?.mipmaps]).toEqual([1024, 256, []])
  expect(worn(second)).toBe(small)
  let isFreed = false
  shown?.addEventListener('dispose', () => (isFreed = true))
  sketch.dispose()
  expect([isFreed, worn(first)]).toEqual([true, large])
  disposeTree(first)
})
