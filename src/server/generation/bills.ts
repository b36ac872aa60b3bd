import type { Account, PriceRequest, QuotedPrice } from '#contract/bills.ts'

import { toHttpError } from '../errors/http-error.ts'
import { signalWithin } from '../process/signal-within.ts'
import type { Catalogue } from '../models/catalogue.ts'
import type { Providers } from '../ports/providers.ts'

/**
 * Reads balances and prices that providers report. Errors are ignored, because pages work without
 * these values.
 */
export type Bills = {
  accounts: (signal: AbortSignal) => Promise<Account[]>
  price: (request: PriceRequest, signal: AbortSignal) => Promise<QuotedPrice['price']>
}

const timeoutMs = 10_000

type Options = { catalogue: Catalogue; providers: Pick<Providers, 'generation'> }

export function createBills({ catalogue, providers }: Options): Bills {
  return {
    accounts: async (signal) => {
      const bounded = signalWithin(timeoutMs, signal)
      const asked = providers.generation().map(async (provider) => {
        const account = await unlessItFails(() => provider.readAccount?.(bounded))
        return account && { provider: provider.id, ...account }
      })
      return (await Promise.all(asked)).filter((account) => account !== undefined)
    },
    price: async ({ modelId, params }, signal) => {
      const { provider, model } = await catalogue.generation(modelId, signal)
      const bounded = signalWithin(timeoutMs, signal)
      return unlessItFails(() =>
        provider.readPrice?.({ taskId: '', model, params, pictures: [] }, bounded),
      )
    },
  }
}

async function unlessItFails<T>(ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask()
  } catch (error) {
    console.warn(`A provider does not say what it costs: ${toHttpError(error).message}`)
    return undefined
  }
}
