import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { DecodedPicture } from '../decode.ts'
import { createRandom } from '../random.ts'
import { maskOverlap } from '../testing/mask-overlap.fixture.ts'
import { backdropAlpha, backdropPrior } from './backdrop-mask.ts'
import { findBackdrop } from './backdrop.ts'
import { labPicture } from './lab-picture.ts'

const side = 240
const middle = side / 2
const lit =
  '<defs><radialGradient id="lamp"><stop stop-color="#f2f1ee"/><stop offset="1" stop-color="#dddcd8"/></radialGradient></defs><rect width="240" height="240" fill="url(#lamp)"/>'

async function draw(content: string, backdrop: string): Promise<DecodedPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${backdrop}${content}</svg>`
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  const random = createRandom(1)
  for (let i = 0; i < rgba.length; i++) {
    if (i % 4 < 3) rgba[i] = Math.min(255, Math.max(0, rgba[i] + Math.round(4 * random() - 2)))
  }
  return { width: side, height: side, rgba, scale: 1 }
}

async function overlap(content: string, covers = content, backdrop = lit): Promise<number> {
  const picture = await draw(content, backdrop)
  const truth = (await draw(covers, '<rect width="240" height="240" fill="#fff"/>')).rgba
  const small = await labPicture(picture, 80, 16)
  const found = findBackdrop(small)
  if (!found) throw new Error('The backdrop was not found.')
  const prior = backdropPrior(small, found)
  const alpha = backdropAlpha(await labPicture(picture, side, 16), prior, found).data
  return maskOverlap(alpha, (i) => truth[i * 4 + 1] < 128)
}

const ray = (angle: number, from: number, to: number) => {
  const [x, y] = [Math.cos(angle), Math.sin(angle)]
  return `M${middle + from * x} ${middle + from * y}L${middle + to * x} ${middle + to * y}`
}

const wheel = (colour: string) =>
  `<g stroke="${colour}" fill="none"><circle cx="120" cy="120" r="95" stroke-width="9"/><path stroke-width="2" d="${Array.from({ length: 14 }, (_, k) => ray((k / 14) * 2 * Math.PI, 0, 95)).join('')}"/></g>`

const hair = (colour: string) =>
  `<circle cx="120" cy="120" r="60" fill="${colour}"/><path fill="none" stroke="${colour}" stroke-width="1.5" d="${Array.from({ length: 40 }, (_, k) => ray((k / 40) * 2 * Math.PI, 50, 80 + ((k * 7) % 5) * 6)).join('')}"/>`

const glass = 'M75 40L165 40L152 205L88 205Z'
const clearGlass = `<path d="${glass}" fill="#86b3c6" fill-opacity=".16" stroke="#5a7078" stroke-width="2"/><path d="M90 55h9l5 120h-6z" fill="#fff"/>`

const drawPair = (shape: string) =>
  [85, 155].map((x) => `<g transform="translate(${x} 100)" stroke="#222">${shape}</g>`).join('')

describe('findForeground on a lit backdrop', () => {
  it('excludes the gaps between spokes from the object', async () => {
    expect(await overlap(wheel('#555'), wheel('#000'))).toBeGreaterThan(0.9)
  })

  it('keeps hair as a part of the object', async () => {
    expect(await overlap(hair('#432'), hair('#000'))).toBeGreaterThan(0.92)
  })

  it('keeps glass whole, including its highlight', async () => {
    expect(
      await overlap(clearGlass, `<path d="${glass}" stroke="#000" stroke-width="2"/>`),
    ).toBeGreaterThan(0.95)
  })

  it('finds the backdrop in a hole of the object, in shade or in coloured light', async () => {
    const ring = '<circle cx="120" cy="120" r="70" fill="none" stroke="#b5651d" stroke-width="40"/>'
    const shade = '<circle cx="120" cy="120" r="52" fill="#5a2d0a" fill-opacity=".04"/>'
    const covers = ring.replace('#b5651d', '#000')
    expect(await overlap(shade + ring, covers)).toBeGreaterThan(0.98)
  })

  it('separates a tightly cropped object from the backdrop', async () => {
    const ring =
      '<circle cx="120" cy="120" r="103" fill="none" stroke="#224b9c" stroke-width="40"/>'
    const white = '<rect width="240" height="240" fill="#fff"/>'
    expect(await overlap(ring, ring.replace('#224b9c', '#000'), white)).toBeGreaterThan(0.98)
  })

  it('does not treat a bright sky or letterbox bars as a backdrop', async () => {
    const ground = '<rect y="150" width="240" height="90" fill="#3c5a2a"/>'
    const sky = '<rect width="240" height="240" fill="#fff"/>'
    const film = '<rect y="40" width="240" height="160" fill="#7a6a55"/>'
    const bars = '<rect width="240" height="240"/>'
    expect(findBackdrop(await labPicture(await draw(ground, sky), 80, 16))).toBeUndefined()
    expect(findBackdrop(await labPicture(await draw(film, bars), 80, 16))).toBeUndefined()
  })

  it('keeps small areas in the backdrop’s colour within an object', async () => {
    const head = '<circle cx="120" cy="120" r="80" fill="#3a7d5a"/>'
    const eyes =
      '<circle cx="95" cy="105" r="7" fill="#fff"/><circle cx="145" cy="105" r="7" fill="#fff"/>'
    const white = '<rect width="240" height="240" fill="#fff"/>'
    const covers = head.replace('#3a7d5a', '#000')
    expect(await overlap(head + eyes, covers, white)).toBeGreaterThan(0.98)
  })

  const white = '<rect width="240" height="240" fill="#fff"/>'
  const face = '<circle cx="120" cy="120" r="95" fill="#e9a14a" stroke="#222" stroke-width="5"/>'

  it.each([
    ['with a pupil', '<circle r="24" fill="#fff" stroke-width="5"/><circle r="7" fill="#222"/>'],
    ['without a pupil', '<circle r="24" fill="#fff" stroke-width="5"/>'],
  ])('keeps the large white eyes of a drawing %s', async (_which, eye) => {
    const covers = face.replace('#e9a14a', '#000')
    expect(await overlap(face + drawPair(eye), covers, white)).toBeGreaterThan(0.98)
  })

  it('opens two equal holes near the outline, such as those of spectacles', async () => {
    const rims = drawPair('<circle r="32" fill="none" stroke-width="10"/>')
    expect(await overlap(rims, rims, white)).toBeGreaterThan(0.95)
  })
})
