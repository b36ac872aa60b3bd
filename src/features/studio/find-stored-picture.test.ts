import { afterEach, expect, it, vi } from 'vitest'
import { findStoredPicture } from './find-stored-picture.ts'

afterEach(() => vi.unstubAllGlobals())

it('findStoredPicture reads any picture by its id', async () => {
  const id = 'a'.repeat(20)
  const url = `/api/files/${id}/content`
  const picture = {
    id,
    url,
    name: 'bear.png',
    mimeType: 'image/png',
    sizeBytes: 1,
    widthPx: 64,
    heightPx: 48,
    hasAlpha: false,
    sha256: 'b'.repeat(64),
  }
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(Response.json(picture)))
  vi.stubGlobal('fetch', fetched)
  expect(await findStoredPicture(id)).toMatchObject({ id, name: 'bear.png', widthPx: 64 })
  expect(fetched.mock.calls[0]?.[0]).toMatch(new RegExp(`/api/files/${id}$`))
})
