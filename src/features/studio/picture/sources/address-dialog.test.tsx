// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StudioPicture } from '../../state/picture.ts'
import { AddressDialog } from './address-dialog.tsx'

const file = {
  id: 'a'.repeat(20),
  name: 'vase.jpg',
  mimeType: 'image/jpeg',
  sizeBytes: 10,
  widthPx: 64,
  heightPx: 48,
  hasAlpha: false,
  sha256: 'b'.repeat(64),
  url: '/api/files/a/content',
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const user = userEvent.setup()

async function open(answer: () => Response) {
  const bodies: unknown[] = []
  vi.stubGlobal('fetch', async (_url: string, init: RequestInit) => {
    bodies.push(JSON.parse(init.body as string))
    return answer()
  })
  const onPicture = vi.fn<(picture: StudioPicture) => void>()
  render(<AddressDialog onPicture={onPicture} onClose={() => {}} />)
  return { bodies, onPicture, field: await screen.findByLabelText('Address') }
}

describe('AddressDialog', () => {
  it('stores the fetched picture and returns it', async () => {
    const { bodies, onPicture, field } = await open(() => Response.json(file, { status: 201 }))
    await user.type(field, 'example.com/vase.jpg{Enter}')
    await waitFor(() => expect(onPicture).toHaveBeenCalledOnce())
    expect(bodies).toEqual([{ url: 'https://example.com/vase.jpg' }])
    expect(onPicture.mock.calls[0]![0]).toMatchObject({ id: file.id, widthPx: 64 })
  })

  it('explains why the picture cannot be fetched, and keeps the typed address', async () => {
    const message = 'example.com answered with status 404 instead of a picture.'
    const { onPicture, field } = await open(() =>
      Response.json({ code: 'bad_picture', message }, { status: 400 }),
    )
    await user.type(field, 'https://example.com/none.jpg{Enter}')
    await waitFor(() => expect(document.body.textContent).toContain(message))
    expect(field).toHaveProperty('value', 'https://example.com/none.jpg')
    expect(onPicture).not.toHaveBeenCalled()
  })

  it('asks for an address if the field is empty', async () => {
    const { bodies, field } = await open(() => Response.json(file))
    await user.type(field, '  {Enter}')
    expect(document.body.textContent).toContain('Enter the address of a picture.')
    expect(bodies).toEqual([])
  })
})
