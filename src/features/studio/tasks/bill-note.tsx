import { formatCredits } from '#lib/params/price.ts'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { listAccounts, quotePrice } from '#api/bills.ts'
import type { Model3d } from '#contract/models.ts'
import { t } from '#languages/studio.ts'

/** Milliseconds without a change after which the price is requested. */
const settleMs = 500

type BillNoteProps = {
  model: Model3d
  params: Record<string, unknown>
  /**
   * True to ask the provider for the price, because the schema states no price and the params are
   * valid.
   */
  isPriceWanted: boolean
}

export function BillNote({ model, params, isPriceWanted }: BillNoteProps) {
  const { provider, id: modelId } = model
  // The deferred value delays the request until the form has rendered.
  const isFormDrawn = useDeferredValue(true, false)
  const isBilled = provider !== 'local' && isFormDrawn
  const { data: account } = useQuery({
    queryKey: ['bills', 'accounts'],
    queryFn: ({ signal }) => listAccounts(signal),
    select: (accounts) => accounts.find((one) => one.provider === provider),
    enabled: isBilled,
    staleTime: 60_000,
    retry: false,
  })
  const { data: price } = useQuery({
    queryKey: ['bills', 'price', modelId, JSON.stringify(params)],
    queryFn: async ({ signal }) => {
      await new Promise((resolve) => {
        setTimeout(resolve, settleMs)
      })
      signal.throwIfAborted()
      return (await quotePrice({ modelId, params }, signal)) ?? null
    },
    enabled: isBilled && isPriceWanted,
    staleTime: 5 * 60_000,
    retry: false,
  })
  const said = [
    price && t('It costs {price}.', { price: formatAmount(price) }),
    account &&
      t('{amount} left.', { amount: formatAmount({ ...account, amount: account.balance }) }),
  ].filter(Boolean)
  if (said.length === 0) return null
  return (
    <p className="px-1 text-xs text-pretty text-ink-muted tabular-nums">
      {said.join(' ')} <span className="text-ink-faint">{t('Reported by the service.')}</span>
    </p>
  )
}

function formatAmount({ amount, currency }: { amount: string; currency?: string | undefined }) {
  if (currency === undefined) return amount
  return currency === 'credit' ? formatCredits(Number(amount)) : `${amount} ${currency}`
}
