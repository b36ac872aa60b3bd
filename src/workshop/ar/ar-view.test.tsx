// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPartsStore } from '../state/parts-store.ts'
import { FakeWorker } from '../work/fake-worker.fixture.ts'
import { ArView } from './ar-view.tsx'
import { sceneViewerLink } from './ar-way.ts'

const model = { url: '/api/share/t/model', title: 'Bear & co', fileName: 'bear.glb' }
const publicUrl = 'https://studio.example/api/share/t/model'
const show = (more: object = {}) =>
  render(
    <ArView
      editor={{
        model,
        original: { ...model, publicUrl, ...more },
        choice: {},
        parts: createPartsStore(),
      }}
    />,
  )

let supportsAr: boolean
beforeEach(() => {
  supportsAr = false
  const supports = (token: string) => token === 'ar' && supportsAr
  const relList = { supports } as unknown as DOMTokenList
  vi.spyOn(HTMLAnchorElement.prototype, 'relList', 'get').mockImplementation(() => relList)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
const onAndroid = () =>
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16)')

describe('ArView', () => {
  it('shows nothing on a computer', () => {
    const { container } = show()
    expect(container.childElementCount).toBe(0)
  })

  it('opens Quick Look on iOS', () => {
    supportsAr = true
    show({ publicUrl: undefined })
    expect(screen.getByRole('button', { name: 'View in AR' })).toBeDefined()
  })

  it('makes another file when the pose changes', async () => {
    supportsAr = true
    vi.stubGlobal('Worker', FakeWorker)
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('#file')
    vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined)
    const parts = createPartsStore()
    render(<ArView editor={{ model, original: model, choice: {}, parts }} />)
    fireEvent.click(screen.getByRole('button', { name: 'View in AR' }))
    const worker = FakeWorker.made.at(-1)!
    await act(async () => worker.answer({ type: 'done', result: { bytes: new Uint8Array(1) } }))
    expect(screen.getByRole('link', { name: 'View in AR' })).toBeDefined()
    act(() => parts.setState({ clip: 0, seconds: 1 }))
    expect(screen.getByRole('button', { name: 'View in AR' })).toBeDefined()
  })

  it('opens Scene Viewer on Android, which downloads the model itself', () => {
    onAndroid()
    show()
    const href = screen.getByRole('link', { name: 'View in AR' }).getAttribute('href') ?? ''
    expect(href).toBe(sceneViewerLink(publicUrl, 'Bear & co', location.href))
    const query = new URLSearchParams(/\?([^#]*)/.exec(href)?.[1])
    expect(Object.fromEntries(query)).toEqual({
      file: publicUrl,
      mode: 'ar_preferred',
      title: 'Bear & co',
      resizable: 'false',
    })
  })

  it('shows nothing on Android if only this page may download the model', () => {
    onAndroid()
    expect(show({ publicUrl: undefined }).container.childElementCount).toBe(0)
    cleanup()
    expect(show({ publicUrl: 'http://10.0.0.2/model' }).container.childElementCount).toBe(0)
    cleanup()
    expect(show({ url: '/before-edits' }).container.childElementCount).toBe(0)
  })
})
