import { useState, type Dispatch, type SetStateAction } from 'react'

/** State of a dialog that is empty again each time it is opened; while it fades out the words stay. */
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
