import { useCallback, useRef, useState } from 'react'

export type Chosen = {
  /** Ids of the selected models. `undefined` while no selection is active. */
  ids: ReadonlySet<string> | undefined
  begin: () => void
  toggle: (id: string) => void
  /**
   * Selects all models from the last selected model to this model.
   * @param order all ids in display order.
   */
  extendTo: (id: string, order: readonly string[]) => void
  add: (ids: readonly string[]) => void
  end: () => void
}

export function useChosen(): Chosen {
  const [ids, setIds] = useState<ReadonlySet<string>>()
  const anchor = useRef<string>(undefined)
  const toggle = useCallback((id: string) => {
    anchor.current = id
    setIds((held) => {
      const next = new Set(held)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }, [])
  const add = useCallback(
    (more: readonly string[]) => setIds((held) => new Set([...(held ?? []), ...more])),
    [],
  )
  const extendTo = useCallback(
    (id: string, order: readonly string[]) => {
      const to = order.indexOf(id)
      const from = anchor.current === undefined ? to : order.indexOf(anchor.current)
      if (from < 0) anchor.current = id
      const start = from < 0 ? to : from
      add(order.slice(Math.min(start, to), Math.max(start, to) + 1))
      anchor.current ??= id
    },
    [add],
  )
  return {
    ids,
    begin: () => setIds(new Set()),
    toggle,
    extendTo,
    add,
    end: () => {
      anchor.current = undefined
      setIds(undefined)
    },
  }
}
