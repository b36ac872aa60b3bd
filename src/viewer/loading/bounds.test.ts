import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
} from 'three'
import { describe, expect, it } from 'vitest'
import { measureBounds } from './bounds.ts'

const pointAt = (...xyz: number[]) =>
  new Mesh(
    new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(xyz), 3)),
  )

describe('measureBounds', () => {
  it('applies every rotation and scale to the vertices', () => {
    const box = new Mesh(new BoxGeometry(2, 2, 2))
    box.rotation.z = Math.PI / 4
    const root = new Group().add(box)
    root.position.set(10, 0, 0)
    root.scale.setScalar(2)
    const bounds = measureBounds(root)!
    expect(bounds.centre.x).toBeCloseTo(10)
    expect(bounds.box.max.x).toBeCloseTo(10 + 2 * Math.SQRT2)
    expect(bounds.radius).toBeCloseTo(2 * Math.sqrt(3))
  })

  it('returns a sphere smaller than the sphere through the corners of the box', () => {
    const bounds = measureBounds(pointAt(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0))!
    expect(bounds.radius).toBeCloseTo(1)
  })

  it('includes every instance of a mesh', () => {
    const cubes = new InstancedMesh(new BoxGeometry(1, 1, 1), undefined, 3)
    for (let at = 0; at < 3; at++)
      cubes.setMatrixAt(at, new Matrix4().makeTranslation(at * 10, 0, 0))
    const { box } = measureBounds(cubes)!
    expect([box.min.x, box.max.x]).toEqual([-0.5, 20.5])
  })

  it('returns a radius above zero for a single point', () => {
    expect(measureBounds(pointAt(5, 5, 5))?.radius).toBe(1)
  })

  it('returns undefined for an empty object or infinite numbers', () => {
    expect(measureBounds(new Group())).toBeUndefined()
    expect(measureBounds(pointAt(0, Number.NaN, 0, 1, 1, 1))).toBeUndefined()
    expect(measureBounds(pointAt(0, Number.POSITIVE_INFINITY, 0))).toBeUndefined()
  })
})
