import { Raycaster, Vector3 } from 'three'
import { describe, expect, it, vi } from 'vitest'
import { disposeTree } from '#viewer/gpu/dispose.ts'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { loadGlb } from '#viewer/loading/load-glb.ts'
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
    }
    disposeTree(scene)
  })
})
