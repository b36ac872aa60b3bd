import { AnimationMixer, Mesh, Vector3 } from 'three'
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js'
import { describe, expect, it } from 'vitest'
import { makeReport } from '../../inspect/make-report.ts'
import { measureExtent } from '../extent.ts'
import { readGlbParts } from '../read-glb-parts.ts'
import { makeArm } from './arm.fixture.ts'
import type { ModelPose } from './model-pose.ts'

async function showPoints(glb: Uint8Array, { clip, seconds = 0, morphs = [] }: ModelPose) {
  const { scene, animations } = await new GLTFLoader().parseAsync(glb.slice().buffer, '')
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    for (const { name, amount } of morphs) {
      const at = object.morphTargetDictionary?.[name]
      if (at !== undefined && object.morphTargetInfluences)
        object.morphTargetInfluences[at] = amount
    }
  })
  if (clip !== undefined) {
    const mixer = new AnimationMixer(scene)
    mixer.clipAction(animations[clip]!).play()
    mixer.setTime(seconds)
  }
  scene.updateMatrixWorld(true)
  const points: number[][] = []
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    for (let at = 0; at < object.geometry.getAttribute('position').count; at++) {
      const point = object.getVertexPosition(at, new Vector3()).applyMatrix4(object.matrixWorld)
      points.push(point.toArray())
    }
  })
  return points.map(round).toSorted()
}

const round = (point: readonly number[]) =>
  point.map((value) => (Math.round(value * 1e4) / 1e4 + 0).toFixed(4)).join(' ')

const readPoints = async (glb: Uint8Array, pose: ModelPose) =>
  (await readGlbParts(glb, pose)).parts
    .flatMap(({ positions }) =>
      Array.from({ length: positions.length / 3 }, (_, at) =>
        round([...positions.subarray(at * 3, at * 3 + 3)]),
      ),
    )
    .toSorted()

const poses: ModelPose[] = [
  {},
  { morphs: [{ name: 'smile', amount: 1 }] },
  { clip: 0, seconds: 0 },
  { clip: 0, seconds: 0.7 },
  { clip: 0, seconds: 0.3, morphs: [{ name: 'smile', amount: 1 }] },
]

describe('readGlbParts with a pose', () => {
  it.each(poses)('returns the vertices that three.js shows in %j', async (pose) => {
    const glb = await makeArm()
    expect(await readPoints(glb, pose)).toEqual(await showPoints(glb, pose))
  })

  it('moves skinned points by their joints, not by the node of the mesh', async () => {
    const { parts } = await readGlbParts(await makeArm())
    // The joints are under a node with scale 2, so the arm of two metres is four metres high.
    expect(measureExtent(parts.slice(0, 1)).high).toEqual([expect.closeTo(0.2), 4, 0])
  })

  it('ignores a clip that does not exist', async () => {
    const glb = await makeArm()
    expect(await readPoints(glb, { clip: 7, seconds: 1 })).toEqual(await readPoints(glb, {}))
  })
})

describe('makeReport', () => {
  it('measures the surface in the given pose', async () => {
    const glb = await makeArm()
    const report = await makeReport(new Uint8Array(glb), {
      pose: { morphs: [{ name: 'smile', amount: 1 }] },
    })
    const rest = await makeReport(new Uint8Array(glb))
    expect(report.topology.area).toBeGreaterThan(rest.topology.area * 1.05)
  })
})
