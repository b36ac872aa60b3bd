import { useEffect, useRef, useState } from 'react'
import { explain } from '#api/errors.ts'
import type { SignIn } from '#contract/access.ts'

/** One try after the other to sign in; the field is focused at first, and selected after a wrong try. */
export function useSignIn(send: (credential: SignIn) => Promise<void>) {
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [])

  async function attempt(credential: SignIn): Promise<void> {
    if (isBusy) return
    setIsBusy(true)
    setProblem(undefined)
    try {
      await send(credential)
    } catch (error) {
      setProblem(explain(error))
      field.current?.select()
    } finally {
      setIsBusy(false)
    }
  }

  return { attempt, problem, setProblem, isBusy, field }
}
