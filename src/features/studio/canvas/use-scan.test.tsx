// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { Asset } from '#contract/assets.ts'
import { useScan } from './use-scan.tsx'

const at = [0, 0.1, 0.3] as const

const asset = {
  id: '0190a0a0-0000-7000-8000-000000000001',
  recipe: {
    modelId: 'local/scan',
    params: { files: ['/api/files/one/content'] },
    inputSha256: [],
    scan: {
      mat: 'one-page',
      sizeMm: [60, 80, 50],
      sizeErrorMm: 0.4,
      lens: { focalPx: 3000, widthPx: 4000, heightPx: 3000 },
      photos: [{ camera: { at, forward: [0, 0, -1], up: [0, 1, 0], isUpright: true } }],
    },
  },
} as unknown as Asset

const viewerRef = { current: { lookFrom: vi.fn<() => void>(), frame: vi.fn<() => void>() } }

function Stage() {
  const scan = useScan(asset, {
    viewerRef: viewerRef as never,
    again: { isStarting: false, problem: undefined, start: vi.fn<() => void>() } as never,
    canMake: true,
  })
  return (
    <>
      <button type="button" onClick={scan?.onToggle}>
        Photos
      </button>
      {!scan?.isComparing && <p>The facts of the model</p>}
      {scan?.onStage}
    </>
  )
}

it('useScan reports that a photo covers the model, so that the facts are hidden', async () => {
  const user = userEvent.setup()
  render(<Stage />)
  await user.click(screen.getByRole('button', { name: 'Photos' }))
  await user.click(await screen.findByRole('button', { name: 'Photo 1' }))
  expect(screen.getByText('The facts of the model')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Compare' }))
  expect(screen.queryByText('The facts of the model')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'End the comparison' }))
  expect(screen.getByText('The facts of the model')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Close the photos' }))
  expect(screen.queryByRole('region', { name: 'Photos of the scan' })).toBeNull()
})
