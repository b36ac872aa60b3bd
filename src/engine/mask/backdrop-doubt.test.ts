import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { DecodedPicture } from '../decode.ts'
import { maskOverlap } from '../testing/mask-overlap.fixture.ts'
import { weightsPath } from '../testing/weights-path.fixture.ts'
import { findDoubt } from './backdrop-doubt.ts'
import { backdropPrior } from './backdrop-mask.ts'
import { findBackdrop } from './backdrop.ts'
import { findForeground, type Foreground } from './find-foreground.ts'
import { labPicture } from './lab-picture.ts'

const side = 400
const gradients = `<defs>
  <linearGradient id="wall"><stop stop-color="#c9c9c8"/><stop offset=".3" stop-color="#f7f7f6"/>
    <stop offset=".7" stop-color="#ececeb"/><stop offset="1" stop-color="#bdbdbc"/></linearGradient>
  <filter id="soft" x="-50%" y="-200%" width="200%" height="500%"><feGaussianBlur stdDeviation="11"/></filter>
</defs>`
const white = '<rect width="400" height="400" fill="#fdfdfd"/>'
const shadow = '<ellipse cx="205" cy="312" rx="125" ry="20" opacity=".4" filter="url(#soft)"/>'
const handle = 'M268 150 C 338 138 344 250 265 256'
const mug = (wall: string, inside: string) => `
  <path d="${handle}" fill="none" stroke="${wall}" stroke-width="20"/>
  <path d="M118 112 V294 C 118 326 275 326 275 294 V112 Z" fill="${wall}"/>
  <ellipse cx="196" cy="112" rx="79" ry="19" fill="${wall}"/>
  <ellipse cx="196" cy="114" rx="72" ry="15" fill="${inside}"/>`
const ring = (colour: string) =>
  `<circle cx="200" cy="200" r="95" fill="none" stroke="${colour}" stroke-width="42"/>`

async function draw(...content: string[]): Promise<DecodedPicture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${gradients}${content.join('')}</svg>`
  const rgba = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer()
  return { width: side, height: side, rgba, scale: 1 }
}

async function overlaps(
  picture: DecodedPicture,
  truth: DecodedPicture,
): Promise<[first: number, last: number]> {
  let first = 0
  const hear = async ({ alpha }: Foreground) => void (first = computeOverlap(alpha.data, truth))
  const { alpha, source } = await findForeground(picture, weightsPath, hear)
  expect(source).toBe('backdrop')
  return [first, computeOverlap(alpha.data, truth)]
}

const overlap = async (picture: DecodedPicture, truth: DecodedPicture) =>
  (await overlaps(picture, truth))[1]

const computeOverlap = (mask: Float32Array, truth: DecodedPicture) =>
  maskOverlap(mask, (i) => truth.rgba[i * 4] < 128)

async function doubts(picture: DecodedPicture): Promise<boolean> {
  const lab = await labPicture(picture, 288, 16)
  const backdrop = findBackdrop(lab)
  if (!backdrop) throw new Error('The backdrop was not found.')
  return findDoubt(lab, backdropPrior(lab, backdrop), backdrop) !== undefined
}

// Long timeout, because pictures with a shadow or a pale object run the mask network for seconds.
describe('findForeground on a plain backdrop', () => {
  it('returns a high confidence for a white mug on white, which only the network finds', async () => {
    const paper = '<rect width="400" height="400" fill="#f6f6f5"/>'
    const picture = await draw(paper, mug('#fbfbfa', '#f1f1f0'))
    const { source, confidence, alpha } = await findForeground(picture, weightsPath)
    expect(source).toBe('backdrop')
    expect(confidence).toBeGreaterThan(0.5)
    const truth = await draw('<rect width="400" height="400" fill="#fff"/>', mug('#000', '#000'))
    expect(computeOverlap(alpha.data, truth)).toBeGreaterThan(0.75)
  })

  it('excludes a soft shadow roughly from the early mask and accurately from the final mask', async () => {
    const truth = await draw(white, mug('#000', '#000'))
    const picture = await draw(white, shadow, mug('#2f6fa8', '#1b3f60'))
    const [first, last] = await overlaps(picture, truth)
    expect(first).toBeGreaterThan(0.93)
    expect(last).toBeGreaterThan(0.98)
  })

  it('skips the early mask if no pixel is doubtful', async () => {
    const plain = await draw(white, mug('#2f6fa8', '#1b3f60'))
    const [first, last] = await overlaps(plain, await draw(white, mug('#000', '#000')))
    expect(first).toBe(0)
    expect(last).toBeGreaterThan(0.98)
  })

  it('separates a soft shadow on a coloured backdrop', async () => {
    const tan = '<rect width="400" height="400" fill="#c9a27a"/>'
    const picture = await draw(tan, shadow, mug('#2f6fa8', '#1b3f60'))
    expect(await overlap(picture, await draw(white, mug('#000', '#000')))).toBeGreaterThan(0.98)
  })

  it('separates a sharp shadow', async () => {
    const tan = '<rect width="400" height="400" fill="#d6bea0"/>'
    const sharpShadow = '<path d="M140 316 L330 245 H395 L300 316 Z" opacity=".4"/>'
    const picture = await draw(tan, sharpShadow, mug('#2f6fa8', '#1b3f60'))
    expect(await overlap(picture, await draw(white, mug('#000', '#000')))).toBeGreaterThan(0.98)
  })

  it('keeps an object that is as white as the backdrop and casts a shadow', async () => {
    const picture = await draw(white, shadow, mug('url(#wall)', '#c8c8c6'))
    expect(await overlap(picture, await draw(white, mug('#000', '#000')))).toBeGreaterThan(0.97)
  })

  it('keeps a hole in a pale object', async () => {
    const picture = await draw(white, shadow, ring('#e9e9e8'))
    expect(await overlap(picture, await draw(white, ring('#000')))).toBeGreaterThan(0.95)
  })

  it('runs no network if the colours are clear', async () => {
    expect(await doubts(await draw(white, mug('#2f6fa8', '#1b3f60')))).toBe(false)
    expect(await doubts(await draw(white, ring('#8a2020')))).toBe(false)
    expect(await doubts(await draw(white, shadow, ring('#8a2020')))).toBe(true)
    expect(await doubts(await draw(white, mug('url(#wall)', '#c8c8c6')))).toBe(true)
  })
})
