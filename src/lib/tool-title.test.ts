import { expect, it } from 'vitest'
import { toolTitle } from './tool-title.ts'

it.each([
  ['make_3d_model', 'Make 3d model'],
  ['files__read_file', 'Read file'],
  ['get-order', 'Get order'],
  ['search', 'Search'],
  ['__', '__'],
])('toolTitle converts "%s" to "%s"', (name, title) => {
  expect(toolTitle(name)).toBe(title)
})
