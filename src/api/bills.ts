import {
  accountsSchema,
  quotedPriceSchema,
  type Account,
  type PriceRequest,
  type QuotedPrice,
} from '#contract/bills.ts'
import { requestJson } from './http/http.ts'

export const listAccounts = async (signal?: AbortSignal): Promise<Account[]> =>
  (await requestJson(accountsSchema, '/api/bills/accounts', { signal })).accounts

/**
 * Returns the price of a task that its provider quotes; `undefined` if it quotes none. Creates no
 * task.
 */
export const quotePrice = async (
  request: PriceRequest,
  signal?: AbortSignal,
): Promise<QuotedPrice['price']> =>
  (
    await requestJson(quotedPriceSchema, '/api/bills/price', {
      method: 'POST',
      body: request,
      signal,
    })
  ).price
