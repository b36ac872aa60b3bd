import { Color, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { lightSets } from './light-sets.ts'
import { lightAt } from '../plain/light-formula.ts'
import { LightTexture, StudioLight } from './light-texture.ts'
import { drawStudioLight } from './studio-light.ts'

const matt = (x: number, y: number, z: number) =>
  lightAt(1)(new Vector3(x, y, z).normalize(), new Color()).r

describe('drawStudioLight', () => {
  it('shows a matt surface that faces the initial camera in its own colour', () => {
    expect(matt(0.47, 0.34, 0.81)).toBeGreaterThan(0.9)
    expect(matt(0.47, 0.34, 0.81)).toBeLessThan(1.2)
  })

  it('is brightest from above and reaches every side', () => {
    expect(matt(0, 1, 0)).toBeGreaterThan(2.5 * matt(0, -1, 0))
    for (const side of [matt(1, 0, 0), matt(-1, 0, 0), matt(0, 0, 1), matt(0, 0, -1)]) {
      expect(side).toBeGreaterThan(0.7)
    }
  })

  it('contains mostly dark areas in a mirror, and lamps far brighter than paper', () => {
    const light = lightAt(0.02)
    const seen = Array.from({ length: 4_000 }, (_, index) => {
      const y = 1 - (2 * (index + 0.5)) / 4_000
      const turn = index * 2.399963
      const flat = Math.sqrt(1 - y * y)
      const direction = new Vector3(flat * Math.cos(turn), y, flat * Math.sin(turn))
      return light(direction, new Color()).r
    }).toSorted((a, b) => a - b)
    expect(seen[2_000]).toBeLessThan(0.4)
    expect(seen[3_900]).toBeGreaterThan(4)
  })

  it('leaves a glass dome transparent between its highlights', () => {
    const light = lightAt(0.25)
    const reflected = [20, 30, 40].map((degrees) => {
      // A viewer in front of the sphere sees light from twice the elevation of the surface's
      // normal.
      const turn = (2 * degrees * Math.PI) / 180
      return light(new Vector3(0, Math.sin(turn), Math.cos(turn)), new Color()).r
    })
    expect(Math.max(...reflected)).toBeLessThan(1)
  })

  it('keeps the total light of a lamp when it is blurred', () => {
    const steps = 100
    const averages = [0, 0.3, 0.6].map((roughness) => {
      const light = lightAt(roughness)
      const colour = new Color()
      let sum = 0
      for (let index = 0; index < steps * steps; index++) {
        const y = 1 - (2 * (index + 0.5)) / (steps * steps)
        const turn = index * 2.399963
        const flat = Math.sqrt(1 - y * y)
        const direction = new Vector3(flat * Math.cos(turn), y, flat * Math.sin(turn))
        sum += light(direction, colour).r
      }
      return sum / (steps * steps)
    })
    expect(averages[1]! / averages[0]!).toBeCloseTo(1, 1)
    expect(averages[2]! / averages[0]!).toBeCloseTo(1, 1)
  })

  it('has the mipmap levels that three.js expects', () => {
    const texture = new LightTexture(drawStudioLight())
    const faces = texture.image as unknown as { mipmaps: { width: number; data: Uint16Array }[] }[]
    expect(faces).toHaveLength(6)
    expect(faces[0]?.mipmaps.map(({ width }) => width)).toEqual([64, 32, 16, 8])
    expect(faces[3]?.mipmaps[1]?.data).toHaveLength(32 * 32 * 4)
    expect(texture.isPMREMTexture).toBe(true)
  })

  it('is the same if drawn later, and is drawn on the first call only', () => {
    const light = new StudioLight()
    type Faces = { mipmaps: { data: Uint16Array }[] }[]
    const levels = () => (light.image as unknown as Faces).map(({ mipmaps }) => mipmaps)
    expect(levels().flat()).toEqual([])
    light.draw()
    const drawn = levels()
    expect(drawn).toEqual(
      (new LightTexture(drawStudioLight()).image as unknown as Faces).map((face) => face.mipmaps),
    )
    light.draw()
    expect(levels()[0]).toBe(drawn[0])
  })

  it.each(Object.entries(lightSets))(
    'makes a model under %s neither black nor overexposed',
    (_, set) => {
      const paper = (x: number, y: number, z: number) =>
        lightAt(1, set)(new Vector3(x, y, z).normalize(), new Color())
      const seen = [paper(0.47, 0.34, 0.81), paper(-0.6, 0.3, 0.75), paper(0, 1, 0)]
      const mean = seen.reduce((sum, { r, g, b }) => sum + (r + g + b) / 9, 0)
      expect(mean).toBeGreaterThan(0.3)
      expect(mean).toBeLessThan(1.6)
    },
  )
})
