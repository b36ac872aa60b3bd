import { useState, type Dispatch, type SetStateAction } from 'react'

/**
 * Returns state that is reset when a dialog opens. The state is kept while the dialog fades out.
 */
export function useSinceOpened<T>(
  isOpen: boolean,
): [T | undefined, Dispatch<SetStateAction<T | undefined>>] {
  const [value, setValue] = useState<T>()
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (wasOpen !== isOpen) {
    setWasOpen(isOpen)
    if (isOpen) setValue(undefined)
  }
  return [value, setValue]
}
