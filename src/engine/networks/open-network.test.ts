import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { message, onnxFile, type ProtoField } from '../testing/onnx-file.fixture.ts'
import { EngineError } from '../errors.ts'
import { openNetwork, withNetwork } from './open-network.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'bozzetto-onnx-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function write(bytes: Uint8Array): Promise<string> {
  const file = path.join(folder, 'network.onnx')
  await writeFile(file, bytes)
  return file
}

const float32 = 1

const entry = (key: string, value: string): ProtoField => [13, message([1, key], [2, value])]

function withExternalWeights(location: string): Uint8Array {
  const weights = message(
    [1, 4],
    [2, float32],
    [8, 'weights'],
    entry('location', location),
    entry('offset', '0'),
    entry('length', '16'),
    [14, 1],
  )
  const described = (name: string) =>
    message([1, name], [2, message([1, message([1, float32], [2, message([1, message([1, 4])])])])])
  const node = message([1, 'picture'], [1, 'weights'], [2, 'sum'], [4, 'Add'])
  const graph = message(
    [1, node],
    [2, 'graph'],
    [5, weights],
    [11, described('picture')],
    [12, described('sum')],
  )
  return message([1, 8], [7, graph], [8, message([2, 17])])
}

describe('openNetwork', () => {
  it('reads no external weights except the file beside the network', async () => {
    const secret = path.join(folder, 'secret')
    await writeFile(secret, Buffer.alloc(16, 1))
    const locations = [
      '/etc/passwd',
      secret,
      '../secret',
      'secret',
      './secret',
      'network.onnx.data',
    ]
    for (const location of locations) {
      const file = await write(withExternalWeights(location))
      await expect(openNetwork(file)).rejects.toThrow(EngineError)
    }
    await writeFile(path.join(folder, 'network.onnx.data'), Buffer.alloc(16))
    const file = await write(withExternalWeights('network.onnx.data'))
    await (await openNetwork(file)).close()
  })

  it('rejects a network whose weights are beyond the end of their file', async () => {
    await writeFile(path.join(folder, 'network.onnx.data'), Buffer.alloc(8))
    const file = await write(withExternalWeights('network.onnx.data'))
    await expect(openNetwork(file)).rejects.toThrow(EngineError)
  })

  it('rejects a constant with fewer numbers than its shape needs', async () => {
    const file = await write(
      onnxFile({
        inputs: [{ name: 'picture', shape: [1] }],
        outputs: [{ name: 'sum', shape: [1] }],
        nodes: [{ op: 'Add', inputs: ['picture', 'huge'], outputs: ['sum'] }],
        constants: { huge: { shape: [2 ** 31, 2 ** 20], data: [1] } },
      }),
    )
    await expect(openNetwork(file)).rejects.toThrow(EngineError)
  })

  it('throws if a node needs more memory than is available', async () => {
    const file = await write(
      onnxFile({
        inputs: [{ name: 'picture', shape: [1] }],
        outputs: [{ name: 'sum', shape: ['n'] }],
        nodes: [
          { op: 'Expand', inputs: ['picture', 'shape'], outputs: ['many'] },
          { op: 'Exp', inputs: ['many'], outputs: ['sum'] },
        ],
        constants: {
          shape: { shape: [3], data: BigInt64Array.of(1n << 20n, 1n << 20n, 1n << 10n) },
        },
      }),
    )
    const run = withNetwork(file, ({ run: runWith, ort }) =>
      runWith({ picture: new ort.Tensor('float32', Float32Array.of(1), [1]) }),
    )
    await expect(run).rejects.toThrow(EngineError)
  })
})
