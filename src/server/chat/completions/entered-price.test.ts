import { describe, expect, it } from 'vitest'
import type { ChatPrice } from '#contract/models.ts'
import { HttpError } from '../../errors/http-error.ts'
import { createCatalogue } from '../../models/catalogue.ts'
import type { ChatProvider } from '../../ports/chat-provider.ts'
import { fixedProviders } from '../../ports/providers.ts'
import type { PurchaseOrder } from '../../spending/spending.ts'
import { meteredCatalogue } from './metered-chat.ts'

const never = new AbortController().signal
const usage = { prompt_tokens: 1_000_000, completion_tokens: 1_000_000 }

const providerWith = (price?: ChatPrice): ChatProvider => ({
  id: 'svc',
  listModels: async () => [
    {
      id: 'svc/m',
      name: 'm',
      provider: 'svc',
      description: '',
      kind: 'chat',
      ...(price && { price }),
    },
  ],
  streamChat: async (_request, _signal, take) => {
    await take({ text: 'Hi' })
    await take({ usage })
  },
})

const limit = { id: 'l', scope: 'server', measure: 'usd', period: 'day', amount: 1 } as const

async function buy(options: { listed?: ChatPrice; entered?: ChatPrice; refuse?: HttpError }) {
  const { listed, entered, refuse } = options
  const figures = { reserved: -1, charged: -1 }
  const catalogue = createCatalogue({
    providers: fixedProviders({ chat: [providerWith(listed)] }),
    choices: {
      of: () => (entered ? { price: entered } : undefined),
      applyTo: (models) => [...models],
      findOff: () => undefined,
      defaults: () => ({}),
    },
  })
  const metered = meteredCatalogue(catalogue, {
    applying: () => [limit],
    reserve: async ({ amounts }: PurchaseOrder) => {
      figures.reserved = amounts.usd
      if (refuse) throw refuse
      return async ({ usd }) => void (figures.charged = usd)
    },
  })
  const { provider, model } = await metered.chat('svc/m', never)
  await provider.streamChat({ model, messages: [] }, never, () => undefined)
  return figures
}

const usd = (prompt: number, completion: number): ChatPrice => ({
  currency: 'USD',
  prompt,
  completion,
})

describe('price of a model', () => {
  it('is the price that a person entered, whatever the model list says', async () => {
    const { charged } = await buy({ listed: usd(10, 10), entered: usd(1, 2) })
    expect(charged).toBeCloseTo(3)
  })

  it('is zero if a person entered zero', async () => {
    expect(await buy({ entered: usd(0, 0) })).toEqual({ reserved: 0, charged: 0 })
  })

  it('is converted to dollars if the model list gives the price in yuan', async () => {
    const { charged } = await buy({ listed: { currency: 'CNY', prompt: 1.5, completion: 4.5 } })
    expect(charged).toBeCloseTo(0.9)
  })

  it('is assumed to be high if the price is unknown', async () => {
    const { charged } = await buy({})
    expect(charged).toBeCloseTo(120)
  })
})

describe('error of a limit in dollars', () => {
  const refuse = new HttpError('over_quota', 'You have reached your limit of $1.00 a day.')

  it('explains that the price was assumed, and where to enter the right price', async () => {
    await expect(buy({ refuse })).rejects.toThrow(
      'You have reached your limit of $1.00 a day. The price of “svc/m” is not known, so its tokens are counted at $20 (input) and $100 (output) a million. An admin can enter the price',
    )
  })

  it('does not mention an assumed price if the price is known', async () => {
    await expect(buy({ refuse, entered: usd(1, 2) })).rejects.toBe(refuse)
    await expect(buy({ refuse, listed: usd(1, 2) })).rejects.toBe(refuse)
  })

  it('does not mention prices if the limit is in tokens', async () => {
    const tokens = new HttpError('over_quota', 'You have reached your limit of 5 tokens a day.')
    await expect(buy({ refuse: tokens })).rejects.toBe(tokens)
  })
})
