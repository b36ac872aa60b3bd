import { afterEach, expect, it, vi } from 'vitest'
import { createSlicerFile } from './slicer-files.ts'

afterEach(() => vi.unstubAllGlobals())

it('refuses a file that the server would refuse, before the upload', async () => {
  const fetching = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', fetching)
  const file = Object.defineProperty(new Blob(['3mf']), 'size', { value: 200 * 1024 * 1024 })
  await expect(createSlicerFile(file, 'vase.3mf')).rejects.toThrow('too large to send to a slicer')
  expect(fetching).not.toHaveBeenCalled()
})
