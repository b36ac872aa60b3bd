import {
  accountsSchema,
  quotedPriceSchema,
  type Account,
  type PriceRequest,
  type QuotedPrice,
} from '#contract/bills.ts'
import { requestJson } from './http/http.ts'

/** What is left at those providers that say it. */
export const listAccounts = async (signal?: AbortSignal): Promise<Account[]> =>
  (await requestJson(accountsSchema, '/api/bills/accounts', { signal })).accounts

/** What a task would cost, as its provider says; `undefined` where it does not. Nothing is bought. */
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
