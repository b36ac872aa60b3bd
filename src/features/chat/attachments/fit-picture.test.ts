import { beforeEach, expect, it, vi } from 'vitest'
import { readHeic } from '#model-files/pictures/heic/read-heic.ts'
import { remakePicture } from '#model-files/pictures/remake-picture.ts'
import { fitPicture } from './fit-picture.ts'

vi.mock(import('#model-files/pictures/remake-picture.ts'))
vi.mock(import('#model-files/pictures/heic/read-heic.ts'), async (original) => ({
  ...(await original()),
  readHeic: vi.fn<typeof readHeic>(),
}))

const smaller = new Blob(['smaller'])
beforeEach(() => {
  vi.mocked(remakePicture).mockResolvedValue(smaller)
  vi.mocked(readHeic).mockResolvedValue(smaller)
})

function createPng(widthPx: number, type = 'image/png'): File {
  const bytes = new Uint8Array(64)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, 0x89504e47)
  view.setUint32(4, 0x0d0a1a0a)
  view.setUint32(16, widthPx)
  view.setUint32(20, 100)
  return new File([bytes], 'kiln.png', { type })
}
const heic = (type: string) => new File(['\0\0\0\x18ftypheic'], 'IMG_1.HEIC', { type })

it.each(['image/heic', ''])(
  'fitPicture converts a HEIC photo to JPEG if its file type is “%s”',
  async (type) => {
    expect(await fitPicture(heic(type))).toEqual({ picture: smaller, name: 'IMG_1.jpg' })
  },
)

it('fitPicture rejects a HEIC photo that the browser cannot decode', async () => {
  vi.mocked(readHeic).mockResolvedValue(undefined)
  await expect(fitPicture(heic(''))).rejects.toThrow('Save it as JPEG')
})

it('fitPicture scales down pictures with more pixels than the server accepts, and no others', async () => {
  expect(await fitPicture(createPng(8_064))).toEqual({ picture: smaller, name: 'kiln.png' })
  const small = createPng(800)
  expect(await fitPicture(small)).toEqual({ picture: small, name: 'kiln.png' })
})

it('fitPicture converts picture types that the server rejects, if the browser can decode them', async () => {
  const bmp = createPng(800, 'image/bmp')
  expect(await fitPicture(bmp)).toMatchObject({ picture: smaller })
  vi.mocked(remakePicture).mockRejectedValue(new Error('No.'))
  expect(await fitPicture(bmp)).toMatchObject({ picture: bmp })
})

it.each(['image/svg+xml', 'text/plain', ''])(
  'fitPicture returns undefined for “%s”, because such files are sent as text',
  async (type) => {
    expect(await fitPicture(new File(['<svg/>'], 'a', { type }))).toBeUndefined()
  },
)
