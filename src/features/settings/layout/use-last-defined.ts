import { useState } from 'react'

/** Returns the value, or the last defined value. Dialogs use the last value while they fade out. */
export function useLastDefined<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
