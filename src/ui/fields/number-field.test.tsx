// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ComponentProps } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FormField } from './field.tsx'
import { NumberField } from './number-field.tsx'

afterEach(cleanup)

type Options = Partial<ComponentProps<typeof NumberField>>

function show(options: Options = {}) {
  const onValueChange = vi.fn<(value: number | undefined) => void>()
  function Form() {
    const [value, setValue] = useState(options.value)
    return (
      <FormField label="Faces" error={value === 13 ? 'Unlucky.' : undefined}>
        <NumberField
          {...options}
          value={value}
          onValueChange={(next) => {
            onValueChange(next)
            setValue(next)
          }}
        />
      </FormField>
    )
  }
  render(<Form />)
  const input = screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Faces' })
  return { input, onValueChange, user: userEvent.setup() }
}

describe('NumberField', () => {
  it('reports no number while it is being typed', async () => {
    const { input, onValueChange, user } = show({ min: 500, max: 100_000 })
    await user.type(input, '20')
    expect(input.value).toBe('20')
    expect(onValueChange).not.toHaveBeenCalled()
    await user.type(input, '000')
    await user.tab()
    expect(onValueChange.mock.calls).toEqual([[20_000]])
  })

  it('reports the number on Enter, limited to the range', async () => {
    const { input, onValueChange, user } = show({ min: 500, max: 100_000 })
    await user.type(input, '7{Enter}')
    expect(onValueChange.mock.calls).toEqual([[500]])
    expect(input.value).toBe('500')
  })

  it('reports undefined when the field is emptied', async () => {
    const { input, onValueChange, user } = show({ value: 5 })
    await user.clear(input)
    await user.tab()
    expect(onValueChange.mock.calls).toEqual([[undefined]])
    expect(input.value).toBe('')
  })

  it('restores the old value if the text is not a number', async () => {
    const { input, onValueChange, user } = show({ value: 5 })
    await user.clear(input)
    await user.type(input, 'many')
    await user.tab()
    expect(input.value).toBe('5')
    expect(onValueChange).not.toHaveBeenCalled()
  })

  it('restores the old value on Escape', async () => {
    const { input, onValueChange, user } = show({ value: 5 })
    await user.type(input, '99{Escape}')
    expect(input.value).toBe('5')
    await user.tab()
    expect(onValueChange).not.toHaveBeenCalled()
  })

  it('changes the number by one step with an arrow key, and by ten with Shift', async () => {
    const { input, onValueChange } = show({ value: 1, step: 0.1 })
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    fireEvent.keyDown(input, { key: 'ArrowDown', shiftKey: true })
    expect(onValueChange.mock.calls).toEqual([[1.1], [0.1]])
  })

  it('starts the steps at the number that is being typed', async () => {
    const { input, onValueChange, user } = show({ value: 1 })
    await user.clear(input)
    await user.type(input, '41{ArrowUp}')
    expect(onValueChange.mock.calls).toEqual([[42]])
  })

  it('starts the steps at the placeholder while there is no number', () => {
    const { input, onValueChange } = show({ placeholder: '20000', min: 500, step: 500 })
    fireEvent.keyDown(input, { key: 'ArrowUp' })
    expect(onValueChange.mock.calls).toEqual([[20_500]])
  })

  it('describes the field’s error for screen readers', () => {
    const { input } = show({ value: 13 })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const described = input.getAttribute('aria-describedby') ?? ''
    expect(document.getElementById(described)?.textContent).toBe('Unlucky.')
  })
})
