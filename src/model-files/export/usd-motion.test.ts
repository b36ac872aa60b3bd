import { strFromU8, unzipSync } from 'fflate'
import { AnimationMixer, type Object3D, SkinnedMesh, Vector3 } from 'three'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { expect, it } from 'vitest'
import { makeArm } from '../mesh/pose/arm.fixture.ts'
import { convertGlb } from './convert.ts'

const skinnedIn = (root: Object3D): SkinnedMesh[] => {
  const found: SkinnedMesh[] = []
  root.traverse((object) => {
    if (object instanceof SkinnedMesh) found.push(object)
  })
  return found
}

it('writeUsdz writes bones and moving parts that another reader can animate', async () => {
  const pictures = {
    decode: () => Promise.reject(new Error('No picture.')),
    toPng: () => Promise.reject(new Error('No picture.')),
  }
  const { bytes } = await convertGlb(await makeArm(), { format: 'usdz', name: 'arm' }, { pictures })
  const read = new USDLoader().parse(strFromU8(unzipSync(bytes)['model.usda']!))
  const [clip] = read.animations
  expect(clip?.duration).toBeCloseTo(1, 4)
  const mixer = new AnimationMixer(read)
  mixer.clipAction(clip!).play()
  const tips = (seconds: number) => {
    mixer.setTime(seconds)
    read.updateMatrixWorld(true)
    return skinnedIn(read).map((mesh) => {
      mesh.skeleton.update()
      const tip = mesh.getVertexPosition(2, new Vector3())
      return mesh
        .localToWorld(tip)
        .toArray()
        .map((value) => Number(value.toFixed(3)) + 0)
    })
  }
  expect(tips(0)).toEqual([
    [0, 4, 0],
    [3, 2, 0],
  ])
  // The animation restarts at its end, so sample just before.
  const [wave, lift] = tips(0.9999)
  expect(wave?.[0]).toBeCloseTo(-2, 2)
  expect(wave?.[1]).toBeCloseTo(2, 2)
  expect(lift?.[1]).toBeCloseTo(3, 2)
})
