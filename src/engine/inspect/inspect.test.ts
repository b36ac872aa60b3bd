import { type Document, NodeIO } from '@gltf-transform/core'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { writeGlb } from '#lib/gltf/glb.ts'
import { runJob } from '../run-job.ts'
import { boxDocument } from '../testing/box-document.fixture.ts'
import { glbBombs, oddGlbs } from '../testing/hostile-glbs.fixture.ts'
import { loadTexels, longSideFor } from '../thumbnail/texels.ts'
import { drawThumbnail } from '../thumbnail/draw-thumbnail.ts'
import { findIssues } from './find-issues.ts'
import { measureModel } from './measure-model.ts'
import { readGltfJson, type GltfJson } from './read-gltf-json.ts'

type Change = (document: Document) => void

async function cube(change: Change = () => {}): Promise<Uint8Array> {
  const { document, node } = boxDocument([1, 1, 1])
  node.setTranslation([0, 1, 0])
  const [primitive] = node.getMesh()?.listPrimitives() ?? []
  primitive?.setMaterial(document.createMaterial('paint').setBaseColorFactor([0.8, 0.02, 0.02, 1]))
  change(document)
  return new NodeIO().writeBinary(document)
}

function rewriteJson(glb: Uint8Array, change: (json: GltfJson) => void): Uint8Array {
  const { json, binary } = readGltfJson(glb)
  change(json)
  return writeGlb(json, binary)
}

describe('measureModel', () => {
  it('counts triangles and measures the bounding box of the scene', async () => {
    expect(await measureModel(await cube())).toEqual({
      triangles: 12,
      vertices: 8,
      meshes: 1,
      materials: 1,
      textures: [],
      boundsMin: [-1, 0, -1],
      boundsMax: [1, 2, 1],
      extensions: [],
    })
  })

  it('counts a mesh once per instance', async () => {
    const glb = await cube((document) => {
      const [mesh] = document.getRoot().listMeshes()
      const turned = document.createNode().setMesh(mesh).setScale([0.5, 0.5, 0.5])
      document
        .getRoot()
        .listScenes()[0]
        .addChild(turned.setTranslation([4, 0, 0]))
    })
    expect(await measureModel(glb)).toMatchObject({
      triangles: 24,
      meshes: 1,
      boundsMax: [4.5, 2, 1],
    })
  })

  it('measures textures, and lists broken textures without a size', async () => {
    const png = await sharp({ create: { width: 5, height: 3, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    const glb = await cube((document) => {
      const texture = document.createTexture('paint').setMimeType('image/png')
      document
        .getRoot()
        .listMaterials()[0]
        .setBaseColorTexture(texture.setImage(new Uint8Array(png)))
      const broken = document.createTexture('broken').setMimeType('image/png')
      document
        .getRoot()
        .listMaterials()[0]
        .setNormalTexture(broken.setImage(new Uint8Array([1, 2])))
    })
    const { textures } = await measureModel(glb)
    expect(textures).toEqual([
      { name: 'paint', widthPx: 5, heightPx: 3, mimeType: 'image/png', sizeBytes: png.length },
      { name: 'broken', widthPx: 0, heightPx: 0, mimeType: 'image/png', sizeBytes: 2 },
    ])
  })

  it.each(Object.entries(oddGlbs))('counts the valid parts despite %s', async (_name, glb) => {
    const stats = await measureModel(glb())
    const counts = [stats.triangles, stats.vertices, stats.meshes, stats.materials]
    expect(counts.every((count) => Number.isSafeInteger(count) && count >= 0)).toBe(true)
    expect([...stats.boundsMin, ...stats.boundsMax].every(Number.isFinite)).toBe(true)
    const names = [...stats.extensions, ...stats.textures.map((texture) => texture.name)]
    expect(names.every((text) => typeof text === 'string')).toBe(true)
    expect(names.length).toBeLessThan(1_000)
  })

  it.each([
    ['an empty file', new Uint8Array()],
    ['a text', new TextEncoder().encode('{"asset":{"version":"2.0"}} and so on')],
    ['a GLB that was cut off', cube().then((glb) => glb.subarray(0, 100))],
  ])('rejects %s as an unreadable model', async (_name, bytes) => {
    await expect(measureModel(await bytes)).rejects.toMatchObject({ code: 'model_unreadable' })
  })
})

describe('runJob', () => {
  it('counts and checks a model that cannot be drawn, and returns no thumbnail', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const glb = rewriteJson(await cube(), (json) => {
      const name = 'KHR_draco_mesh_compression'
      const extensions = { [name]: { bufferView: 0, attributes: { POSITION: 0 } } }
      json.meshes![0].primitives![0] = Object.assign({ extensions }, json.meshes![0].primitives![0])
      Object.assign(json, { extensionsUsed: [name], extensionsRequired: [name] })
    })
    const event = await runJob({ type: 'inspect', glb }, () => {})
    expect(event).toMatchObject({
      type: 'inspected',
      stats: { triangles: 12, extensions: ['KHR_draco_mesh_compression'] },
    })
    expect(event).not.toHaveProperty('thumbnail')
    expect(warn).toHaveBeenCalledOnce()
    warn.mockRestore()
  })
})

const square = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: 'red' } })
    .png({ compressionLevel: 1 })
    .toBuffer()

