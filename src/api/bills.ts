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
 * Returns the price that a provider quotes for a task, or `undefined` without a quote. Does not
 * create the task.
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
