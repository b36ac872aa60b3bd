import type { Animation } from '@gltf-transform/core'
import { strFromU8, unzipSync } from 'fflate'
import { AnimationMixer, Matrix4, type Object3D, SkinnedMesh, Vector3 } from 'three'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { describe, expect, it } from 'vitest'
import { makeArm } from '../mesh/pose/arm.fixture.ts'
import { readGlbDocument, readParts } from '../mesh/read-glb-parts.ts'
import { convertGlb } from './convert.ts'
import { readMotion } from './usd-motion.ts'

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
  // Samples just before the end, because the animation restarts at the end.
  const [wave, lift] = tips(0.9999)
  expect(wave?.[0]).toBeCloseTo(-2, 2)
  expect(wave?.[1]).toBeCloseTo(2, 2)
  expect(lift?.[1]).toBeCloseTo(3, 2)
})

const readArm = async (change: (animation: Animation) => void = () => {}) => {
  const document = await readGlbDocument(await makeArm())
  const [skin] = document.getRoot().listSkins()
  const [shoulder, elbow] = skin!.listJoints()
  skin!.removeJoint(shoulder!).removeJoint(elbow!).addJoint(elbow!).addJoint(shoulder!)
  change(document.getRoot().listAnimations()[0]!)
  const sources = new Map()
  readParts(document, sources)
  return readMotion(document, sources)!
}

describe('readMotion', () => {
  it('lists parents before their children, below one root', async () => {
    const { joints, bindings } = await readArm()
    const paths = joints.map(({ path }) => path)
    expect(paths.filter((path) => !path.includes('/'))).toEqual(['Root'])
    for (const [place, path] of paths.entries()) {
      const parent = path.split('/').slice(0, -1).join('/')
      expect(parent === '' || paths.slice(0, place).includes(parent)).toBe(true)
    }
    const [arm] = bindings.values()
    expect(Array.from(arm!.joints.subarray(0, 1), (place) => joints[place]?.name)).toEqual([
      'Elbow',
    ])
    expect(joints[0]?.bind).toEqual(new Matrix4())
  })

  it('samples keys that are between two frames', async () => {
    const { frames, framesPerSecond } = await readArm((animation) => {
      for (const sampler of animation.listSamplers()) {
        sampler.getInput()?.setArray(new Float32Array([0.05, 0.731]))
      }
    })
    const times = frames.map(({ time }) => time / framesPerSecond)
    expect(times.some((seconds) => Math.abs(seconds - 0.05) < 1e-5)).toBe(true)
    expect(times.at(-1)).toBeCloseTo(0.731, 5)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})
