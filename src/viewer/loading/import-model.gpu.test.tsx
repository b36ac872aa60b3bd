import { describe, expect, it, vi } from 'vitest'
import { zipSync, zlibSync } from 'fflate'
import { writeUsdz } from '#model-files/export/write-usdz.ts'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { loadGlb } from './load-glb.ts'
import { readGlbParts } from '#model-files/mesh/read-glb-parts.ts'
import { createBox } from '#model-files/mesh/solids.ts'
import { analyzeTopology } from '#model-files/mesh/topology.ts'
import { boxFbx } from '#model-files/import/fbx/fbx.fixture.ts'
import { importModel } from '#model-files/import/import-model.ts'
import { unpainted } from '#model-files/import/read-three.ts'

const fbx = boxFbx()

const asFile = (name: string, content: BlobPart) => new File([content], name)

async function seen(files: File[]) {
  const { glb } = await importModel(files)
  const url = URL.createObjectURL(glb)
  const { facts } = await loadGlb(url, new AbortController().signal)
  const { parts, materials } = await readGlbParts(new Uint8Array(await glb.arrayBuffer()))
  const { volume, isClosed } = analyzeTopology(parts)
  return {
    isClosed,
    volume: Number(volume.toPrecision(4)),
    size: facts.sizeMetres.map((metres) => Number(metres.toFixed(3))),
    materials,
  }
}

function packedFbx(): Uint8Array<ArrayBuffer> {
  const packed = zlibSync(new Uint8Array(2 ** 23))
  const bytes = new Uint8Array(27 + 13 + 13 + packed.length + 13)
  const view = new DataView(bytes.buffer)
  bytes.set(new TextEncoder().encode('Kaydara FBX Binary  '))
  view.setUint32(23, 7400, true)
  view.setUint32(27, 27 + 13 + 13 + packed.length, true)
  view.setUint32(31, 1, true)
  view.setUint32(35, 13 + packed.length, true)
  view.setUint8(40, 'd'.charCodeAt(0))
  ;[10, 1, packed.length].forEach((word, at) => view.setUint32(41 + at * 4, word, true))
  bytes.set(packed, 53)
  return bytes
}

function zipThatSays(sizeBytes: number): Uint8Array<ArrayBuffer> {
  const bytes = zipSync({ 'model.usda': new Uint8Array(1000) }).slice()
  const view = new DataView(bytes.buffer)
  for (let at = 0; at < bytes.length - 4; at++) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, sizeBytes, true)
  }
  return bytes
}

describe('importModel', () => {
  it('imports FBX in metres with its colour', async () => {
    const opened = await seen([asFile('box.FBX', fbx)])
    expect(opened).toMatchObject({ isClosed: true, volume: 6, size: [1, 2, 3] })
    expect(opened.materials[0]!.color[0]).toBeGreaterThan(0.9)
    expect(opened.materials[0]!.color[1]).toBeLessThan(0.1)
  })

  it('imports USDZ with its picture', async () => {
    const canvas = new OffscreenCanvas(4, 4)
    canvas.getContext('2d')!.fillRect(0, 0, 4, 4)
    const bytes = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())
    const picture = { mimeType: 'image/png', bytes, name: 'a' }
    const usdz = writeUsdz({
      parts: [createBox([1, 2, 3])],
      materials: [{ ...unpainted, picture }],
    })
    const opened = await seen([asFile('box.usdz', usdz)])
    expect(opened).toMatchObject({ isClosed: true, volume: 6, size: [1, 2, 3] })
    expect(opened.materials[0]!.picture).toBeDefined()
  })

  it('imports a model in a zip', async () => {
    const glb = await makeGlb({ size: 2 })
    const zip = zipSync({ 'folder/square.glb': glb })
    expect((await seen([asFile('square.zip', zip)])).size).toEqual([2, 2, 0])
  })

  it.each([
    ['box.fbx', () => packedFbx(), 'too large'],
    ['box.usdz', () => zipThatSays(2 ** 31), 'too large'],
  ])(
    'rejects a %s that would use up the memory, while the page stays responsive',
    async (...bomb) => {
      const [name, content, words] = bomb
      let turns = 0
      const timer = setInterval(() => turns++, 10)
      await expect(importModel([asFile(name, content())])).rejects.toThrow(words)
      clearInterval(timer)
      expect(turns).toBeGreaterThan(2)
    },
  )

  it.each([
    ['box.fbx', 'Kaydara? no'],
    ['box.usdz', 'PK nonsense'],
    ['box.zip', 'nonsense'],
  ])('explains the defect of a broken %s', async (name, content) => {
    const shut = vi.spyOn(console, 'error').mockReturnValue()
    await expect(importModel([asFile(name, content)])).rejects.toThrow(/damaged/)
    shut.mockRestore()
  })
})
