import { useEffect, useRef, useState } from 'react'
import { describeFailure } from '#model-files/errors.ts'
import { askWorker } from '#model-files/worker/ask-worker.ts'

type Task<Answer> = {
  worker: Worker
  question: unknown
  onDone: (answer: Answer) => void
}

type Work<Key extends string, Answer> = {
  busy: { key: Key; fraction: number } | undefined
  failure: string | undefined
  run: (key: Key, task: Task<Answer>) => Promise<void>
  stop: () => void
}

/**
 * Runs one worker task at a time, and stops the task on unmount.
 * @param url of the model that the tasks change. Another address, such as after an undo, stops the
 * task, because its result would bring the old model back.
 */
export function useWork<Key extends string, Answer>(url?: string): Work<Key, Answer> {
  const [busy, setBusy] = useState<{ key: Key; fraction: number }>()
  const [failure, setFailure] = useState<string>()
  const running = useRef<AbortController>(undefined)
  const startedFor = useRef<string>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  useEffect(() => {
    if (startedFor.current !== url) running.current?.abort()
  }, [url])

  return {
    busy,
    failure,
    run: async (key, { worker, question, onDone }) => {
      running.current?.abort()
      const abort = (running.current = new AbortController())
      startedFor.current = url
      setBusy({ key, fraction: 0 })
      setFailure(undefined)
      try {
        const answer = await askWorker<Answer>(worker, question, {
          signal: abort.signal,
          onProgress: (fraction) => setBusy({ key, fraction }),
        })
        onDone(answer)
      } catch (error) {
        if (!abort.signal.aborted) setFailure(describeFailure(error))
      } finally {
        if (running.current === abort) setBusy(undefined)
      }
    },
    stop: () => running.current?.abort(),
  }
}
