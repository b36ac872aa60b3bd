import { describe, expect, it } from 'vitest'
import type { EngineParams } from '../../params.ts'
import { buildPictureFields } from '../../testing/picture-fields.fixture.ts'
import {
  animalPicture,
  coat,
  drawnAnimal,
  linedAnimal,
  overlappingLegs,
  shadedAnimal,
} from '../../testing/pictures.fixture.ts'

async function getLegs(picture: Uint8Array, params: Partial<EngineParams> = {}) {
  const { fields, nodeAt } = await buildPictureFields(picture, 256, { style: 'object', ...params })
  const { middle: middles, square } = fields.surface
  return (column: number, row = 200) => {
    const i = nodeAt(column, row)
    const middle = middles.data[i]
    const half = Math.sqrt(Math.max(0, square.data[i]))
    return { front: middle + half, back: half - middle, middle, half }
  }
}

describe('buildFields, legs', () => {
  it.each([0, 5])('places far legs behind near legs, with seed %i', async (seed) => {
    const leg = await getLegs(await shadedAnimal(), { model_seed: seed })
    const [front, back] = [leg(72), leg(110)]
    for (const near of [front, leg(192)]) expect(near.middle).toBeGreaterThan(near.half * 0.8)
    for (const far of [back, leg(154)]) expect(far.middle).toBeLessThan(-far.half * 0.8)
    // Each leg is as thick as wide, and they do not overlap in depth.
    for (const { half } of [front, back]) expect(half).toBeGreaterThan(5)
    expect(-front.back).toBeGreaterThan(back.front)
    expect(Math.abs(leg(132, 120).middle)).toBeLessThan(3)
  })

  it('finds far legs of which the near legs hide half', async () => {
    const leg = await getLegs(
      await animalPicture([
        { x: 88, colour: coat.shade },
        { x: 74, colour: coat.light },
        { x: 168, colour: coat.light },
        { x: 192, colour: coat.light },
      ]),
    )
    expect(leg(92).middle).toBeLessThan(-3)
    expect(leg(72).middle).toBeGreaterThan(3)
    expect(leg(192).middle).toBeCloseTo(leg(168).middle, 0)
  })

  it.each([
    ['a line hides', linedAnimal],
    ['the outlines of a drawing close', drawnAnimal],
  ])('finds far legs when %s their tops', async (_name, picture) => {
    const leg = await getLegs(await picture())
    for (const near of [72, 194]) expect(leg(near, 210).middle).toBeGreaterThan(3)
    for (const far of [110, 154]) expect(leg(far, 210).middle).toBeLessThan(-3)
  })

  it('finds far legs that only a line separates from the near ones', async () => {
    const leg = await getLegs(await overlappingLegs())
    for (const near of [74, 198]) expect(leg(near).middle).toBeGreaterThan(3)
    for (const far of [94, 178]) expect(leg(far).middle).toBeLessThan(-3)
  })

  it.each([
    ['all are alike', [72, 110, 154, 192], []],
    ['the light misses those on one side', [62, 84, 180, 202], [180, 202]],
    ['all are dark', [72, 110, 154, 192], [72, 110, 154, 192]],
  ])('keeps legs in one plane if %s', async (_name, columns, dark) => {
    const legs = columns.map((x) => ({ x, colour: dark.includes(x) ? coat.shade : coat.light }))
    const leg = await getLegs(await animalPicture(legs))
    for (const x of columns) expect(Math.abs(leg(x).middle)).toBeLessThan(2)
  })
})
