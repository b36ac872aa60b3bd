import { Bone, Box3, Group, Mesh, PointLight, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { emptyReport } from './import-report.ts'
import { drawSkeleton, hasShape, leaveOutLights } from './tidy-scene.ts'

describe('tidy-scene', () => {
  it('removes lights, keeps their children, and reports the removal', () => {
    const light = new PointLight()
    light.position.set(1, 2, 3)
    const mesh = new Mesh()
    light.add(mesh)
    const root = new Group().add(light)
    const report = emptyReport()
    leaveOutLights(root, report)
    expect(report.losses).toEqual(['Left out: 1 light.'])
    expect(root.children).toEqual([mesh])
    expect(mesh.getWorldPosition(new Vector3()).toArray()).toEqual([1, 2, 3])
  })

  it('gives each bone of a scene without meshes a visible body that moves with the bone', () => {
    const [hip, knee, foot] = [new Bone(), new Bone(), new Bone()]
    hip.add(knee.add(foot))
    knee.position.set(0, -2, 0)
    foot.position.set(1, 0, 0)
    const root = new Group().add(hip)
    expect(hasShape(root)).toBe(false)
    expect(drawSkeleton(root)).toBe(true)
    expect(hasShape(root)).toBe(true)
    const findSize = () => new Box3().setFromObject(root).getSize(new Vector3())
    expect(findSize().y).toBeGreaterThanOrEqual(2)
    knee.position.set(0, -4, 0)
    expect(drawSkeleton(new Group())).toBe(false)
  })
})
