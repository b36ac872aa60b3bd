import { useCallback, useState } from 'react'

export type Chosen = {
  /** Ids in the order in which they were ticked; `undefined` while none are being chosen. */
  ids: ReadonlySet<string> | undefined
  begin: () => void
  toggle: (id: string) => void
  end: () => void
}

/** Models that are ticked to do something with all of them. */
export function useChosen(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const toggle = useCallback(
    (id: string) =>
      setIds((held) => {
        const next = new Set(held)
        if (!next.delete(id)) next.add(id)
        return next
      }),
    [],
  )
  return {
    ids,
    begin: () => setIds(new Set()),
    toggle,
    end: () => setIds(undefined),
  }
}
