import { z } from 'zod'
import type { ProviderAccount } from '../../ports/generation-provider.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const readTimeoutMs = 10_000

/** Numbers come as text; some gateways leave out what they do not bill. */
const amountSchema = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(String)
const accountSchema = z.looseObject({
  data: z.looseObject({
    balance: amountSchema.optional().catch(undefined),
    available_balance: amountSchema.optional().catch(undefined),
    currency: z.string().max(20).optional().catch(undefined),
  }),
})

/**
 * Reads what is left on the account.
 *
 * @returns a function that gives `undefined` where the gateway does not tell.
 */
export const createAccountReader =
  (http: ServiceHttp) => async (): Promise<ProviderAccount | undefined> => {
    const answer = await http.getJsonIfThere(
      '/api/v1/user/balance',
      AbortSignal.timeout(readTimeoutMs),
    )
    const { data } = accountSchema.safeParse(answer).data ?? {}
    // What may be spent counts, which is more than the balance where the gateway gives credit.
    const balance = data?.available_balance ?? data?.balance
    if (balance === undefined) return undefined
    return { balance, ...(data?.currency !== undefined && { currency: data.currency }) }
  }
