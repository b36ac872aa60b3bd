import { z } from 'zod'
import type { ProviderAccount } from '../../ports/generation-provider.ts'
import type { ServiceHttp } from '../service/service-http.ts'

const readTimeoutMs = 10_000

const amountSchema = z.union([z.number(), z.string().regex(/^-?\d+(\.\d+)?$/)]).transform(String)
const accountSchema = z.looseObject({
  data: z.looseObject({
    balance: amountSchema.optional().catch(undefined),
    available_balance: amountSchema.optional().catch(undefined),
    currency: z.string().max(20).optional().catch(undefined),
  }),
})

export const createAccountReader =
  (http: ServiceHttp) => async (): Promise<ProviderAccount | undefined> => {
    const answer = await http.getJsonIfThere(
      '/api/v1/user/balance',
      AbortSignal.timeout(readTimeoutMs),
    )
    const { data } = accountSchema.safeParse(answer).data ?? {}
    const balance = data?.available_balance ?? data?.balance
    if (balance === undefined) return undefined
    return { balance, ...(data?.currency !== undefined && { currency: data.currency }) }
  }
