import { Mesh, type MeshStandardMaterial, type Object3D } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { describe, expect, it } from 'vitest'
import { writeGlb } from '#lib/gltf/glb.ts'
import { checkGlb } from '#model-files/inspect/check-glb.ts'
import { readPointers } from './animation-pointers.ts'
import { hideNodes } from './node-visibility.ts'
import { sampleKeys } from './sampler.ts'

/**
 * Returns a triangle with one animation channel for each pointer, with keys at 0 to `values.length
 * - 1` seconds.
 */
function pointing(
  pointers: readonly { pointer: string; type: string; values: number[][]; step?: true }[],
): Uint8Array<ArrayBuffer> {
  const numbers = [0, 0, 0, 1, 0, 0, 0, 1, 0]
  const views: object[] = []
  const accessors: object[] = []
  const list = (values: readonly number[], type: string, count: number) => {
    views.push({ buffer: 0, byteOffset: numbers.length * 4, byteLength: values.length * 4 })
    numbers.push(...values)
    return accessors.push({ bufferView: views.length - 1, componentType: 5126, type, count }) - 1
  }
  views.push({ buffer: 0, byteOffset: 0, byteLength: 36 })
  accessors.push({
    bufferView: 0,
    componentType: 5126,
    type: 'VEC3',
    count: 3,
    min: [0, 0, 0],
    max: [1, 1, 0],
  })
  const samplers = pointers.map(({ type, values, step }) => ({
    input: list(
      values.map((_, at) => at),
      'SCALAR',
      values.length,
    ),
    output: list(values.flat(), type, values.length),
    interpolation: step ? 'STEP' : 'LINEAR',
  }))
  const channels = pointers.map(({ pointer }, sampler) => ({
    sampler,
    target: { path: 'pointer', extensions: { KHR_animation_pointer: { pointer } } },
  }))
  const binary = new Uint8Array(new Float32Array(numbers).buffer)
  return writeGlb(
    {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_animation_pointer', 'KHR_node_visibility'],
      buffers: [{ byteLength: binary.byteLength }],
      bufferViews: views,
      accessors,
      materials: [{ pbrMetallicRoughness: { baseColorFactor: [1, 0, 0, 1] } }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
      nodes: [{ mesh: 0 }, { mesh: 0, extensions: { KHR_node_visibility: { visible: false } } }],
      scenes: [{ nodes: [0, 1] }],
      animations: [{ name: 'Glow', samplers, channels }],
    },
    binary,
  )
}

async function opened(glb: Uint8Array<ArrayBuffer>) {
  checkGlb(glb)
  const gltf = await new GLTFLoader().parseAsync(glb.slice().buffer, '')
  await hideNodes(gltf)
  const meshes: Mesh[] = []
  gltf.scene.traverse((object: Object3D) => {
    if (object instanceof Mesh) meshes.push(object as Mesh)
  })
  const [clip] = gltf.animations
  const { motions, passedOver } = await readPointers(gltf)
  return { meshes, clip: clip!, motion: motions.get(clip!), passedOver }
}

describe('KHR_animation_pointer', () => {
  it('animates colours, numbers and nodes, and restores the original values', async () => {
    const { meshes, clip, motion, passedOver } = await opened(
      pointing([
        {
          pointer: '/materials/0/pbrMetallicRoughness/baseColorFactor',
          type: 'VEC4',
          values: [
            [1, 0, 0, 1],
            [0, 0, 1, 0.5],
          ],
        },
        {
          pointer: '/materials/0/pbrMetallicRoughness/roughnessFactor',
          type: 'SCALAR',
          values: [[1], [0], [0]],
        },
        {
          pointer: '/nodes/0/translation',
          type: 'VEC3',
          values: [
            [0, 0, 0],
            [0, 4, 0],
          ],
        },
        { pointer: '/cameras/0/perspective/yfov', type: 'SCALAR', values: [[1], [2]] },
      ]),
    )
    const [mesh] = meshes
    const material = mesh!.material as MeshStandardMaterial
    expect(clip.duration).toBe(2)
    motion!.apply(0.5)
    expect(material.color.toArray()).toEqual([0.5, 0, 0.5])
    expect(material.opacity).toBe(0.75)
    expect(material.roughness).toBe(0.5)
    expect(mesh!.position.y).toBe(2)
    expect(passedOver).toEqual(['/cameras/0/perspective/yfov'])
    motion!.reset()
    expect(material.color.toArray()).toEqual([1, 0, 0])
    expect([material.opacity, material.roughness, mesh!.position.y]).toEqual([1, 1, 0])
  })

  it('animates the visibility of hidden nodes', async () => {
    const { meshes, motion } = await opened(
      pointing([
        {
          pointer: '/nodes/1/extensions/KHR_node_visibility/visible',
          type: 'SCALAR',
          values: [[0], [1]],
          step: true,
        },
      ]),
    )
    expect(meshes.map(({ visible }) => visible)).toEqual([true, false])
    motion!.apply(1)
    expect(meshes[1]!.visible).toBe(true)
    motion!.apply(0.9)
    expect(meshes[1]!.visible).toBe(false)
  })
})

it('readPointers interpolates splines through their values with the given slopes', () => {
  // The value rises from 0 to 1 in two seconds with a slope of zero at both ends, so it is one half
  // after one second.
  const keys = {
    times: [0, 2],
    values: [0, 0, 0, 0, 1, 0],
    size: 1,
    interpolation: 'CUBICSPLINE',
    isRotation: false,
  } as const
  expect(sampleKeys(keys, 0)).toEqual([0])
  expect(sampleKeys(keys, 1)[0]).toBeCloseTo(0.5)
  expect(sampleKeys(keys, 0.5)[0]).toBeCloseTo(0.15625)
  expect(sampleKeys(keys, 9)).toEqual([1])
})
