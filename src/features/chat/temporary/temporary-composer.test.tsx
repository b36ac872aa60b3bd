// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TemporaryComposer } from './temporary-composer.tsx'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function slowFile(name: string) {
  let finish!: (text: string) => void
  const bytes = new Promise<ArrayBuffer>((resolve) => {
    finish = (text) => resolve(new TextEncoder().encode(text).buffer)
  })
  const file = Object.assign(new File(['?'], name), { arrayBuffer: () => bytes })
  return { file, finish }
}

function open() {
  const onAsk = vi.fn<Parameters<typeof TemporaryComposer>[0]['onAsk']>()
  const { container } = render(
    <TemporaryComposer
      isAnswering={false}
      cannotSend={undefined}
      picker={null}
      onAsk={onAsk}
      onStop={() => {}}
    />,
  )
  const input = container.querySelector<HTMLInputElement>('input[type="file"][multiple]')!
  const attach = (file: File) => userEvent.upload(input, file)
  return { onAsk, attach, box: screen.getByRole('textbox', { name: 'Message' }) }
}

it('TemporaryComposer sends a question with its files, even if they are still being read', async () => {
  const { onAsk, attach, box } = open()
  const { file, finish } = slowFile('notes.md')
  await attach(file)
  await userEvent.type(box, 'What is this?{Enter}')
  expect(onAsk).not.toHaveBeenCalled()
  expect(screen.getByText('Sends once the files are read')).toBeTruthy()
  finish('1,240 degrees')
  await waitFor(() => expect(onAsk).toHaveBeenCalledTimes(1))
  expect(onAsk.mock.calls[0]?.[0]).toMatchObject({
    text: 'What is this?',
    files: [{ name: 'notes.md', text: '1,240 degrees' }],
  })
  await userEvent.type(box, 'And why?{Enter}')
  expect(onAsk.mock.calls[1]?.[0]).toEqual({ text: 'And why?', files: [] })
})

it('TemporaryComposer does not send a question if one of its files cannot be read', async () => {
  const { onAsk, attach, box } = open()
  const { file, finish } = slowFile('data.md')
  await attach(file)
  await userEvent.type(box, 'What is this?{Enter}')
  finish('\0')
  await screen.findByText(/data\.md cannot be read here/)
  expect(onAsk).not.toHaveBeenCalled()
  expect(screen.queryByText('Sends once the files are read')).toBeNull()
  await userEvent.type(box, '{Enter}')
  expect(onAsk).toHaveBeenCalledTimes(1)
})

it('TemporaryComposer recognises a HEIC photo by its content, and reports if the browser cannot read it', async () => {
  const { attach } = open()
  await attach(new File(['\0\0\0\x18ftypheic'], 'IMG_1.HEIC'))
  expect(await screen.findByText(/HEIC picture cannot be read; it may be damaged/)).toBeTruthy()
})
