import { useState } from 'react'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { useLastDefined } from './use-last-defined.ts'

type Callbacks = { onSuccess: () => void; onError: (error: Error) => void }

type RemovalOptions<Thing> = {
  remove: (thing: Thing, callbacks: Callbacks) => void
  isPending: boolean
  failed: string
}

export function useRemoval<Thing>({ remove, isPending, failed }: RemovalOptions<Thing>) {
  const [doomed, setDoomed] = useState<Thing>()
  const shown = useLastDefined(doomed)
  const onClose = () => setDoomed(undefined)
  const onConfirm = () => {
    if (doomed === undefined) return
    remove(doomed, {
      onSuccess: onClose,
      onError: reportFailure(failed),
    })
  }
  const dialog = {
    isOpen: doomed !== undefined,
    onClose,
    onConfirm,
    isBusy: isPending,
    isDangerous: true,
  }
  return { ask: setDoomed, shown, dialog }
}
