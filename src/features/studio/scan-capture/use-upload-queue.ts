import { useEffect, useRef, useState } from 'react'
import { ApiError, isAbort } from '#api/http/errors.ts'
import type { PictureFile } from '#contract/files.ts'
import { explainError } from '#lib/explain.ts'
import { useLatest } from '#ui/actions/use-latest.ts'
import { sendPhoto } from '../picture/send-photo.ts'

export type UploadQueue = {
  readonly waiting: number
  readonly stored: readonly PictureFile[]
  readonly problem: string | undefined
  readonly add: (photo: Blob) => void
}

const lanes = 2
const retryMs = 3_000
/** Status codes after which another attempt may succeed: signed out, too slow, too many. */
const passing: readonly number[] = [401, 408, 429]

/** Uploads photos in the background, and retries after the connection was lost. */
export function useUploadQueue(nameNext: () => string): UploadQueue {
  const [stored, setStored] = useState<readonly PictureFile[]>([])
  const [waiting, setWaiting] = useState(0)
  const [problem, setProblem] = useState<string>()
  const queue = useRef<File[]>([])
  const running = useRef(0)
  const closing = useRef(new AbortController())
  const latest = useLatest({ nameNext })
  useEffect(() => {
    const controller = new AbortController()
    closing.current = controller
    return () => controller.abort()
  }, [])

  const run = async () => {
    if (running.current >= lanes) return
    running.current++
    const { signal } = closing.current
    for (let file = queue.current.shift(); file && !signal.aborted; file = queue.current.shift()) {
      try {
        const picture = await sendPhoto(file, file.name, signal)
        setStored((held) => [...held, picture])
        setProblem(undefined)
        setWaiting((count) => count - 1)
      } catch (error) {
        if (isAbort(error) || signal.aborted) break
        setProblem(explainError(error))
        if (error instanceof ApiError && error.status < 500 && !passing.includes(error.status)) {
          setWaiting((count) => count - 1)
          continue
        }
        queue.current.unshift(file)
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
    }
    running.current--
  }
  return {
    waiting,
    stored,
    problem,
    add: (photo) => {
      queue.current.push(new File([photo], latest.nameNext(), { type: photo.type }))
      setWaiting((count) => count + 1)
      void run()
    },
  }
}
