import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { planesOfPlaces, tinyDecoder, tinyEncoder } from '#engine/testing/tiny-triplane.fixture.ts'
import { engineVersion } from '#engine/version.ts'
import { checkParams } from '#lib/params/check/check-params.ts'
import { inspectWith } from '../../generation/inspect-model.ts'
import { createEngineWorkers } from '../../engine/engine-workers.ts'
import type { ReportProgress } from '../../ports/generation-provider.ts'
import { keepCodes } from '../../onnx-models/kept-codes.ts'
import { createLocalProvider } from './local-provider.ts'

const at = (path: string) => new URL(`../../../${path}`, import.meta.url)
const engine = createEngineWorkers({ workerUrl: at('engine/worker-from-source.mjs') })
const provider = createLocalProvider({
  engine,
  weightsPath: fileURLToPath(at('engine/weights/u2netp.onnx')),
})
afterAll(() => engine.close())

const teddy = () => readFile(at('../public/samples/teddy-bear.webp'))
const createRequest = (bytes: Uint8Array, params: Record<string, unknown> = {}) => ({
  taskId: 'task',
  model: 'image-to-3d',
  params: { file: { file_token: 'x' }, face_limit: 500, pbr: false, texture_size: 512, ...params },
  pictures: [{ path: 'file', bytes, mimeType: 'image/webp', sha256: 'ab'.repeat(32) }],
})

