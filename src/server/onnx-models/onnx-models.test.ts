import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brightnessNetwork } from '#engine/testing/tiny-network.fixture.ts'
import { onnxFile } from '#engine/testing/onnx-file.fixture.ts'
import { HttpError } from '../errors/http-error.ts'
import { createDiskBudget } from '../files/disk-budget.ts'
import type { KnownOnnxModel } from './known-onnx-models.ts'
import { openOnnxModels, type OnnxModelService } from './onnx-model-service.ts'

const network = Buffer.from(
  onnxFile({
    inputs: [{ name: 'picture', shape: [1, 3, 32, 32] }],
    outputs: [{ name: 'mean', shape: [1, 1, 32, 32] }],
    nodes: [
      { op: 'ReduceMean', inputs: ['picture'], outputs: ['mean'], attributes: { axes: [1] } },
    ],
    constants: { ballast: { shape: [100_000], data: new Float32Array(100_000).fill(0.5) } },
  }),
)
const sha256 = createHash('sha256').update(network).digest('hex')

type Trick =
  | 'break'
  | 'hang'
  | 'expired'
  | 'whole'
  | 'html'
  | 'wrong'
  | 'missing'
  | 'account'
  | 'cut'

let folder: string
let hub: Server
let networks: OnnxModelService
let tricks: Trick[]
let ranges: (string | undefined)[]
let tellsHash: boolean

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'networks-'))
  ;[tricks, ranges, tellsHash] = [[], [], true]
  hub = createServer((request, response) => {
    const address = request.url ?? ''
    // As on the real hub, the first response describes the file and redirects to another host for
    // the bytes.
    if (!address.startsWith('/bytes/')) {
      if (tellsHash) response.setHeader('x-linked-etag', `"${sha256}"`)
      return response.writeHead(302, { location: `/bytes${address}` }).end()
    }
    ranges.push(request.headers.range)
    const trick = tricks.shift()
    if (trick === 'missing') return response.writeHead(404).end()
    if (trick === 'account') return response.writeHead(401).end()
    if (trick === 'expired') return response.writeHead(403).end()
    if (trick === 'html') return response.end('<!doctype html><title>Sign in</title>')
    const body = trick === 'wrong' ? Buffer.from(brightnessNetwork(32)) : network
    const asked = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
    const from = trick === 'whole' || trick === 'wrong' ? 0 : asked
    if (from >= body.length) {
      return response.writeHead(416, { 'content-range': `bytes */${body.length}` }).end()
    }
    const end = `${body.length - 1}/${body.length}`
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': body.length - from,
      ...(from > 0 && { 'content-range': `bytes ${from}-${end}` }),
    })
    if (trick !== 'break' && trick !== 'hang') return response.end(body.subarray(from))
    response.write(body.subarray(from, from + 150_000))
    if (trick === 'break') setTimeout(() => response.destroy(), 50)
  })
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
  networks = await open()
})
afterEach(async () => {
  await networks.close()
  hub.closeAllConnections()
  hub.close()
  await rm(folder, { recursive: true })
})

const known: KnownOnnxModel[] = [
  {
    id: 'depth-net',
    job: 'depth',
    form: 'points',
    name: 'Depth net',
    does: '',
    needs: '',
    licence: 'MIT',
    page: 'https://example.com/',
    files: [{ name: 'depth.onnx', path: 'a/resolve/main/depth.onnx', bytes: 400_000 }],
  },
]

const open = (quotaBytes?: number) =>
  openOnnxModels({
    folder: path.join(folder, 'networks'),
    budget: createDiskBudget({ folder, freeBytesMin: 0, quotaBytes }),
    hub: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
    allowedHosts: ['127.0.0.1'],
    known,
    retryAfterMs: 5,
  })

const state = async () => (await networks.list()).networks[0]!
const until = (wanted: string) =>
  vi.waitFor(async () => expect((await state()).state).toBe(wanted), {
    interval: 10,
  })
const kept = () => readFile(path.join(folder, 'networks/depth-net/depth.onnx'))

