import { z } from 'zod'
import type { ProviderAccount } from '../../ports/generation-provider.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const readTimeoutMs = 10_000

/** Gateways send amounts as numbers or as text. Some gateways omit amounts. */
const amountSchema = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(String)
const accountSchema = z.looseObject({
  data: z.looseObject({
    balance: amountSchema.optional().catch(undefined),
    available_balance: amountSchema.optional().catch(undefined),
    currency: z.string().max(20).optional().catch(undefined),
  }),
})

/** Creates a function that returns the balance, or `undefined` if the gateway reports none. */
export const createAccountReader =
  (http: ServiceHttp) => async (): Promise<ProviderAccount | undefined> => {
    const answer = await http.getJsonIfThere(
      '/api/v1/user/balance',
      AbortSignal.timeout(readTimeoutMs),
    )
    const { data } = accountSchema.safeParse(answer).data ?? {}
    // The available amount includes credit, so it can exceed the balance.
    const balance = data?.available_balance ?? data?.balance
    if (balance === undefined) return undefined
    return { balance, ...(data?.currency !== undefined && { currency: data.currency }) }
  }
