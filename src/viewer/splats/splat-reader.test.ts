import { BufferAttribute } from 'three'
import type { GLTFParser } from 'three/addons/loaders/GLTFLoader.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { readGlb } from '#model-files/glb/glb-header.ts'
import { SplatReader } from './splat-reader.ts'
import { makeSplats } from '#model-files/splats/splats.ts'
import { writeSplatGlb } from '#model-files/splats/write-splat-glb.ts'

class IdleWorker extends EventTarget {
  terminate = () => {}
  postMessage = () => {
    const data = { type: 'packed', packed: new Uint32Array(8192), harmonics: undefined }
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

afterEach(() => vi.unstubAllGlobals())

async function getProblems(kept: number, fullDegree: 0 | 1 | 2 | 3): Promise<string[]> {
  vi.stubGlobal('Worker', IdleWorker)
  const splats = makeSplats(2, false, 3)
  const harmonics = splats.harmonics.slice(0, kept)
  const { root } = readGlb(writeSplatGlb({ ...splats, harmonics, fullDegree }))
  const { accessors } = root as unknown as { accessors: { type: string; count: number }[] }
  const width = { SCALAR: 1, VEC3: 3, VEC4: 4 } as Record<string, number>
  const getDependency = async (_: string, place: number) => {
    const { type, count } = accessors[place]!
    return new BufferAttribute(new Float32Array(count * width[type]!), width[type]!)
  }
  const problems: string[] = []
  const parser = { json: root, getDependency } as unknown as GLTFParser
  const reader = new SplatReader(parser, (problem) => problems.push(problem))
  const group = await reader.loadMesh(0)
  expect(group?.children).toHaveLength(1)
  return problems
}

describe('SplatReader', () => {
  it('reports omitted degrees of view-dependent colour, and nothing else', async () => {
    const sentence =
      'View-dependent colour is reduced: with this many splats it would take too much memory.'
    expect(await getProblems(15, 3)).toEqual([])
    expect(await getProblems(3, 1)).toEqual([])
    expect(await getProblems(0, 0)).toEqual([])
    expect(await getProblems(8, 3)).toEqual([sentence])
    expect(await getProblems(0, 1)).toEqual([sentence])
  })
})
