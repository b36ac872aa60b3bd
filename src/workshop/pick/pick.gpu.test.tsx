import {
  BufferGeometry,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  Raycaster,
  Vector3,
} from 'three'
import { describe, expect, it, vi } from 'vitest'
import { disposeTree } from '#viewer/gpu/dispose.ts'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { loadGlb } from '#viewer/loading/load-glb.ts'
import { getFaceNormal } from './face-normal.ts'
import { indexForPicking, pickNearest } from './pick.ts'

describe('pickNearest', () => {
  it('returns the same point as three.js without testing every triangle', async () => {
    const url = URL.createObjectURL(new Blob([await makeGlb({ cells: 120 })]))
    const { scene } = await loadGlb(url, new AbortController().signal)
    scene.rotation.y = 0.4
    scene.position.set(0.1, 2, 0)
    scene.updateMatrixWorld(true)
    await indexForPicking(scene, new AbortController().signal)
    const mesh = scene.getObjectByProperty('isMesh', true)!
    const slow = vi.spyOn(mesh, 'raycast')
    const raycaster = new Raycaster()
    for (const [x, y, z] of [
      [0.2, 2.3, 3],
      [-0.1, 1.7, 3],
      [0.2, 2.3, -3],
      [5, 2, 3],
    ] as const) {
      raycaster.set(new Vector3(x, y, z), new Vector3(0, 0, -Math.sign(z)))
      const found = pickNearest(scene, raycaster)
      expect(slow).not.toHaveBeenCalled()
      const [wanted] = raycaster.intersectObject(scene, true)
      slow.mockClear()
      expect(found === undefined).toBe(wanted === undefined)
      if (!found || !wanted) continue
      expect(found.point.distanceTo(wanted.point)).toBeLessThan(1e-6)
      expect(new Set([found.face!.a, found.face!.b, found.face!.c])).toEqual(
        new Set([wanted.face!.a, wanted.face!.b, wanted.face!.c]),
      )
      const normal = wanted.face!.normal.clone().transformDirection(mesh.matrixWorld)
      expect(getFaceNormal(found)!.distanceTo(normal)).toBeLessThan(1e-4)
    }
    disposeTree(scene)
  })
})

const makeSlope = () =>
  new BufferGeometry().setFromPoints([
    new Vector3(-1, 0, 0),
    new Vector3(1, 0, 0),
    new Vector3(0, 1, -1),
  ])
const pick = (mesh: Mesh) => {
  mesh.updateMatrixWorld(true)
  const raycaster = new Raycaster(new Vector3(0, 0.5, 9), new Vector3(0, 0, -1))
  return getFaceNormal(pickNearest(mesh, raycaster)!)!
}

describe('getFaceNormal', () => {
  it('is perpendicular to a face of a node with unequal scale', () => {
    const mesh = new Mesh(makeSlope(), new MeshBasicMaterial({ side: 2 }))
    mesh.scale.set(1, 1, 3)
    expect(pick(mesh).distanceTo(new Vector3(0, 3, 1).normalize())).toBeLessThan(1e-6)
    mesh.scale.set(-1, 1, 3)
    expect(pick(mesh).distanceTo(new Vector3(0, 3, 1).normalize())).toBeLessThan(1e-6)
  })

  it('includes the matrix of an instance', () => {
    const mesh = new InstancedMesh(makeSlope(), new MeshBasicMaterial({ side: 2 }), 1)
    mesh.setMatrixAt(0, new Matrix4().makeScale(1, 1, 3))
    expect(pick(mesh).distanceTo(new Vector3(0, 3, 1).normalize())).toBeLessThan(1e-6)
  })
})
