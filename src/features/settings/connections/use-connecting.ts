import { useSearchParams } from 'wouter'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useOpenCount } from './use-open-count.ts'

const param = 'connect'

/**
 * Synchronises the dialog for a new connection with the URL. `?connect` lists all providers, and
 * `?connect=ollama` opens the form for Ollama.
 */
export function useConnecting() {
  const [params, setParams] = useSearchParams()
  const kind = params.get(param)
  const isOpen = kind !== null
  const round = useOpenCount(isOpen)
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
    kindId: last ?? '',
    round,
    open: () => go('', { replace: false }),
    pick: (kindId = '') => go(kindId, { replace: false }),
    close: () => go(undefined, { replace: true }),
  }
}
