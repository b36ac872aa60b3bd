import { Document, WebIO } from '@gltf-transform/core'
import { strFromU8, unzipSync } from 'fflate'
import { AnimationMixer, type Object3D, SkinnedMesh, Vector3 } from 'three'
import { USDLoader } from 'three/addons/loaders/USDLoader.js'
import { expect, it } from 'vitest'
import { convertGlb } from './convert.ts'

const quarter = Math.SQRT1_2

/**
 * Returns a GLB with an arm of two upward bones of one metre under a node with scale 2, beside a
 * box. Within one second the elbow bends to the left, and the box rises by a metre.
 */
async function arm(): Promise<Uint8Array> {
  const document = new Document()
  const buffer = document.createBuffer()
  const list = (type: 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4', array: Float32Array | Uint16Array) =>
    document
      .createAccessor()
      .setType(type)
      .setArray(array as Float32Array<ArrayBuffer>)
      .setBuffer(buffer)
  const corners = [0, 0, 0, 0.1, 1, 0, 0, 2, 0]
  const primitive = () =>
    document.createPrimitive().setAttribute('POSITION', list('VEC3', new Float32Array(corners)))
  const elbow = document.createNode('Elbow').setTranslation([0, 1, 0])
  const shoulder = document.createNode('Shoulder').addChild(elbow)
  const inverses = new Float32Array(32)
  for (const at of [0, 5, 10, 15, 16, 21, 26, 31]) inverses[at] = 1
  inverses[16 + 13] = -1
  const skin = document
    .createSkin()
    .addJoint(shoulder)
    .addJoint(elbow)
    .setInverseBindMatrices(list('MAT4', inverses))
  const joints = new Uint16Array([0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  const weights = new Float32Array([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
  const bent = primitive()
    .setAttribute('JOINTS_0', list('VEC4', joints))
    .setAttribute('WEIGHTS_0', list('VEC4', weights))
  const mesh = document.createNode('Arm').setMesh(document.createMesh().addPrimitive(bent))
  const box = document
    .createNode('Box')
    .setTranslation([3, 0, 0])
    .setMesh(document.createMesh().addPrimitive(primitive()))
  const rig = document.createNode('Rig').setScale([2, 2, 2]).addChild(shoulder)
  document.createScene().addChild(rig).addChild(mesh.setSkin(skin)).addChild(box)
  const times = list('SCALAR', new Float32Array([0, 1]))
  const turns = list('VEC4', new Float32Array([0, 0, 0, 1, 0, 0, quarter, quarter]))
  const moves = list('VEC3', new Float32Array([3, 0, 0, 3, 1, 0]))
  const animation = document.createAnimation('Wave')
  for (const [node, path, output] of [
    [elbow, 'rotation', turns],
    [box, 'translation', moves],
  ] as const) {
    const sampler = document.createAnimationSampler().setInput(times).setOutput(output)
    animation
      .addSampler(sampler)
      .addChannel(
        document
          .createAnimationChannel()
          .setTargetNode(node)
          .setTargetPath(path)
          .setSampler(sampler),
      )
  }
  return new WebIO().writeBinary(document)
}

const skinnedIn = (root: Object3D): SkinnedMesh[] => {
  const found: SkinnedMesh[] = []
  root.traverse((object) => {
    if (object instanceof SkinnedMesh) found.push(object)
  })
  return found
}

it('writeUsdz writes bones and moving parts that another reader animates', async () => {
  const pictures = {
    decode: () => Promise.reject(new Error('No picture.')),
    toPng: () => Promise.reject(new Error('No picture.')),
  }
  const { bytes } = await convertGlb(await arm(), { format: 'usdz', name: 'arm' }, { pictures })
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
  // Samples just before the end, because the animation restarts there.
  const [wave, lift] = tips(0.9999)
  expect(wave?.[0]).toBeCloseTo(-2, 2)
  expect(wave?.[1]).toBeCloseTo(2, 2)
  expect(lift?.[1]).toBeCloseTo(3, 2)
})
