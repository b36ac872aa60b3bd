import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { buildPictureFields } from '../testing/picture-fields.fixture.ts'

const can = (drawing: string) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="200">
      <defs><linearGradient id="tin"><stop offset="0" stop-color="#7a4a20"/>
        <stop offset=".5" stop-color="#e8b27a"/><stop offset="1" stop-color="#7a4a20"/></linearGradient></defs>
      <rect x="30" y="20" width="100" height="160" rx="20" fill="url(#tin)"/>${drawing}</svg>`),
  )
    .png()
    .toBuffer()

const spot = (x: number) => `<circle cx="${x}" cy="80" r="5" fill="#1c1410"/>`

const bust = (bottom: number, drawing = '') =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="160" height="200">
      <ellipse cx="66" cy="66" rx="40" ry="46" fill="#5a3a22"/><ellipse cx="54" cy="72" rx="20" ry="28" fill="#e0b090"/>
      <path d="M50 105h30l60 35v${bottom - 140}H20z" fill="#8a2030"/>${drawing}</svg>`),
  )
    .png()
    .toBuffer()

const eye = (x: number) => `<circle cx="${x}" cy="72" r="3" fill="#1c1410"/>`

describe('buildFields', () => {
  it.each([
    ['turned', 'a can', ''],
    ['turned', 'a can with a label', '<rect x="55" y="70" width="50" height="40" fill="#b3541e"/>'],
    ['turned', 'a can with one spot', spot(60)],
    ['object', 'a can with two eyes', spot(60) + spot(100)],
  ])('chooses %s for %s', async (style, _name, drawing) => {
    const { fields } = await buildPictureFields(await can(drawing), 160)
    expect(fields.style).toBe(style)
  })

  it('does not repeat a face on the back', async () => {
    const { fields } = await buildPictureFields(await can(spot(60) + spot(100)), 160)
    expect(fields.isFrontal).toBe(true)
  })

  it('does not paint a second face on the back of a bust in three-quarter view', async () => {
    const [cut, whole] = await Promise.all([
      buildPictureFields(await bust(200), 160),
      buildPictureFields(await bust(180), 160),
    ])
    expect(cut.fields.isFrontal).toBe(true)
    expect(whole.fields.isFrontal).toBe(false)
  })

  it.each([
    ['no', 'looks aside with two eyes', eye(46) + eye(60), true],
    ['a', 'shows one eye', eye(46), false],
    ['a', 'has three spots', eye(42) + eye(53) + eye(64), false],
  ])(
    'paints %s second face on the back of a bust that %s',
    async (_a, _name, drawing, isFrontal) => {
      const { fields } = await buildPictureFields(await bust(180, drawing), 160)
      expect(fields.isFrontal).toBe(isFrontal)
    },
  )

  it('keeps the eyes of a head in three-quarter view on the front', async () => {
    const picture = await bust(180, eye(46) + eye(60))
    const { fields, nodeAt } = await buildPictureFields(picture, 160)
    for (const x of [46, 60]) expect(fields.features.data[nodeAt(x, 72)]).toBeGreaterThan(0.5)
  })
})
