import { useState } from 'react'

/**
 * Stores the entry that a dialog adds or changes. `round` is a React `key` that clears the form
 * each time the dialog opens.
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
