import { useEffect, useRef, useState } from 'react'
import { explainError } from '#lib/explain.ts'

/**
 * Manages a form with one value. Focuses the field at first, and selects its text after a failed
 * attempt.
 * @param told error message that is shown at first.
 */
export function useAttempt<T>(send: (value: T) => Promise<void>, told?: string) {
  const [problem, setProblem] = useState(told)
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [])

  async function attempt(value: T): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await send(value)
    } catch (error) {
      setProblem(explainError(error))
      field.current?.select()
    } finally {
      setIsBusy(false)
    }
  }

  return { attempt, problem, setProblem, isBusy, field }
}
