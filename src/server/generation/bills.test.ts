import { describe, expect, it, vi } from 'vitest'
import { HttpError } from '../errors/http-error.ts'
import { createCatalogue } from '../models/catalogue.ts'
import { fixedProviders } from '../ports/providers.ts'
import type { GenerationProvider } from '../ports/generation-provider.ts'
import { createBills } from './bills.ts'
import { fakeProvider, testModel } from './tasks.fixture.ts'

const getBills = (own: Partial<GenerationProvider>) => {
  const providers = fixedProviders({ generation: [fakeProvider(own)] })
  const catalogue = createCatalogue({ providers })
  return createBills({ catalogue, providers })
}
const refuse = () => Promise.reject(new HttpError('provider_refused', 'No.'))
const signal = () => AbortSignal.timeout(300_000)

describe('bills', () => {
  it('returns balances and the price of a task', async () => {
    const readPrice = vi.fn<NonNullable<GenerationProvider['readPrice']>>(() =>
      Promise.resolve({ amount: '0.3', currency: 'USD' }),
    )
    const bills = getBills({
      readAccount: () => Promise.resolve({ balance: '13.20', currency: 'USD' }),
      readPrice,
    })
    expect(await bills.accounts(signal())).toEqual([
      { provider: 'fake', balance: '13.20', currency: 'USD' },
    ])
    const params = { face_limit: 500 }
    expect(await bills.price({ modelId: testModel.id, params }, signal())).toEqual({
      amount: '0.3',
      currency: 'USD',
    })
    expect(readPrice.mock.calls[0]?.[0]).toMatchObject({ model: 'model', params, pictures: [] })
  })

  it('leaves out values that no provider reports', async () => {
    const bills = getBills({})
    expect(await bills.accounts(signal())).toEqual([])
    expect(await bills.price({ modelId: testModel.id, params: {} }, signal())).toBeUndefined()
  })

  it('leaves out values that fail to load, and refuses an unknown model', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {})
    const bills = getBills({ readAccount: refuse, readPrice: refuse })
    expect(await bills.accounts(signal())).toEqual([])
    expect(await bills.price({ modelId: testModel.id, params: {} }, signal())).toBeUndefined()
    await expect(
      bills.price({ modelId: 'fake/other', params: {} }, signal()),
    ).rejects.toMatchObject({ code: 'unknown_model' })
  })
})
