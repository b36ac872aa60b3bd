// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it } from 'vitest'
import { InstructionsForm } from './instructions-form.tsx'

afterEach(cleanup)

const form = (stored: string, onSave = (_text: string) => Promise.resolve()) => (
  <InstructionsForm
    label="Instructions"
    stored={stored}
    lengthMax={100}
    isSaving={false}
    onSave={onSave}
  />
)
const failed = () => Promise.reject(new Error('offline'))
const getBox = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Instructions' })
const getButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

describe('InstructionsForm', () => {
  it('shows a newer stored text until the text is edited', async () => {
    const { rerender } = render(form('Old.'))
    rerender(form('New.'))
    expect(getBox().value).toBe('New.')
    expect(getButton().disabled).toBe(true)
    await userEvent.type(getBox(), ' Mine.')
    rerender(form('Newest.'))
    expect(getBox().value).toBe('New. Mine.')
  })

  it('shows the stored text after saving, and keeps the text if saving fails', async () => {
    const { rerender } = render(form('', failed))
    await userEvent.type(getBox(), 'Rhyme. ')
    await userEvent.click(getButton())
    expect(getBox().value).toBe('Rhyme. ')
    rerender(form(''))
    await userEvent.click(getButton())
    rerender(form('Rhyme.'))
    await waitFor(() => expect(getBox().value).toBe('Rhyme.'))
  })
})
