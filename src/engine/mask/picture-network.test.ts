import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildFields } from '../fields/build-fields.ts'
import { cleanColours } from '../colour.ts'
import { cropObject } from '../crop.ts'
import { decodePicture, type DecodedPicture } from '../decode.ts'
import { predictDepth } from '../fields/network-depth/predict-depth.ts'
import { completeParams } from '../params.ts'
import { createPlane } from '../raster/plane.ts'
import { pixelPicture } from '../testing/pictures.fixture.ts'
import { brightnessNetwork, logitNetwork } from '../testing/tiny-network.fixture.ts'
import { guessForeground } from './network.ts'

let folder: string
let network: string
let picture: DecodedPicture
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'network-'))
  network = path.join(folder, 'brightness.onnx')
  await writeFile(network, brightnessNetwork(32))
  const bytes = await pixelPicture(64, 64, (x) => [x * 4, x * 4, x * 4, 255]).toBuffer()
  picture = await decodePicture(bytes)
})
afterAll(() => rm(folder, { recursive: true }))

const disc = ({ width, height }: DecodedPicture) => {
  const alpha = createPlane(width, height)
  for (let i = 0; i < alpha.data.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    alpha.data[i] = Math.hypot(x - width / 2, y - height / 2) < width / 3 ? 1 : 0
  }
  return alpha
}

describe('guessForeground and predictDepth with user-added networks', () => {
  it('guessForeground runs a network at the input side stored in its file', async () => {
    const mask = await guessForeground(picture, network)
    expect([mask.width, mask.height]).toEqual([32, 32])
    expect(mask.data[16 * 32 + 30]).toBeGreaterThan(0.8)
    expect(mask.data[16 * 32 + 2]).toBeLessThan(0.2)
  })

  it('guessForeground converts BiRefNet’s logits, and uses the built-in network if the file is damaged', async () => {
    const file = path.join(folder, 'birefnet.onnx')
    await writeFile(file, logitNetwork(32))
    const heard: unknown[] = []
    const better = { name: 'Better', path: file, form: 'birefnet' } as const
    const networks = {
      weightsPath: network,
      better,
      onUsed: (used: object) => heard.push(used),
      onWarning: (sentence: string) => heard.push(sentence),
    }
    const mask = await guessForeground(picture, networks)
    expect(heard).toEqual([expect.objectContaining({ job: 'mask', name: 'Better' })])
    expect(mask.data[16 * 32 + 31]).toBeGreaterThan(0.95)
    expect(mask.data[16 * 32]).toBeLessThan(0.05)
    await writeFile(file, '<!doctype html>')
    const plain = await guessForeground(picture, networks)
    expect(heard[1]).toMatch(/birefnet\.onnx is not a readable ONNX network.*built-in network/)
    expect(plain.data).toEqual((await guessForeground(picture, network)).data)
  })

  it('predictDepth moves near parts forward and keeps the thickness', async () => {
    const cutout = cropObject(picture, disc(picture))
    const params = completeParams({ style: 'object', detail: 0, face_limit: 500 })
    const { near, isMetric } = await predictDepth(picture, cutout, {
      name: 'Depth',
      path: network,
      form: 'auto',
    })
    expect(isMetric).toBe(false)
    const colours = cleanColours(cutout)
    const plain = buildFields({ cutout, colours, params })
    const fused = buildFields({ cutout, colours, params }, { depth: { near, isMetric } })
    const { width, height, radius } = plain.grid
    const at = (offset: number) =>
      (height >> 1) * width + (width >> 1) + Math.round(offset * radius)
    const lean = ({ heights }: typeof plain) =>
      heights.front.data[at(0.5)] - heights.front.data[at(-0.5)]
    expect(Math.abs(lean(plain))).toBeLessThan(0.05 * radius)
    expect(lean(fused)).toBeGreaterThan(0.15 * radius)
    const thickness = ({ heights }: typeof plain) =>
      heights.front.data[at(0.5)] + heights.back.data[at(0.5)]
    expect(thickness(fused)).toBeCloseTo(thickness(plain), 1)
  })

  it('guessForeground rejects an unusable file with an error that names the file', async () => {
    const broken = path.join(folder, 'broken.onnx')
    await writeFile(broken, 'no network')
    await expect(guessForeground(picture, broken)).rejects.toMatchObject({
      code: 'network_unusable',
      message: expect.stringContaining('broken.onnx') as string,
    })
    await expect(guessForeground(picture, path.join(folder, 'none.onnx'))).rejects.toMatchObject({
      code: 'network_unusable',
    })
  })
})
