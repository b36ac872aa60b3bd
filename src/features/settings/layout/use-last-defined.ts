import { useState } from 'react'

/** The value, and the last one while there is none: for dialogs that fade out with their words. */
export function useLastDefined<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
