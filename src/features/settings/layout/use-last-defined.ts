import { useState } from 'react'

/** Returns the value, or the last defined one, for dialogs that fade out with their content. */
export function useLastDefined<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
