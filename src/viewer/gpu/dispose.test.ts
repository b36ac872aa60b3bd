import {
  Bone,
  BoxGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Skeleton,
  SkinnedMesh,
  Texture,
} from 'three'
import { describe, expect, it, vi } from 'vitest'
import { disposeTree } from './dispose.ts'
import { estimateGpuBytes } from './resources.ts'

const bitmap = (width: number, height: number) => ({ width, height, close: vi.fn<() => void>() })

describe('disposeTree', () => {
  it('frees shared resources exactly once', () => {
    const picture = bitmap(4, 4)
    const texture = new Texture(picture as unknown as HTMLImageElement)
    // A picture that a file uses with two samplers becomes two textures.
    const sibling = texture.clone()
    const geometry = new BoxGeometry()
    const material = new MeshStandardMaterial({ map: texture, normalMap: sibling })
    const root = new Group().add(
      new Mesh(geometry, material),
      new Group().add(new Mesh(geometry, [material, material])),
    )
    const calls = [geometry, material, texture, sibling].map((one) => vi.spyOn(one, 'dispose'))
    disposeTree(root)
    for (const call of calls) expect(call).toHaveBeenCalledOnce()
    expect(picture.close).toHaveBeenCalledOnce()
  })

  it('frees points and skeletons', () => {
    const skinned = new SkinnedMesh(new BoxGeometry(), new MeshStandardMaterial())
    skinned.bind(new Skeleton([new Bone()]))
    const points = new Points(new BoxGeometry(), new PointsMaterial())
    const calls = [skinned.skeleton, points.geometry, points.material].map((one) =>
      vi.spyOn(one, 'dispose'),
    )
    disposeTree(new Group().add(skinned, points))
    for (const call of calls) expect(call).toHaveBeenCalledOnce()
  })

  it('accepts a texture without a picture', () => {
    const root = new Mesh(new BoxGeometry(), new MeshStandardMaterial({ map: new Texture() }))
    expect(() => disposeTree(root)).not.toThrow()
  })
})

describe('estimateGpuBytes', () => {
  it('adds up buffers and textures, and counts shared resources once', () => {
    const texture = new Texture(bitmap(100, 10) as unknown as HTMLImageElement)
    const geometry = new BoxGeometry()
    const material = new MeshStandardMaterial({ map: texture, emissiveMap: texture.clone() })
    const root = new Group().add(new Mesh(geometry, material), new Mesh(geometry, material))
    const buffers = 24 * (3 + 3 + 2) * 4 + 36 * 2
    expect(estimateGpuBytes(root)).toBe(buffers + 4 * 100 * 10 * 1.33)
  })
})
