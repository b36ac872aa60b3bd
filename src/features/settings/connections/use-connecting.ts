import { useSearchParams } from 'wouter'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useRounds } from './use-rounds.ts'

const param = 'connect'

/**
 * The adding of a connection, which has an address: `/settings?connect` shows the grid of services,
 * `/settings?connect=ollama` what one of them needs.
 */
export function useConnecting() {
  const [params, setParams] = useSearchParams()
  const kind = params.get(param)
  const isOpen = kind !== null
  const round = useRounds(isOpen)
  // It stays for a dialog that fades out with its words.
  const last = useLastDefined(kind ?? undefined)
  const go = (kindId: string | undefined, { replace }: { replace: boolean }) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (kindId === undefined) next.delete(param)
        else next.set(param, kindId)
        return next
      },
      { replace },
    )
  return {
    isOpen,
    /** Empty while the grid is shown. */
    kindId: last ?? '',
    /** Counts how often it was opened: each time begins anew. */
    round,
    open: () => go('', { replace: false }),
    pick: (kindId = '') => go(kindId, { replace: false }),
    close: () => go(undefined, { replace: true }),
  }
}