describe('createLocalProvider', () => {
  it('makes a model from a picture and stores the params in the model file', async () => {
    const moves: Parameters<ReportProgress>[0][] = []
    const { bytes, seed, modelVersion } = await provider.produce(
      createRequest(await teddy(), { model_seed: 7 }),
      (move) => moves.push(move),
      AbortSignal.timeout(300_000),
    )
    expect({ seed, modelVersion }).toEqual({ seed: 7, modelVersion: engineVersion })
    expect(moves.map(({ stage }) => stage)).toContain('Finding the object')
    const progress = moves.flatMap((move) => move.progress ?? [])
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(moves.filter(({ preview }) => preview)).toHaveLength(1)
    expect(recipeIn(bytes)).toMatchObject({
      modelId: 'local/image-to-3d',
      inputSha256: ['ab'.repeat(32)],
      params: { face_limit: 500, model_seed: 7 },
    })

    const inspection = await inspectWith(engine)(bytes, AbortSignal.timeout(300_000))
    expect(inspection.issues).toEqual([])
    expect(inspection.stats.triangles).toBeGreaterThan(100)
    expect(inspection.stats.triangles).toBeLessThanOrEqual(500)
    expect(Buffer.from(inspection.thumbnail ?? []).toString('latin1', 8, 12)).toBe('WEBP')
  })

  it('uses each picture for the side that it shows', async () => {
    const heard: unknown[] = []
    const fake = createLocalProvider({
      engine: {
        ...engine,
        generate: (request) => {
          heard.push(request)
          return Promise.reject(new Error('enough'))
        },
      },
      weightsPath: '',
    })
    const [front, back, right] = [Buffer.from('front'), Buffer.from('back'), Buffer.from('right')]
    const pictureAt = (path: string, bytes: Uint8Array) => ({
      ...createRequest(bytes).pictures[0]!,
      path,
      sha256: path,
    })
    const request = {
      ...createRequest(front, { views: [{ file_token: 'y' }, {}, { file_token: 'z' }] }),
      // The paths of the pictures determine their sides, not their order.
      pictures: [pictureAt('views/2', right), pictureAt('views/0', back), pictureAt('file', front)],
    }
    const made = fake.produce(request, () => {}, AbortSignal.timeout(300_000))
    await expect(made).rejects.toThrow('enough')
    expect(heard).toEqual([
      expect.objectContaining({
        picture: front,
        views: { back, right },
        params: expect.not.objectContaining({ views: expect.anything() }),
        recipe: {
          modelId: 'local/image-to-3d',
          inputSha256: ['file', 'views/0', 'views/2'],
          views: ['front', 'back', 'right'],
        },
      }),
    ])
  })

  it('uses the scene codes that a browser has computed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'local-shapes-'))
    const [encoder, decoder] = ['encoder.onnx', 'decoder.onnx'].map((name) => join(folder, name))
    // The encoder file is broken, because the server must use the output that the browser has
    // computed.
    await writeFile(encoder!, 'no network')
    await writeFile(decoder!, tinyDecoder('points', { depth: 0.4, width: 0.4, height: 0.4 }))
    const codes = keepCodes()
    const mine = createLocalProvider({
      engine,
      weightsPath: '',
      networks: {
        inUse: () => ({}),
        shapes: () => [{ id: 'triposr', name: 'TripoSR', paths: [encoder!, decoder!] }],
        noteUsed: () => {},
        codes,
      },
    })
    const make = async (scene: string) => {
      const params = { face_limit: 500, texture: false, run_on: 'browser', scene_codes: scene }
      const order = { ...createRequest(await teddy()), model: 'triposr', params }
      return mine.produce(order, () => {}, AbortSignal.timeout(300_000))
    }
    const scene = codes.keep('triposr', Buffer.from(planesOfPlaces().buffer))
    const made = await make(scene)
    expect(recipeIn(made.bytes)).toMatchObject({ engine: 'TripoSR', encodedIn: 'browser' })
    expect(made.warnings).toEqual([])

    await writeFile(encoder!, tinyEncoder())
    const late = await make('f2f8ba4e-5b1f-4be0-b2f4-5e36ab5f9ce3')
    expect(late.warnings).toEqual([expect.stringMatching(/this server ran the whole network/)])
    expect(recipeIn(late.bytes)).not.toHaveProperty('encodedIn')
    await rm(folder, { recursive: true })
  })

  it('offers installed image-to-3D ONNX models as models and runs them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'local-shapes-'))
    const paths = ['encoder.onnx', 'decoder.onnx'].map((name) => join(folder, name))
    await writeFile(paths[0]!, tinyEncoder())
    await writeFile(paths[1]!, tinyDecoder('points', { depth: 0.4, width: 0.4, height: 0.4 }))
    const shapes = [{ id: 'triposr', name: 'TripoSR', paths }]
    const noted: unknown[] = []
    const mine = createLocalProvider({
      engine,
      weightsPath: '',
      networks: {
        inUse: () => ({}),
        shapes: () => shapes,
        noteUsed: (used) => noted.push(...used),
        codes: keepCodes(),
      },
    })
    const [, listed] = await mine.listModels(AbortSignal.timeout(300_000))
    expect(listed).toMatchObject({ id: 'local/triposr', name: 'TripoSR (this server)' })
    const file = { type: 'jpg', url: 'https://example.com/a.jpg' }
    expect(checkParams(listed!.paramSchema, { file, face_limit: 500 })).toEqual([])
    expect(checkParams(listed!.paramSchema, { file, thickness: 1 })).toHaveLength(1)
    const order = {
      ...createRequest(await teddy()),
      model: 'triposr',
      params: { file: { file_token: 'x' }, face_limit: 500 },
    }
    const stages: unknown[] = []
    const made = await mine.produce(
      order,
      ({ stage }) => stages.push(stage),
      AbortSignal.timeout(300_000),
    )
    expect(recipeIn(made.bytes)).toMatchObject({ engine: 'TripoSR', modelId: 'local/triposr' })
    expect(stages).toContain('Asking the network')
    expect(noted).toEqual([expect.objectContaining({ job: 'shape', name: 'TripoSR' })])
    const stop = new AbortController()
    const stopped = mine.produce(order, () => stop.abort(), stop.signal)
    await expect(stopped).rejects.toThrow(/abort/i)
    shapes.length = 0
    const gone = async () => mine.produce(order, () => {}, AbortSignal.timeout(300_000))
    await expect(gone()).rejects.toMatchObject({ code: 'unknown_model' })
    await rm(folder, { recursive: true })
  })

  it('passes the photos of a scan to the engine one at a time', async () => {
    const read: number[] = []
    const asked: unknown[] = []
    const mine = createLocalProvider({
      engine: {
        ...engine,
        generate: async (request, { readPhoto, onProgress }) => {
          asked.push(request)
          for (const index of [0, 1, 0]) await readPhoto?.(index)
          onProgress?.({ type: 'progress', stage: 'hull', progress: 0.5 })
          return {
            type: 'generated',
            glb: new Uint8Array(),
            seed: 0,
            warnings: ['left out'],
            used: [],
          }
        },
      },
      weightsPath: '',
    })
    expect(mine.readsPictures?.('scan')).toBe(true)
    expect(mine.readsPictures?.('image-to-3d')).toBe(false)
    const photo = { bytes: new Uint8Array(), mimeType: 'image/jpeg' }
    const stages: unknown[] = []
    const made = await mine.produce(
      {
        taskId: 'task',
        model: 'scan',
        params: { files: [{ file_token: 'a' }, { file_token: 'b' }], mat: 'one-page' },
        pictures: ['a', 'b'].map((sha256, k) => ({ ...photo, path: `files/${k}`, sha256 })),
        readPicture: (index) => {
          read.push(index)
          return Promise.resolve(new Uint8Array())
        },
      },
      ({ stage }) => stages.push(stage),
      AbortSignal.timeout(300_000),
    )
    expect(read).toEqual([0, 1, 0])
    expect(stages).toEqual(['Shaping the object from all sides'])
    expect(made.warnings).toEqual(['left out'])
    expect(asked).toEqual([
      {
        type: 'scan',
        photoCount: 2,
        params: { mat: 'one-page' },
        recipe: { modelId: 'local/scan', inputSha256: ['a', 'b'] },
      },
    ])
  })

  it('explains why the photos of a scan cannot be used, and passes on errors of reading a photo', async () => {
    const order = {
      taskId: 'task',
      model: 'scan',
      params: {},
      pictures: Array.from({ length: 8 }, (_, k) => ({
        path: `files/${k}`,
        bytes: new Uint8Array(),
        mimeType: 'image/webp',
        sha256: String(k),
      })),
      readPicture: () => teddy(),
    }
    const made = provider.produce(order, () => {}, AbortSignal.timeout(300_000))
    await expect(made).rejects.toMatchObject({
      code: 'bad_picture',
      message: expect.stringContaining('All 8 photos have the same problem'),
    })
    const gone = provider.produce(
      { ...order, readPicture: () => Promise.reject(new Error('The disk is gone.')) },
      () => {},
      AbortSignal.timeout(300_000),
    )
    await expect(gone).rejects.toThrow('The disk is gone.')
  })

  it('offers the scan with a schema that requires photos', async () => {
    const scan = (await provider.listModels(AbortSignal.timeout(300_000))).at(-1)!
    expect(scan.id).toBe('local/scan')
    const check = (params: object) => checkParams(scan.paramSchema, params).length
    expect(check({ files: photos(8) })).toBe(0)
    expect(check({ files: photos(120), mat: 'two-pages', bar_mm: 99.5, texture: false })).toBe(0)
    const wrong = [
      {},
      { files: photos(7) },
      { files: photos(121) },
      { files: photos(8), mat: 'a3' },
      { files: photos(8), bar_mm: 20 },
      { files: photos(8), face_limit: 5 },
    ]
    expect(wrong.map(check)).toEqual(wrong.map(() => 1))
  })

  it('stops the engine when the signal is aborted', async () => {
    const stop = new AbortController()
    const stopped = provider.produce(createRequest(await teddy()), () => stop.abort(), stop.signal)
    await expect(stopped).rejects.toThrow(/abort/i)
  })

  it('explains which pictures the engine cannot use', async () => {
    const broken = provider.produce(
      createRequest(Buffer.from('no picture')),
      () => {},
      AbortSignal.timeout(300_000),
    )
    await expect(broken).rejects.toMatchObject({ code: 'bad_picture' })
    await expect(
      inspectWith(engine)(Buffer.from('no model'), AbortSignal.timeout(300_000)),
    ).rejects.toMatchObject({ code: 'result_invalid' })
  })

  it('has a schema that accepts the defaults and refuses invalid values', async () => {
    const [model] = await provider.listModels(AbortSignal.timeout(300_000))
    const { paramSchema } = model!
    const file = { type: 'jpg', url: 'https://example.com/a.jpg' }
    const check = (params: object) => checkParams(paramSchema, { file, ...params })
    expect(check({})).toEqual([])
    expect(check({ face_limit: 10_000, texture: false, pbr: false, style: 'turned' })).toEqual([])
    const upload = { file_token: 'a' }
    expect(check({ views: [upload] })).toEqual([])
    expect(check({ views: [{}, upload, { file_token: 'b' }] })).toEqual([])
    expect(check({ texture_size: 'auto', thickness: 0.2, detail: 0, model_seed: 0 })).toEqual([])
    const wrong = [
      { face_limit: 99 },
      { face_limit: 500_001 },
      { style: 'cubist' },
      { texture_size: 3000 },
      { thickness: 0 },
      { model_seed: -1 },
      { quad: false },
      { file: {} },
      { views: [{ type: 'jpg' }] },
      { views: [upload, upload, upload, upload] },
      { file: { ...file, file_token: 'both' } },
    ]
    expect(wrong.map((params) => check(params).length)).toEqual(wrong.map(() => 1))
  })
})

const photos = (count: number) => Array.from({ length: count }, () => ({ file_token: 'a' }))

function recipeIn(glb: Uint8Array): unknown {
  const bytes = Buffer.from(glb)
  const document = JSON.parse(bytes.toString('utf8', 20, 20 + bytes.readUInt32LE(12)))
  return document.asset.extras.recipe
}
