import { WebIO } from '@gltf-transform/core'
import { strFromU8, strToU8, zipSync } from 'fflate'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { writeGlb } from '#lib/gltf/glb.ts'
import { makeGlb } from '../glb/glb.fixture.ts'
import { checkGlb } from '../inspect/check-glb.ts'
import { readGlbParts } from '../mesh/read-glb-parts.ts'
import { UnworkableModelError } from '../unworkable-model-error.ts'
import { findNamed } from './endings.ts'
import { importFiles } from './import-files.ts'
import { unzipFiles } from './zip/unzip.ts'

const png = async () =>
  new Uint8Array(
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )

async function both() {
  const glb = await makeGlb({ cells: 3, png: await png() })
  const io = new WebIO()
  const { json, resources } = await io.writeJSON(await io.readBinary(glb), { basename: 'square' })
  const files = Object.entries(resources).map(([name, bytes]) => ({ name: `a/${name}`, bytes }))
  return { glb, json, files }
}

const isData = ({ name }: { name: string }) => name.endsWith('.bin')

describe('packGltf', () => {
  it('packs a glTF into one GLB with the same surface and picture', async () => {
    const { glb, json, files } = await both()
    const main = { name: 'a/square.gltf', bytes: strToU8(JSON.stringify(json)) }
    const { glb: packed } = await importFiles([main, ...files])
    checkGlb(packed)
    const [was, is] = [await readGlbParts(glb), await readGlbParts(packed)]
    expect(is.parts).toEqual(was.parts)
    expect(is.materials[0]!.picture!.bytes).toEqual(await png())
  })

  it('packs a GLB with external pictures, as in game asset kits', async () => {
    const { glb, json, files } = await both()
    const [{ byteLength } = { byteLength: 0 }] = json.buffers ?? []
    const open = writeGlb({ ...json, buffers: [{ byteLength }] }, files.find(isData)!.bytes)
    const pictures = files.filter((file) => !isData(file))
    const { glb: packed, report } = await importFiles([
      { name: 'a/a.glb', bytes: open },
      ...pictures,
    ])
    checkGlb(packed)
    expect(report.missing).toEqual([])
    const [was, is] = [await readGlbParts(glb), await readGlbParts(packed)]
    expect(is.parts).toEqual(was.parts)
    expect(is.materials[0]!.picture!.bytes).toEqual(await png())
    const alone = await importFiles([{ name: 'a/a.glb', bytes: open }])
    expect(alone.report.missing).toEqual(['baseColor.png'])
    checkGlb(alone.glb)
  })

  it('finds files whose names are written differently, and data URLs', async () => {
    const { json, files } = await both()
    const text = JSON.stringify(json).replaceAll('square.bin', './Square%2Ebin')
    const renamed = files.map((file) => ({ ...file, name: file.name.toUpperCase() }))
    const { glb: packed } = await importFiles([
      { name: 'a.gltf', bytes: strToU8(text) },
      ...renamed,
    ])
    expect((await readGlbParts(packed)).parts[0]!.indices).toHaveLength(54)
    const bin = files.find(({ name }) => name.endsWith('.bin'))!
    const data = `data:application/octet-stream;base64,${btoa(strFromU8(bin.bytes, true))}`
    const inline = JSON.stringify(json).replaceAll('square.bin', data)
    const { glb: again } = await importFiles([
      { name: 'a.gltf', bytes: strToU8(inline) },
      ...files.slice(0),
    ])
    expect((await readGlbParts(again)).parts[0]!.indices).toHaveLength(54)
  })

  it('replaces and reports a missing picture', async () => {
    const { json, files } = await both()
    const main = { name: 'a.gltf', bytes: strToU8(JSON.stringify(json)) }
    const data = files.filter(({ name }) => name.endsWith('.bin'))
    const { glb, report } = await importFiles([main, ...data])
    expect(checkGlb(glb).textures).toMatchObject([{ widthPx: 1, heightPx: 1 }])
    expect(report.missing).toHaveLength(1)
  })

  it('rejects a glTF with missing data and names the missing file', async () => {
    const { json } = await both()
    const main = { name: 'a.gltf', bytes: strToU8(JSON.stringify(json)) }
    await expect(importFiles([main])).rejects.toThrow(UnworkableModelError)
    await expect(importFiles([main])).rejects.toThrow('“square.bin”')
  })

  it.each(['{', '[]', ''])('rejects the glTF %j', async (text) => {
    await expect(importFiles([{ name: 'a.gltf', bytes: strToU8(text) }])).rejects.toThrow(
      UnworkableModelError,
    )
  })
})

describe('unzipFiles', () => {
  it('unpacks the requested files with their paths', () => {
    const zip = zipSync({ 'a/b.gltf': strToU8('x'), 'a/readme.txt': strToU8('y') })
    const files = unzipFiles(zip, (name) => name.endsWith('.gltf'))
    expect(files.map(({ name }) => name)).toEqual(['a/b.gltf'])
    expect(findNamed(files, 'b.gltf')).toBe(files[0])
  })

  it('rejects zip bombs and damaged files', () => {
    const bomb = zipSync({ 'a.bin': new Uint8Array(1000) })
    const view = new DataView(bomb.buffer)
    const end = bomb.length - 22
    view.setUint32(view.getUint32(end + 16, true) + 24, 0x7fffffff, true)
    expect(() => unzipFiles(bomb, () => true)).toThrow('too large')
    expect(() => unzipFiles(strToU8('PK nonsense'), () => true)).toThrow(UnworkableModelError)
  })
})
