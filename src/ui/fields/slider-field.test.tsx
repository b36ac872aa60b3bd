// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { FormField } from './field.tsx'
import { SliderField } from './slider-field.tsx'

afterEach(cleanup)

function Form({ initial }: { initial?: number }) {
  const [value, setValue] = useState(initial)
  return (
    <FormField label="Thickness" hint={`is ${String(value)}`}>
      <SliderField
        value={value}
        onValueChange={setValue}
        min={0}
        max={2}
        step={0.1}
        restingValue={0.5}
        unit="cm"
      />
    </FormField>
  )
}

const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Thickness' })
const field = () => screen.getByRole<HTMLInputElement>('spinbutton', { name: 'Thickness' })

describe('SliderField', () => {
  it('shows a default value, but reports none until the user moves the slider', () => {
    render(<Form />)
    expect(slider().valueAsNumber).toBe(0.5)
    expect(field().value).toBe('')
    expect(field().placeholder).toBe('0.5')
    expect(screen.getByText('is undefined')).toBeTruthy()
  })

  it('shows the slider’s value in the number field', () => {
    render(<Form />)
    fireEvent.change(slider(), { target: { value: '1.2' } })
    expect(field().value).toBe('1.2')
  })

  it('moves the slider to a typed value', async () => {
    render(<Form initial={1} />)
    const user = userEvent.setup()
    await user.clear(field())
    await user.type(field(), '1,7{Enter}')
    expect(slider().valueAsNumber).toBe(1.7)
    expect(slider().getAttribute('aria-valuetext')).toBe('1.7 cm')
  })

  it('shows the default value when the number field is emptied', async () => {
    render(<Form initial={1} />)
    await userEvent.clear(field())
    await userEvent.tab()
    expect(slider().valueAsNumber).toBe(0.5)
  })
})
