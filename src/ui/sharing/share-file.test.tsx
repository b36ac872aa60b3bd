// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toastStore } from '../feedback/toasts.ts'
import { ShareFileButton } from './share-file-button.tsx'

const share = vi.fn<(data: ShareData) => Promise<void>>()
const saved: string[] = []

/** Stubs a browser that shares only the given types. */
function stubPhone({ types = ['model/stl'], isTouch = true } = {}) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isTouch && query === '(pointer: coarse)',
  }))
  vi.stubGlobal('navigator', {
    share,
    canShare: ({ files = [] }: ShareData) => files.every(({ type }) => types.includes(type)),
  })
}

const renderButton = (make = async (): Promise<Blob | undefined> => new Blob(['solid'])) =>
  render(<ShareFileButton label="STL" name="bear.stl" mimeType="model/stl" make={make} />)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Share STL' }))

beforeEach(() => {
  share.mockReset().mockResolvedValue()
  saved.length = 0
  URL.createObjectURL = () => 'blob:x'
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  toastStore.setState({ toasts: [] })
})

describe('ShareFileButton', () => {
  it('passes the file with its name and type to the share sheet', async () => {
    stubPhone()
    renderButton()
    await press()
    await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
    const [file] = share.mock.lastCall?.[0].files ?? []
    expect(file).toMatchObject({ name: 'bear.stl', type: 'model/stl', size: 5 })
    expect(saved).toEqual([])
  })

  it.each([
    ['the browser does not share this type', { types: ['image/png'] }],
    ['this is not a phone', { isTouch: false }],
  ])('is absent if %s', (_case, browser) => {
    stubPhone(browser)
    renderButton()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('does nothing more if the person closes the share sheet', async () => {
    stubPhone()
    share.mockRejectedValue(new DOMException('', 'AbortError'))
    renderButton()
    await press()
    await vi.waitFor(() => expect(share).toHaveBeenCalledOnce())
    expect(saved).toEqual([])
    expect(toastStore.getState().toasts).toEqual([])
  })

  it.each([
    ['shares the file after another press', 1, []],
    ['saves the file if the browser refuses a second press too', 2, ['bear.stl']],
  ])('asks for another press if the first is too long ago, and %s', async (_case, times, files) => {
    stubPhone()
    for (let at = 0; at < times; at++) {
      share.mockRejectedValueOnce(new DOMException('', 'NotAllowedError'))
    }
    renderButton()
    await press()
    await vi.waitFor(() => expect(toastStore.getState().toasts).toHaveLength(1))
    expect(saved).toEqual([])
    toastStore.getState().toasts[0]?.action?.onSelect()
    await vi.waitFor(() => expect(share).toHaveBeenCalledTimes(2))
    await vi.waitFor(() => expect(saved).toEqual(files))
  })

  it('shows why a file could not be made', async () => {
    stubPhone()
    renderButton(async () => Promise.reject(new Error('no')))
    await press()
    await vi.waitFor(() =>
      expect(toastStore.getState().toasts).toMatchObject([
        { kind: 'error', title: 'Could not share STL' },
      ]),
    )
    expect(share).not.toHaveBeenCalled()
  })
})
