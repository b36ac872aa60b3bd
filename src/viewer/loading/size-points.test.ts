import { BufferAttribute, BufferGeometry, Group, Points, PointsMaterial } from 'three'
import { expect, it } from 'vitest'
import { sizePoints } from './size-points.ts'

const cloud = (count: number) => {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(count * 3), 3))
  return new Points(geometry, new PointsMaterial({ sizeAttenuation: false }))
}

it('draws a few points large and a million fine, by how many there are in all', () => {
  const [few, half, many] = [cloud(24), cloud(5_000), cloud(1_000_000)]
  sizePoints(new Group().add(few))
  expect(few.material.size).toBe(6)
  sizePoints(new Group().add(half, new Group().add(cloud(5_000))))
  expect(half.material.size).toBeCloseTo(3)
  sizePoints(many)
  expect(many.material.size).toBe(1.5)
})
