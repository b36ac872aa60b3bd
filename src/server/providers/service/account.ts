import { z } from 'zod'
import { asRecord } from '#lib/fields.ts'
import type { ProviderAccount } from '../../ports/generation-provider.ts'
import type { ServiceHttp } from './service-http.ts'
import { ownValue } from '#lib/own-value.ts'

const amountSchema = z
  .union([z.number(), z.string().regex(/^-?\d{1,15}(?:\.\d{1,9})?$/)])
  .transform(String)

export type AccountReader = {
  readAccount: (signal: AbortSignal) => Promise<ProviderAccount | undefined>
  /** Checks the key by requesting the balance, which is free. */
  checkKeys: (signal: AbortSignal) => Promise<string>
}

/**
 * Creates functions that read the account's balance and check the key.
 * @param path path of the request for the balance.
 * @param options.at field names that lead to the amount, outermost first.
 */
export function createAccount(
  http: ServiceHttp,
  path: string,
  { at, method = 'GET' }: { at: readonly string[]; method?: 'GET' | 'POST' },
): AccountReader {
  const schema = at.reduceRight<z.ZodType>(
    (inner, name) => z.looseObject({ [name]: inner }),
    amountSchema,
  )
  const readAccount = async (signal: AbortSignal): Promise<ProviderAccount | undefined> => {
    const answer = schema.safeParse(await http.json(path, { method, signal })).data
    const balance = at.reduce<unknown>((value, name) => ownValue(asRecord(value), name), answer)
    return typeof balance === 'string' ? { balance, currency: 'credit' } : undefined
  }
  return {
    readAccount,
    checkKeys: async (signal) => {
      const account = await readAccount(signal)
      return account ? `Accepted; ${account.balance} credits left.` : 'Accepted.'
    },
  }
}
