import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#lib/id.ts'
import { imageTo3d } from '../../image-to-3d.ts'
import { measureModel } from '../../inspect/measure-model.ts'
import { pixelPicture } from '../../testing/pictures.fixture.ts'
import { pointNetwork, type PointScene } from '../../testing/tiny-network.fixture.ts'
import { weightsPath } from '../../testing/weights-path.fixture.ts'
import { findCamera } from './point-map.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'network-depth-'))
})
afterAll(() => rm(folder, { recursive: true }))

const scene: PointScene = {
  sidePx: 96,
  radius: 0.5,
  distance: 4,
  focal: 3,
  shift: 3,
  tokens: 'list',
}

const side = 192
const radiusPx = (scene.focal * scene.radius * side * Math.SQRT2) / (2 * scene.distance)
const picture = pixelPicture(side, side, (x, y) =>
  Math.hypot(x + 0.5 - side / 2, y + 0.5 - side / 2) < radiusPx
    ? [150, 60, 40, 255]
    : [255, 255, 255, 0],
).toBuffer()

async function make(network?: Uint8Array | string) {
  // Each attempt writes its own file, because an aborted attempt may still be writing.
  const file = path.join(folder, `${newId()}.onnx`)
  if (network !== undefined) await writeFile(file, network)
  const depth = { name: 'Test depth', path: file, form: 'points' } as const
  const { glb, warnings, used } = await imageTo3d(await picture, {
    weightsPath,
    params: { face_limit: 5_000, texture: false },
    ...(network !== undefined && { networks: { depth } }),
  })
  const { boundsMin, boundsMax } = await measureModel(glb)
  const [width, , depthMade] = boundsMax.map((value, k) => value - (boundsMin[k] ?? 0))
  return { ratio: (depthMade ?? 0) / (width ?? 1), warnings, used, glb }
}

describe('findCamera and imageTo3d with a point map', () => {
  it.each([
    { distance: 4, focal: 3, shift: 3 },
    { distance: 2, focal: 1.2, shift: -1 },
    { distance: 12, focal: 6, shift: 11 },
  ])('findCamera finds the camera’s focal length and shift: %o', ({ distance, focal, shift }) => {
    const sidePx = 64
    const points = new Float32Array(3 * sidePx * sidePx)
    for (let i = 0; i < sidePx * sidePx; i++) {
      const u = (2 * (i % sidePx) + 1 - sidePx) / (sidePx * Math.SQRT2)
      const v = (2 * Math.floor(i / sidePx) + 1 - sidePx) / (sidePx * Math.SQRT2)
      const z = distance + 0.8 * u + 0.5 * Math.sin(6 * v)
      points.set([(u * z) / focal, (v * z) / focal, z - shift], 3 * i)
    }
    const camera = findCamera({ points, width: sidePx, height: sidePx })
    expect(camera?.shift).toBeCloseTo(shift, 1)
    expect((camera?.focal ?? 0) / focal).toBeCloseTo(1, 2)
  })

  it('imageTo3d uses the network’s front and depth if the token count is a scalar or a list', async () => {
    const ball = await make(pointNetwork(scene))
    expect(ball.used).toEqual([
      { job: 'depth', name: 'Test depth', milliseconds: expect.any(Number) as number },
    ])
    expect(ball.warnings).toEqual([])
    expect(ball.ratio).toBeGreaterThan(0.6)
    expect(ball.ratio).toBeLessThan(1.3)
    const recipe = Buffer.from(ball.glb).toString('latin1')
    expect(recipe).toContain('"networks":[{"job":"depth","name":"Test depth"}]')
    const { tokens: _tokens, ...without } = scene
    for (const other of [without, { ...scene, tokens: 'number' as const }]) {
      expect((await make(pointNetwork(other))).ratio).toBeCloseTo(ball.ratio, 5)
    }
    const flat = await make(pointNetwork({ ...scene, radius: 40, distance: 44, shift: 3 }))
    expect(flat.ratio).toBeLessThan(0.8 * ball.ratio)
  })

  it('imageTo3d ignores an unusable network file and adds a warning', async () => {
    const plain = await make()
    expect(plain.used).toEqual([])
    for (const broken of ['<!doctype html>', pointNetwork(scene).subarray(0, 5_000)]) {
      const made = await make(broken)
      expect(made.ratio).toBeCloseTo(plain.ratio, 5)
      expect(made.warnings).toEqual([expect.stringContaining('The depth was estimated without it')])
    }
    const seesNothing = pointNetwork({ ...scene, radius: Number.NaN })
    expect((await make(seesNothing)).warnings).toHaveLength(1)
  })
})
