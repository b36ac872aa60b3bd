import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptSceneCodesSchema, sceneCodesBytes, sceneCodesDims } from '#contract/networks.ts'
import { keepCodes } from '../../onnx-models/kept-codes.ts'
import { shapeRoutes } from './shapes.ts'

let folder: string
let now = 0
const codes = keepCodes(() => now)

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'shapes-'))
  await writeFile(path.join(folder, 'encoder.onnx'), 'encoder')
  await writeFile(path.join(folder, 'decoder.onnx'), 'decoder')
  await writeFile(path.join(folder, 'encoder.onnx.data'), 'weights')
})
afterAll(() => rm(folder, { recursive: true }))

const paths = () =>
  ['encoder.onnx', 'decoder.onnx', 'encoder.onnx.data'].map((name) => path.join(folder, name))
const routes = () =>
  shapeRoutes({
    networks: { shapes: () => [{ id: 'triposr', name: 'TripoSR', paths: paths() }], codes },
  })

test('serves the encoder of an image-to-3D model and the files that the encoder needs, and no other file', async () => {
  const app = routes()
  expect(await (await app.request('/triposr')).json()).toEqual({
    files: [
      { name: 'encoder.onnx', bytes: 7 },
      { name: 'encoder.onnx.data', bytes: 7 },
    ],
  })
  const file = await app.request('/triposr/files/encoder.onnx.data')
  expect(await file.text()).toBe('weights')
  expect(file.headers.get('content-length')).toBe('7')
  for (const where of [
    '/triposr/files/decoder.onnx',
    '/triposr/files/..%2Fsecret',
    '/moge-2-small/files/encoder.onnx',
    '/moge-2-small',
  ]) {
    expect((await app.request(where)).status).toBeGreaterThanOrEqual(400)
  }
})

test('stores the scene codes of a browser for half an hour, and accepts the codes only for the same model', async () => {
  const app = routes()
  const body = new Float32Array(sceneCodesBytes / 4).fill(0.5)
  const post = (bytes: Uint8Array) => app.request('/triposr/codes', { method: 'POST', body: bytes })
  const answer = await post(new Uint8Array(body.buffer))
  expect(answer.status).toBe(201)
  const { id } = keptSceneCodesSchema.parse(await answer.json())
  const kept = codes.find('triposr', id)!
  expect(kept.dims).toEqual(sceneCodesDims)
  expect(Buffer.compare(Buffer.from(kept.data.buffer), Buffer.from(body.buffer))).toBe(0)
  expect(codes.find('another', id)).toBeUndefined()
  now += 31 * 60_000
  expect(codes.find('triposr', id)).toBeUndefined()

  expect((await post(new Uint8Array(12))).status).toBeGreaterThanOrEqual(400)
  body[7] = Number.NaN
  expect((await post(new Uint8Array(body.buffer))).status).toBeGreaterThanOrEqual(400)
  body[7] = 0
  const [first] = Array.from({ length: 17 }, () =>
    codes.keep('triposr', new Uint8Array(body.buffer)),
  )
  expect(codes.find('triposr', first!)).toBeUndefined()
})
