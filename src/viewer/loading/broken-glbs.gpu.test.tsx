import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { disposeTree } from '../gpu/dispose.ts'
import { BrokenModelError } from '#model-files/errors.ts'
import { makeGlb } from '#model-files/glb/glb.fixture.ts'
import { loadGlb } from './load-glb.ts'
import { Viewer } from '../viewer.tsx'
import { makeBrokenGlbs } from '#model-files/inspect/broken-glbs.fixture.ts'
import { sizeStage } from '../page-style.fixture.ts'

sizeStage()

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

async function makeSet() {
  const paint = new OffscreenCanvas(8, 8)
  paint.getContext('2d')!.fillRect(0, 0, 8, 8)
  const png = new Uint8Array(await (await paint.convertToBlob()).arrayBuffer())
  return makeBrokenGlbs(await makeGlb({ cells: 3, png, nodes: 2 }))
}

const getUrl = (bytes: Uint8Array<ArrayBuffer>) => URL.createObjectURL(new Blob([bytes]))

describe('Viewer, with broken GLB files', () => {
  // The test takes seconds, because it loads hundreds of files.
  it('shows an error message or a model for each file', async () => {
    // three.js logs the parts of a file that it skips.
    vi.spyOn(console, 'error').mockReturnValue()
    vi.spyOn(console, 'warn').mockReturnValue()
    const fetched: string[] = []
    const original = globalThis.fetch
    vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
      fetched.push(input instanceof Request ? input.url : String(input))
      return original(input, init)
    })
    const set = await makeSet()
    expect(set.length).toBeGreaterThan(500)
    const unforeseen: string[] = []
    const judge = async ({ name, bytes }: (typeof set)[number]) => {
      const url = getUrl(bytes)
      try {
        const { scene, bounds } = await loadGlb(url, new AbortController().signal)
        if (!Number.isFinite(bounds.radius)) unforeseen.push(`${name} is nowhere`)
        disposeTree(scene)
      } catch (error) {
        if (!(error instanceof BrokenModelError)) unforeseen.push(`${name}: ${String(error)}`)
      }
      URL.revokeObjectURL(url)
    }
    // Loads several files in parallel, because each load mostly waits for other browser processes.
    const left = set.values()
    const lane = async () => {
      for (const one of left) await judge(one)
    }
    await Promise.all(Array.from({ length: 8 }, lane))
    expect(unforeseen).toEqual([])
    expect(fetched.filter((url) => !/^(blob|data):/.test(url))).toEqual([])
  })

  // The test takes seconds, because a viewer opens the files one after another.
  it('still shows a valid model after each file', async () => {
    vi.spyOn(console, 'error').mockReturnValue()
    const set = await makeSet()
    const view = render(<Viewer reducedMotion />)
    const stage = view.container.firstElementChild as HTMLElement
    const until = (state: RegExp) => vi.waitFor(() => expect(stage.dataset['state']).toMatch(state))
    for (const { name, bytes } of set.filter((_, at) => at % 60 === 7)) {
      view.rerender(<Viewer model={{ url: getUrl(bytes), title: name }} reducedMotion />)
      await until(/failed|ready/)
      const alert = screen.queryByRole('alert')?.textContent
      expect(alert ?? 'It is shown.').toMatch(/\w+ \w+/)
      expect(alert === undefined).toBe(stage.dataset['state'] === 'ready')
    }
    view.rerender(<Viewer model={{ url: getUrl(await makeGlb()), title: 'Whole' }} reducedMotion />)
    await until(/ready/)
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
