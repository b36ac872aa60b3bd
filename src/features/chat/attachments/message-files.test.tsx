// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Attachment } from '#contract/chat/chat.ts'
import { newId } from '#lib/id.ts'
import { AttachmentChip } from './attachment-chip.tsx'
import { MessageFiles } from './message-files.tsx'

afterEach(cleanup)

it('MessageFiles shows a note instead of a picture that can no longer be loaded', () => {
  const picture: Attachment = {
    id: newId(),
    kind: 'picture',
    name: 'kiln.png',
    mimeType: 'image/png',
    url: '/api/files/gone/content',
    widthPx: 800,
    heightPx: 600,
    sizeBytes: 1_000,
  }
  render(<MessageFiles attachments={[picture]} deletedFiles={undefined} />)
  fireEvent.error(screen.getByRole('img', { name: 'kiln.png' }))
  expect(screen.queryByRole('img', { name: 'kiln.png' })).toBeNull()
  expect(screen.getByText('kiln.png')).toBeDefined()
  expect(screen.getByText('No longer stored')).toBeDefined()
})

it('MessageFiles shows an icon in the message box for a picture that the browser cannot show', () => {
  const { container } = render(<AttachmentChip name="kiln.png" detail="800 × 600" url="/gone" />)
  fireEvent.error(screen.getByRole('presentation'))
  expect(screen.queryByRole('presentation')).toBeNull()
  // The icon is a drawing without a role.
  expect(container.querySelector('svg')).not.toBeNull()
})
