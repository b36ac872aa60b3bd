import { useState } from 'react'

/**
 * Stores the entry that a dialog adds or changes. `round` changes each time the dialog opens. As React `key`, `round`
 * clears the form.
 */
export function useEdited<Entry>() {
  const [edited, setEdited] = useState<Entry | 'new'>()
  const [round, setRound] = useState(0)
  return {
    isOpen: edited !== undefined,
    round,
    entry: edited === 'new' ? undefined : edited,
    edit: (one: Entry | 'new') => {
      setEdited(one)
      setRound(round + 1)
    },
    close: () => setEdited(undefined),
  }
}