describe('downloads of ONNX models', () => {
  it('start only on request, and the model is then used', async () => {
    expect(await state()).toMatchObject({ state: 'absent', isUsed: false, loadedBytes: 0 })
    expect(networks.inUse()).toEqual({ mask: undefined, depth: undefined })
    expect(ranges).toEqual([])
    await networks.download('depth-net')
    await until('ready')
    expect((await kept()).equals(network)).toBe(true)
    expect(networks.inUse().depth).toMatchObject({ name: 'Depth net', form: 'points' })
    await networks.use('depth-net', false)
    expect(networks.inUse()).toEqual({ mask: undefined, depth: undefined })
    await networks.use('depth-net', true)
    networks.noteUsed([{ job: 'depth', name: 'Depth net', milliseconds: 1234 }])
    await vi.waitFor(async () => {
      const again = await open()
      expect((await again.list()).networks[0]).toMatchObject({ isUsed: true, lastMs: 1234 })
    })
    await networks.remove('depth-net')
    expect(await state()).toMatchObject({ state: 'absent', loadedBytes: 0 })
    expect(networks.inUse()).toEqual({ mask: undefined, depth: undefined })
  })

  it('resume after a broken connection and after an expired URL', async () => {
    tricks = ['break', 'expired', 'break']
    await networks.download('depth-net')
    await until('ready')
    expect((await kept()).equals(network)).toBe(true)
    expect(ranges).toEqual([undefined, 'bytes=150000-', 'bytes=150000-', 'bytes=300000-'])
  })

  it('can be paused and resumed by another process, and start over if the server ignores the range', async () => {
    tricks = ['hang']
    await networks.download('depth-net')
    await vi.waitFor(async () => expect((await state()).loadedBytes).toBe(150_000))
    expect((await state()).state).toBe('loading')
    await networks.pause('depth-net')
    expect(await state()).toMatchObject({ state: 'paused', loadedBytes: 150_000 })
    expect((await state()).problem).toBeUndefined()
    networks = await open()
    tricks = ['whole']
    await networks.download('depth-net')
    await until('ready')
    expect((await kept()).equals(network)).toBe(true)
    expect(ranges).toEqual([undefined, 'bytes=150000-'])
  })

  it.each([
    ['wrong', 'its SHA-256 does not match'],
    ['html', 'is not an ONNX network'],
    ['account', 'requires an account'],
    ['missing', 'no longer where it was'],
  ] as const)('fail with a readable message: %s', async (trick, words) => {
    tricks = [trick]
    await networks.download('depth-net')
    await vi.waitFor(async () => expect((await state()).problem).toContain(words))
    expect(await state()).toMatchObject({ state: 'absent', loadedBytes: 0 })
    expect(networks.inUse()).toEqual({ mask: undefined, depth: undefined })
  })

  it('accept a valid ONNX file without a known hash', async () => {
    tellsHash = false
    await networks.download('depth-net')
    await until('ready')
    expect((await kept()).equals(network)).toBe(true)
  })

  it('fail before the first request if the disk has too little space', async () => {
    networks = await open(100_000)
    await expect(networks.download('depth-net')).rejects.toMatchObject({ code: 'storage_full' })
    expect(ranges).toEqual([])
    expect(await state()).toMatchObject({ state: 'absent' })
  })

  it('run one at a time and stop with the server', async () => {
    tricks = ['hang']
    await networks.download('depth-net')
    await networks.download('depth-net')
    await vi.waitFor(() => expect(ranges).toHaveLength(1))
    await networks.close()
    expect(await readdir(path.join(folder, 'networks/depth-net'))).toEqual(['depth.onnx.part'])
  })
})

const bring = (at: number, bytes: Uint8Array, total = network.length) =>
  networks.takePiece({ id: 'depth-net', file: 'depth.onnx', at, total, bytes })

describe('uploaded ONNX models', () => {
  it('are stored chunk by chunk, in order', async () => {
    expect(await bring(0, network.subarray(0, 200_000))).toEqual({ bytes: 200_000 })
    await expect(bring(300_000, network.subarray(300_000))).rejects.toBeInstanceOf(HttpError)
    await bring(200_000, network.subarray(200_000))
    expect((await kept()).equals(network)).toBe(true)
    expect((await state()).state).toBe('ready')
    await expect(bring(0, network, 10)).rejects.toMatchObject({ code: 'conflict' })
    await expect(
      networks.takePiece({ id: 'depth-net', file: '../x', at: 0, total: 1, bytes: network }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('are rejected if they are not ONNX files', async () => {
    const page = Buffer.from('<!doctype html>')
    await expect(bring(0, page, page.length)).rejects.toThrow(
      'The file is not an ONNX network. It was not kept.',
    )
    expect(await state()).toMatchObject({ state: 'absent', loadedBytes: 0 })
  })

  it('are reported and not used if files in a folder are damaged', async () => {
    const shelf = path.join(folder, 'shelf')
    await mkdir(shelf)
    await writeFile(path.join(shelf, 'depth.onnx'), network.subarray(0, 100_000))
    const said = 'The file depth.onnx is cut off: its download may not have ended.'
    const { networks: listed } = await networks.setFolder(shelf)
    expect(listed[0]).toMatchObject({ isInFolder: true, isUsed: false, problem: said })
    await expect(networks.use('depth-net', true)).rejects.toThrow(said)
    await writeFile(path.join(shelf, 'depth.onnx'), network)
    expect((await networks.use('depth-net', true)).problem).toBeUndefined()
  })

  it('can be in a configured folder', async () => {
    const shelf = path.join(folder, 'shelf')
    await mkdir(shelf)
    await writeFile(path.join(shelf, 'depth.onnx'), network)
    await expect(networks.setFolder('shelf')).rejects.toMatchObject({ code: 'bad_request' })
    await expect(networks.setFolder(`${shelf}/none`)).rejects.toMatchObject({ code: 'bad_request' })
    const list = await networks.setFolder(shelf)
    expect(list.networks[0]).toMatchObject({ state: 'ready', isInFolder: true, isUsed: false })
    await networks.use('depth-net', true)
    expect(networks.inUse().depth?.path).toBe(path.join(shelf, 'depth.onnx'))
    await expect(networks.remove('depth-net')).rejects.toMatchObject({ code: 'conflict' })
    await networks.setFolder('')
    expect(networks.inUse()).toEqual({ mask: undefined, depth: undefined })
  })
})
