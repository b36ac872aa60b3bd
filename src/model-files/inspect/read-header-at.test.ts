import { Document, WebIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeGlb } from '../glb/glb.fixture.ts'
import { readHeaderAt } from './read-header-at.ts'

afterEach(() => vi.restoreAllMocks())

function serve(file: Uint8Array<ArrayBuffer>, knowsParts = true) {
  const given = { bytes: 0 }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const [, from = 0, to = 0] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get('range')!)!
    const part = knowsParts ? file.slice(Number(from), Number(to) + 1) : file
    let at = 0
    const body = new ReadableStream({
      pull(controller) {
        const piece = part.slice(at, at + 1000)
        if (piece.byteLength === 0) return controller.close()
        at += 1000
        given.bytes += piece.byteLength
        controller.enqueue(piece)
      },
    })
    return new Response(body, { status: knowsParts ? 206 : 200 })
  })
  return given
}

const signal = () => new AbortController().signal

describe('readHeaderAt', () => {
  it('returns counts and sizes from a small part of the file', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const png = await sharp({
      create: { width: 300, height: 200, channels: 3, background: '#000', noise },
    })
      .png()
      .toBuffer()
    const file = await makeGlb({ cells: 40, size: 2, png: new Uint8Array(png) })
    const given = serve(file)
    const facts = await readHeaderAt('/a.glb', signal())
    expect(facts).toMatchObject({
      triangles: 3200,
      vertices: 1681,
      materials: 1,
      sizeBytes: file.byteLength,
      sizeMetres: [2, 2, 0],
      pictures: [{ mimeType: 'image/png', widthPx: 300, heightPx: 200 }],
    })
    expect(facts.gpuBytes).toBe(1681 * 20 + 9600 * 4 + Math.round(300 * 200 * 5.33))
    expect(given.bytes).toBeLessThan(100_000)
    expect(file.byteLength).toBeGreaterThan(180_000)
  })

  it('reads only the beginning if the server ignores range requests', async () => {
    const file = await makeGlb({ cells: 200 })
    const given = serve(file, false)
    expect(await readHeaderAt('/a.glb', signal())).toMatchObject({ triangles: 80_000 })
    expect(given.bytes).toBeLessThan(70_000)
  })

  it('applies the transforms of nodes', async () => {
    const document = new Document()
    const accessor = document
      .createAccessor()
      .setType('VEC3')
      .setArray(new Float32Array([0, 0, 0, 1, 2, 3]))
      .setBuffer(document.createBuffer())
    const mesh = document
      .createMesh()
      .addPrimitive(document.createPrimitive().setAttribute('POSITION', accessor))
    const turned = document
      .createNode()
      .setMesh(mesh)
      .setRotation([0, 0, Math.SQRT1_2, Math.SQRT1_2])
    const larger = document.createNode().setScale([2, 2, 2]).addChild(turned)
    const moved = document.createNode().setMesh(mesh).setTranslation([10, 0, 0])
    document.createScene().addChild(larger).addChild(moved)
    serve((await new WebIO().writeBinary(document)).slice())
    const { sizeMetres } = await readHeaderAt('/a.glb', signal())
    // The model extends from −4 to 11 along x, 0 to 2 along y, and 0 to 6 along z.
    expect(sizeMetres!.map((length) => Number(length.toFixed(5)))).toEqual([15, 2, 6])
  })

  it('rejects a file that is no GLB or missing, with a sentence', async () => {
    serve(new TextEncoder().encode('<html>'.repeat(9)))
    await expect(readHeaderAt('/a.glb', signal())).rejects.toThrow('is not a GLB')
    vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { status: 404 }))
    await expect(readHeaderAt('/a.glb', signal())).rejects.toThrow('status 404')
  })
})
