import { BufferGeometry, Mesh, MeshPhysicalMaterial, MeshStandardMaterial, Texture } from 'three'
import { afterAll, describe, expect, it } from 'vitest'
import { createInspectMaterial } from './inspect-material.ts'
import type { InspectedMode } from './modes/display-modes.ts'

const { material, showOn } = createInspectMaterial()
afterAll(() => material.dispose())

function look(mode: InspectedMode, original: MeshStandardMaterial) {
  showOn(new Mesh(new BufferGeometry(), original), original, mode)
  const { isMissing, source, pick, factor } = material.uniforms
  return {
    isMissing: isMissing?.value as boolean,
    source: source?.value as Texture | null,
    pick: pick?.value.toArray() as number[],
    factor: factor?.value.toArray().slice(0, 3) as number[],
  }
}

const values: [InspectedMode, ConstructorParameters<typeof MeshPhysicalMaterial>[0], number[]][] = [
  ['clearcoat', { clearcoat: 0.5 }, [0.5, 0, 0, 0]],
  ['clearcoatRoughness', { clearcoat: 1, clearcoatRoughness: 0.25 }, [0, 0.25, 0, 0]],
  ['sheenRoughness', { sheen: 1, sheenRoughness: 0.75 }, [0, 0, 0, 0.75]],
  ['transmission', { transmission: 0.5 }, [0.5, 0, 0, 0]],
  ['iridescence', { iridescence: 0.5 }, [0.5, 0, 0, 0]],
  ['anisotropy', { anisotropy: 0.5 }, [0, 0, 0.5, 0]],
  ['specular', { specularIntensity: 0.5 }, [0, 0, 0, 0.5]],
]

describe('createInspectMaterial, extension channels', () => {
  it.each(values)('shows the channel %s', (mode, given, pick) => {
    const seen = look(mode, new MeshPhysicalMaterial(given))
    expect(seen).toMatchObject({ isMissing: false, source: null, pick })
    expect(look(mode, new MeshStandardMaterial()).isMissing).toBe(true)
  })

  it('shows colours and pictures', () => {
    const picture = new Texture()
    const sheen = { sheen: 1, sheenColor: 0xff0000, sheenColorMap: picture }
    expect(look('sheenColor', new MeshPhysicalMaterial(sheen))).toMatchObject({
      isMissing: false,
      source: picture,
      factor: [1, 0, 0],
    })
    expect(look('sheenColor', new MeshPhysicalMaterial()).isMissing).toBe(true)
    const bumpy = new MeshStandardMaterial({ normalMap: picture })
    expect(look('normalTexture', bumpy)).toMatchObject({ isMissing: false, source: picture })
    expect(look('normalTexture', new MeshStandardMaterial()).isMissing).toBe(true)
  })
})
