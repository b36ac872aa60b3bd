import { Mesh, MeshStandardMaterial, PlaneGeometry, SRGBColorSpace, Texture } from 'three'
import { expect, it } from 'vitest'
import { addMipmaps } from './add-mipmaps.ts'
import { disposeTree } from './dispose.ts'
import { isDrawnInSoftware } from './software-gpu.ts'

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
