import { describe, expect, it } from 'vitest'
import { createBox, moveBody } from '#model-files/mesh/solids.ts'
import { checkPrint } from '#model-files/print/checks/check-print.ts'
import { describeBed, describeChecks } from './describe-checks.ts'
import { estimateMaterial, getFit, printSetup } from './print-setup.ts'

const setup = printSetup.read()
const print = (heightMm: number, scale = 1) => ({
  scale,
  heightMm,
  sizeMm: [heightMm, heightMm, heightMm] as const,
})
const getRow = (title: string, rows: ReturnType<typeof describeChecks>) =>
  rows.find((row) => row.title === title)

describe('describeChecks', () => {
  const cube = checkPrint([createBox([0.02, 0.02, 0.02])], 45)

  it('suggests no change for a cube', () => {
    const rows = describeChecks(cube, { print: print(20), setup })
    expect(rows.map(({ tone }) => tone)).toEqual(['good', 'good', 'good', 'good'])
    expect(getRow('Walls', rows)?.value).toBe('20\u00a0mm')
    expect(getRow('Stands', rows)).toMatchObject({
      value: 'firmly',
      detail: 'Leans 45° before it tips over',
    })
  })

  it('measures walls at the size of the print, and offers the height at which the walls are thick enough', () => {
    const rows = describeChecks(cube, { print: print(0.5, 0.025), setup })
    expect(getRow('Walls', rows)).toMatchObject({
      tone: 'look',
      value: '0.5\u00a0mm',
      fix: { kind: 'height', heightMm: expect.closeTo(0.816, 2) },
    })
  })

  it('suggests turning a model with overhangs, and a flat base for an unstable model', () => {
    const top = moveBody(createBox([0.04, 0.005, 0.04]), [0.015, 0.0125, 0])
    const rows = describeChecks(checkPrint([createBox([0.01, 0.02, 0.01]), top], 45), {
      print: print(25),
      setup,
    })
    expect(getRow('Overhangs', rows)).toMatchObject({
      tone: 'look',
      fix: { step: { kind: 'turn' } },
    })
    expect(getRow('Stands', rows)).toMatchObject({
      tone: 'bad',
      value: 'falls over',
      detail: expect.stringContaining('trim'),
      fix: {
        label: 'Trim 0.3\u00a0mm',
        action: 'Cut 0.3\u00a0mm off the bottom',
        step: { kind: 'base', heightMm: 0.3 },
      },
    })
  })
})

it('describeChecks offers one height that fixes thin walls and fine details', () => {
  const thin = moveBody(createBox([0.02, 0.004, 0.0002]), [0, 0.022, 0])
  const rows = describeChecks(checkPrint([createBox([0.02, 0.02, 0.02]), thin], 45), {
    print: print(24),
    setup,
  })
  const [walls, details] = [getRow('Walls', rows), getRow('Fine details', rows)]
  expect([walls?.tone, details?.tone]).toEqual(['bad', 'look'])
  expect(walls?.fix?.kind).toBe('height')
  expect(details?.fix).toEqual(walls?.fix)
})

it('describeChecks offers no smaller print for a thin part that is too small to count as a wall', () => {
  const thin = moveBody(createBox([0.0005, 0.004, 0.0002]), [0, 0.022, 0])
  const rows = describeChecks(checkPrint([createBox([0.02, 0.02, 0.02]), thin], 45), {
    print: print(24),
    setup,
  })
  const { fix } = getRow('Fine details', rows) ?? {}
  expect(fix === undefined || (fix.kind === 'height' && fix.heightMm > 24)).toBe(true)
})

describe('describeBed', () => {
  it('offers the largest height that fits the chosen printer', () => {
    expect(describeBed(print(180), setup)).toMatchObject({ tone: 'good' })
    const mini = { ...setup, printer: 'bambu-a1-mini' }
    expect(describeBed(print(400), mini)).toMatchObject({
      tone: 'bad',
      fix: { kind: 'height', heightMm: 178 },
    })
  })

  it('does not pass a model whose file probably has another unit', () => {
    expect(describeBed(print(0.005), setup)).toMatchObject({
      tone: 'look',
      fix: { kind: 'height', heightMm: 100 },
    })
  })

  it('offers a height below a millimetre for a flat model', () => {
    const sign = { scale: 1, heightMm: 1.5, sizeMm: [500, 1.5, 500] as const }
    expect(describeBed(sign, setup).fix).toMatchObject({ heightMm: expect.closeTo(0.65, 1) })
    const { fix } = describeBed(sign, setup)
    const ratio = (fix?.kind === 'height' ? fix.heightMm : 1) / 1.5
    expect(getFit([500 * ratio, 1.5 * ratio, 500 * ratio], [220, 220, 250])).toBe(1)
  })

  it('allows a print that fits the bed only after a quarter turn', () => {
    expect(getFit([200, 10, 240], [250, 210, 210])).toBe(1)
    expect(getFit([200, 10, 300], [250, 210, 210])).toBeCloseTo(250 / 300)
    expect(getFit([10, 420, 10], [250, 210, 210])).toBe(0.5)
  })
})

describe('estimateMaterial', () => {
  it('counts walls as solid, and the inside by the infill', () => {
    // A cube of 100 mm has 72 cm³ of walls. The infill is 15 % of the other 928 cm³.
    const cube = { volume: 0.001, area: 0.06 }
    const { grams, cost } = estimateMaterial(cube, { setup, scale: 1 })
    expect(grams).toBeCloseTo((72 + 928 * 0.15) * 1.24, 5)
    expect(cost).toBeCloseTo((grams / 1000) * 20)
    expect(estimateMaterial(cube, { setup, scale: 0.5 }).grams).toBeCloseTo(
      (18 + 107 * 0.15) * 1.24,
      5,
    )
    const resin = { ...setup, material: 'resin' }
    expect(estimateMaterial(cube, { setup: resin, scale: 1 }).grams).toBeCloseTo(1120)
  })
})
