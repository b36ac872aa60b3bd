import { MeshBasicMaterial, MeshStandardMaterial } from 'three'
import { expect, it } from 'vitest'
import { applyPreview } from './material-preview.tsx'

const picture = { width: 1, height: 1 } as ImageBitmap

it('shows a new base colour texture of an unlit material', () => {
  const material = new MeshBasicMaterial()
  const restore = applyPreview(material, {}, { color: picture })
  expect(material.map?.image).toBe(picture)
  restore()
  expect(material.map).toBeNull()
})

it('shows an emissive texture of a material without glow in white, as the file does', () => {
  const material = new MeshStandardMaterial()
  const restore = applyPreview(material, {}, { emissive: picture })
  expect(material.emissive.getHexString()).toBe('ffffff')
  restore()
  expect(material.emissive.getHexString()).toBe('000000')
  expect(material.emissiveMap).toBeNull()
})
