import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three'
import { expect, it } from 'vitest'
import { showStrokes } from './strokes.ts'

const cloud = (count: number) => {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(count * 3), 3))
  return new Points(geometry, new PointsMaterial({ sizeAttenuation: false }))
}

const lines = (material: LineBasicMaterial) => new LineSegments(cloud(2).geometry, material)

it('showStrokes draws few points larger than many points', () => {
  const [few, half, many] = [cloud(24), cloud(5_000), cloud(1_000_000)]
  showStrokes(new Group().add(few))
  expect(few.material.size).toBe(6)
  showStrokes(new Group().add(half, new Group().add(cloud(5_000))))
  expect(half.material.size).toBeCloseTo(3)
  showStrokes(many)
  expect(many.material.size).toBe(1.5)
})

it('showStrokes draws default materials grey and keeps colours of the file', () => {
  const none = lines(new LineBasicMaterial())
  const chalk = lines(new LineBasicMaterial({ name: 'Chalk' }))
  const own = lines(new LineBasicMaterial({ vertexColors: true }))
  showStrokes(new Group().add(none, chalk, own))
  expect(none.material.color.getHex()).toBe(0x80_80_80)
  for (const { material } of [chalk, own]) expect(material.color.getHex()).toBe(0xff_ff_ff)
})
