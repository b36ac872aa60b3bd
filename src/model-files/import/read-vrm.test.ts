import { describe, expect, it } from 'vitest'
import { readGlbChunks, writeGlb } from '#lib/gltf/glb.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { importFiles } from './import-files.ts'

const positions = new Uint8Array(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 2, 1).buffer)

function makeVrm(extensions: object) {
  const targets = [{ POSITION: 0 }, { POSITION: 0 }, { POSITION: 0 }]
  const primitive = {
    attributes: { POSITION: 0 },
    targets,
    extras: { targetNames: ['a', 'b', 'c'] },
  }
  return writeGlb(
    {
      asset: { version: '2.0' },
      extensionsUsed: Object.keys(extensions),
      extensions,
      buffers: [{ byteLength: positions.length }],
      bufferViews: [{ buffer: 0, byteLength: positions.length }],
      accessors: [
        {
          bufferView: 0,
          componentType: 5126,
          count: 3,
          type: 'VEC3',
          min: [0, 0, 0],
          max: [1, 2, 1],
        },
      ],
      meshes: [{ primitives: [primitive] }],
      nodes: [{ mesh: 0, name: 'Face' }],
      scenes: [{ nodes: [0] }],
      scene: 0,
    },
    positions,
  )
}

async function open(extensions: object) {
  const { glb, report } = await importFiles([{ name: 'a.vrm', bytes: makeVrm(extensions) }])
  checkGlb(glb)
  const { json } = readGlbChunks(glb)
  return { json, losses: report.losses }
}

const bind = (index: number) => ({ node: 0, index, weight: 1 })

describe('readVrm', () => {
  it('names morph targets after the expressions of a VRM 1 avatar', async () => {
    const { json, losses } = await open({
      VRMC_vrm: {
        meta: { authors: ['Ann'], licenseUrl: 'https://vrm.dev/licenses/1.0/' },
        expressions: {
          preset: { happy: { morphTargetBinds: [bind(1)] } },
          custom: { wink: { morphTargetBinds: [bind(1), bind(2)] } },
        },
      },
    })
    expect(json['meshes']).toMatchObject([
      { extras: { targetNames: ['a', 'happy, wink', 'wink'] } },
    ])
    expect(json['scenes']).toEqual([{ nodes: [0] }])
    expect(losses.at(-1)).toBe('This avatar is by Ann, licence https://vrm.dev/licenses/1.0/.')
  })

  it('rotates VRM 0 avatars so that they face the front', async () => {
    const { json } = await open({
      VRM: {
        blendShapeMaster: {
          blendShapeGroups: [{ name: 'Joy', binds: [{ mesh: 0, index: 0, weight: 100 }] }],
        },
      },
    })
    expect(json['meshes']).toMatchObject([{ extras: { targetNames: ['Joy', 'b', 'c'] } }])
    expect(json['scenes']).toEqual([{ nodes: [1] }])
    expect(json['nodes']).toMatchObject([{}, { rotation: [0, 1, 0, 0], children: [0] }])
  })

  it('reports only content that the avatar has, with the number of expressions', async () => {
    const expression = { morphTargetBinds: [bind(1)] }
    const plain = await open({ VRMC_vrm: { expressions: { preset: { happy: expression } } } })
    expect(plain.losses).toEqual([])
    const coloured = { ...expression, textureTransformBinds: [{ material: 0 }] }
    const rich = await open({
      VRMC_vrm: { expressions: { preset: { happy: coloured, sad: coloured, neutral: {} } } },
      VRMC_springBone: { springs: [{ joints: [] }] },
    })
    expect(rich.losses).toEqual([
      'Left out: the physics of its hair and clothes.',
      'Left out: colours and textures of 2 expressions.',
    ])
    const old = await open({
      VRM: {
        materialProperties: [{ shader: 'VRM/MToon' }],
        secondaryAnimation: { boneGroups: [] },
        blendShapeMaster: { blendShapeGroups: [{ name: 'Joy', materialValues: [{}] }] },
      },
    })
    expect(old.losses).toEqual([
      'Left out: this avatar’s cartoon shading.',
      'Left out: colours and textures of 1 expression.',
    ])
  })
})
