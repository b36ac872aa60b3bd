import { useSearchParams } from 'wouter'
import { useLastDefined } from '../layout/use-last-defined.ts'
import { useOpenCount } from './use-open-count.ts'

const param = 'connect'

/**
 * Maps the dialog for a new connection to the address: `/settings?connect` shows the grid of
 * services, `/settings?connect=ollama` the form of one.
 */
export function useConnecting() {
  const [params, setParams] = useSearchParams()
  const kind = params.get(param)
  const isOpen = kind !== null
  const round = useOpenCount(isOpen)
  // Keep the last kind while the dialog fades out.
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
    /** Id of the kind of service; empty while the grid is shown. */
    kindId: last ?? '',
    /** Changes each time the dialog opens, to reset its state. */
    round,
    open: () => go('', { replace: false }),
    pick: (kindId = '') => go(kindId, { replace: false }),
    close: () => go(undefined, { replace: true }),
  }
}
