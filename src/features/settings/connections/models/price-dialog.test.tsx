// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { ChangeModels, ListedModel } from '#contract/model-settings.ts'
import { PriceDialog } from './price-dialog.tsx'

afterEach(cleanup)

const model: ListedModel = {
  id: 'workshop/writer',
  name: 'Writer',
  listedName: 'writer',
  kind: 'chat',
  isOn: true,
  isFavourite: false,
}

async function show(more: Partial<ListedModel> = {}) {
  const onChange = vi.fn<(change: ChangeModels) => void>()
  render(<PriceDialog model={{ ...model, ...more }} onClose={() => {}} onChange={onChange} />)
  await screen.findByLabelText('Input')
  return onChange
}
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

describe('PriceDialog', () => {
  it('saves a price in US dollars', async () => {
    const onChange = await show()
    type('Input', '0,25')
    type('Output', '2')
    save()
    expect(onChange).toHaveBeenCalledWith({
      ids: ['workshop/writer'],
      price: { currency: 'USD', prompt: 0.25, completion: 2 },
    })
  })

  it.each(['', 'much', '-1', '1000000'])('rejects “%s” as an amount', async (text) => {
    const onChange = await show()
    type('Input', text)
    type('Output', '2')
    save()
    expect(onChange).not.toHaveBeenCalled()
    expect(screen.getByText(/^Enter /)).toBeTruthy()
  })

  it('restores the provider’s price', async () => {
    const price = { currency: 'USD', prompt: 1, completion: 2 }
    const onChange = await show({ price, isPriceEntered: true })
    fireEvent.click(screen.getByRole('button', { name: 'Use the listed price' }))
    expect(onChange).toHaveBeenCalledWith({ ids: ['workshop/writer'], price: null })
  })
})
