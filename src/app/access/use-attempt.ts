import { useEffect, useRef, useState } from 'react'
import { explainError } from '#lib/explain.ts'

/**
 * Manages attempts to submit one value; the field is focused initially, and its text is selected
 * after a failed attempt.
 *
 * @param told an initial error message.
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
