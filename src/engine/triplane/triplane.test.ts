import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureModel } from '../inspect/measure-model.ts'
import { findBadVertices } from '../mesh/topology.ts'
import { createRandom } from '../random.ts'
import { shapeFromNetwork } from '../shape-from-network.ts'
import { pixelPicture } from '../testing/pictures.fixture.ts'
import { tinyDecoder, tinyEncoder } from '../testing/tiny-triplane.fixture.ts'
import { weightsPath } from '../testing/weights-path.fixture.ts'
import { marchTetrahedra } from './march-tetrahedra.ts'
import { meshField } from './mesh-field.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'triplane-'))
})
afterAll(() => rm(folder, { recursive: true }))

const picture = pixelPicture(96, 96, (x, y) =>
  Math.hypot(x - 48, y - 48) < 30 ? [200, 40, 40, 255] : [0, 0, 0, 0],
).toBuffer()

async function make(decoder: Uint8Array, encoder = tinyEncoder()) {
  const network = {
    name: 'Tiny',
    encoder: path.join(folder, 'encoder.onnx'),
    decoder: path.join(folder, 'decoder.onnx'),
  }
  await writeFile(network.encoder, encoder)
  await writeFile(network.decoder, decoder)
  const moves: number[] = []
  const made = await shapeFromNetwork(await picture, {
    network,
    masks: { weightsPath },
    params: { face_limit: 3_000 },
    recipe: { modelId: 'local/tiny' },
    onProgress: (_stage, progress) => moves.push(progress),
  })
  const { boundsMin, boundsMax, triangles } = await measureModel(made.glb)
  const [width = 1, height, depth] = boundsMax.map((value, k) => value - (boundsMin[k] ?? 0))
  return { ...made, moves, triangles, height: (height ?? 0) / width, depth: (depth ?? 0) / width }
}

describe('shapeFromNetwork', () => {
  it.each(['points', 'features'] as const)(
    'creates a model with the proportions that a network with a decoder of %s predicts',
    async (kind) => {
      const made = await make(tinyDecoder(kind, { depth: 0.6, width: 0.3, height: 0.15 }))
      expect(made.depth).toBeCloseTo(2, 1)
      expect(made.height).toBeCloseTo(0.5, 1)
      expect(made.triangles).toBeLessThanOrEqual(3_000)
      expect(made.triangles).toBeGreaterThan(300)
      expect(made.moves).toEqual(made.moves.toSorted((a, b) => a - b))
      expect(made.used).toEqual([
        { job: 'shape', name: 'Tiny', milliseconds: expect.any(Number) as number },
      ])
      const text = Buffer.from(made.glb).toString('latin1')
      expect(text).toContain('"networks":[{"job":"shape","name":"Tiny"}]')
      expect(text).toContain('image/jpeg')
    },
  )

  it('rejects networks without output or with unknown output', async () => {
    const nothing = tinyDecoder('points', { depth: 0.001, width: 0.001, height: 0.001 })
    await expect(make(nothing)).rejects.toMatchObject({ code: 'no_foreground' })
    await expect(make(tinyEncoder())).rejects.toMatchObject({ code: 'network_unusable' })
    const decoder = tinyDecoder('points', { depth: 0.5, width: 0.5, height: 0.5 })
    await expect(make(decoder, decoder)).rejects.toMatchObject({ code: 'network_unusable' })
  })
})

const ball = (points: Float32Array) =>
  Promise.resolve(
    Float32Array.from(
      { length: points.length / 3 },
      (_, k) => 0.5 - Math.hypot(points[k * 3], points[k * 3 + 1], points[k * 3 + 2]),
    ),
  )

describe('marchTetrahedra and meshField', () => {
  it('marchTetrahedra returns a closed mesh for any values', () => {
    const random = createRandom(4)
    const side = 12
    const data = Float32Array.from({ length: side ** 3 }, (_, i) => {
      const place = [i % side, Math.floor(i / side) % side, Math.floor(i / side ** 2)]
      return place.some((at) => at === 0 || at === side - 1) ? -1 : random() - 0.5
    })
    const { indices } = marchTetrahedra({ side, data })
    expect(indices.length).toBeGreaterThan(1_000)
    expect(findBadVertices(indices)).toEqual([])
  })

  it('meshField puts the surface at the change of sign and closes the mesh at the sides of the box', async () => {
    const mesh = await meshField(ball)
    if (!mesh) throw new Error('There is no mesh.')
    const { positions, normals, indices } = mesh
    expect(findBadVertices(indices)).toEqual([])
    for (let k = 0; k < indices.length; k += 97) {
      const [x, y, z] = [0, 1, 2].map((c) => positions[indices[k] * 3 + c])
      expect(Math.hypot(x, y, z)).toBeCloseTo(0.5, 1)
      const [nx, ny, nz] = [0, 1, 2].map((c) => normals[indices[k] * 3 + c])
      expect((nx * x + ny * y + nz * z) / 0.5).toBeGreaterThan(0.75)
    }
    const all = await meshField((points) =>
      Promise.resolve(new Float32Array(points.length / 3).fill(1)),
    )
    expect(findBadVertices(all?.indices ?? new Uint32Array([0, 1, 2]))).toEqual([])
  })
})
