import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { testConnection, testNewConnection } from '#api/connections.ts'
import type { ConnectionTest, TestStep } from '#contract/connections.ts'
import { withClient } from '#queries/with-client.ts'
import { refresh } from './queries.ts'

type Run<Input> = (
  input: Input,
  options: { onStep: (step: TestStep) => void; signal: AbortSignal },
) => Promise<ConnectionTest>

export const useTestNewConnection = () => useSteps(testNewConnection)

export const useTestConnection = () => useSteps(testConnection)

/**
 * Runs a connection test, which streams its steps. A new run or a reset aborts the previous run.
 */
function useSteps<Input>(run: Run<Input>) {
  const [steps, setSteps] = useState<readonly TestStep[]>([])
  const running = useRef<AbortController>(null)
  const begin = () => {
    running.current?.abort()
    setSteps([])
    return (running.current = new AbortController()).signal
  }
  const { data, error, isPending, isIdle, mutate, reset } = useMutation({
    mutationFn: (input: Input) => {
      const signal = begin()
      const onStep = (step: TestStep) => {
        if (!signal.aborted) setSteps((before) => [...before, step])
      }
      return run(input, { onStep, signal })
    },
    onSuccess: withClient(refresh),
    // `gcTime: 0` removes keys from the mutation cache.
    gcTime: 0,
  })
  return {
    steps,
    error,
    isPending,
    isIdle,
    mutate,
    isPassed: data?.steps.every(({ state }) => state === 'ok') ?? false,
    hasFailed: error !== null || (data?.steps.some(({ state }) => state === 'failed') ?? false),
    reset: () => {
      begin()
      reset()
    },
  }
}

export type Test = Pick<ReturnType<typeof useTestConnection>, 'steps' | 'error' | 'isPending'>