describe('inspecting a small file that declares gigabytes', () => {
  it.each(Object.entries(glbBombs))('makes no thumbnail with %s', async (_name, bomb) => {
    const glb = bomb()
    const before = process.memoryUsage.rss()
    const event = await runJob({ type: 'inspect', glb }, () => {})
    expect(event).toMatchObject({ type: 'inspected', issues: { warnings: 1 } })
    expect(event).not.toHaveProperty('thumbnail')
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024)
  })

  it('skips textures that are too large to decode', async () => {
    expect(await loadTexels(await square(8300), 2048)).toBeUndefined()
    expect(await loadTexels(await square(2100), 2048)).toMatchObject({ width: 2048 })
  })

  it('shrinks textures if there are many', () => {
    for (const count of [1, 16, 17, 100, 10_000]) {
      expect(count * longSideFor(count) ** 2).toBeLessThanOrEqual(16 * 2048 * 2048)
    }
  })

  it('decodes only picture formats of glTF', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const document = {
      asset: { version: '2.0' },
      images: [{ bufferView: 0 }],
      bufferViews: [{ byteLength: svg.length }],
    }
    const { textures } = await measureModel(writeGlb(document, svg))
    expect(textures).toMatchObject([{ widthPx: 0, heightPx: 0 }])
  })
})

describe('findIssues', () => {
  it('finds no issue in a valid model', async () => {
    expect(await findIssues(await cube())).toEqual({ errors: 0, warnings: 0, messages: [] })
  })

  it('reports each issue with its location', async () => {
    const glb = await cube((document) => {
      const [positions] = document.getRoot().listAccessors()
      positions.getArray()![0] = Number.NaN
    })
    const { errors, messages } = await findIssues(glb)
    expect(errors).toBeGreaterThan(0)
    expect(messages[0]).toContain('/accessors/')
  })
})

describe('drawThumbnail', () => {
  it('draws the model in its colour on a transparent background', async () => {
    const thumbnail = await drawThumbnail(await cube(), { sidePx: 128 })
    const { data, info } = await sharp(thumbnail).raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, info.channels]).toEqual([128, 128, 4])
    let [covered, red, green] = [0, 0, 0]
    for (let k = 0; k < data.length; k += 4) {
      if (data[k + 3] < 250) continue
      covered++
      red += data[k]
      green += data[k + 1]
    }
    expect(covered / (128 * 128)).toBeGreaterThan(0.3)
    expect(covered / (128 * 128)).toBeLessThan(0.9)
    expect(red / covered).toBeGreaterThan(120)
    expect(green / covered).toBeLessThan(90)
    expect(data[3]).toBe(0)
  })

  it('draws the points of a cloud in their colours', async () => {
    const glb = await cube((document) => {
      const [primitive] = document.getRoot().listMeshes()[0].listPrimitives()
      const count = primitive.getAttribute('POSITION')!.getCount()
      const green = new Float32Array(count * 3).map((_, at) => (at % 3 === 1 ? 1 : 0))
      const colours = document.createAccessor().setType('VEC3').setArray(green)
      const [buffer] = document.getRoot().listBuffers()
      primitive.setMode(0).setIndices(null).setMaterial(null)
      primitive.setAttribute('COLOR_0', colours.setBuffer(buffer))
    })
    const { data } = await sharp(await drawThumbnail(glb, { sidePx: 128 }))
      .raw()
      .toBuffer({ resolveWithObject: true })
    const drawn = Array.from({ length: 128 * 128 }, (_, k) =>
      data.subarray(k * 4, k * 4 + 4),
    ).filter(([, , , alpha]) => alpha > 250)
    expect(drawn.length).toBeGreaterThan(100)
    expect(drawn.length).toBeLessThan(128 * 128 * 0.3)
    expect(drawn.every(([red, green]) => green > red + 30)).toBe(true)
  })

  it('returns no picture of a scene without triangles', async () => {
    const glb = await cube((document) => document.getRoot().listMeshes()[0].dispose())
    expect(await drawThumbnail(glb, { sidePx: 32 })).toBeUndefined()
  })

  it.each([
    [
      'an index beyond the vertices',
      (d: Document) => (d.getRoot().listAccessors()[1].getArray()![0] = 99),
    ],
    ['points at NaN', (d: Document) => d.getRoot().listAccessors()[0].getArray()!.fill(Number.NaN)],
    [
      'all points at one position',
      (d: Document) => d.getRoot().listAccessors()[0].getArray()!.fill(1),
    ],
  ])('skips parts that cannot be drawn: %s', async (_name, change) => {
    expect(await drawThumbnail(await cube(change), { sidePx: 32 })).toBeUndefined()
  })
})
