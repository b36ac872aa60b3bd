import { useEffect, useRef, useState } from 'react'
import { explain } from '#lib/explain.ts'

/**
 * One try after the other; the field is focused at first, and selected after a wrong try.
 *
 * @param told what is wrong already.
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
      setProblem(explain(error))
      field.current?.select()
    } finally {
      setIsBusy(false)
    }
  }

  return { attempt, problem, setProblem, isBusy, field }
}
