import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { t } from '#languages/studio.ts'
import { shutterMs, vibrate } from '#lib/browser/haptics.ts'
import { captureStill } from '../picture/sources/use-webcam.ts'
import { createLooker } from './create-looker.ts'
import type { Coverage } from './coverage.ts'
import { historyMax, shouldTake } from './should-take.ts'

/** Long side in pixels to which frames are shrunk. */
const longSidePx = 960
const pauseMs = 60

type LiveCapture = {
  readonly look: PhotoLook | undefined
  readonly coverage: Coverage
  readonly taken: number
  readonly problem: string | undefined
}

/**
 * Looks for the mat in the camera's video, and automatically takes a sharp photo from each missing
 * direction.
 */
export function useLiveCapture(
  video: RefObject<HTMLVideoElement | null>,
  { isRunning, onPhoto }: { isRunning: boolean; onPhoto: (photo: Blob) => void },
): LiveCapture {
  const [look, setLook] = useState<PhotoLook>()
  const [coverage, setCoverage] = useState<Coverage>(new Set())
  const [taken, setTaken] = useState(0)
  const [problem, setProblem] = useState<string>()
  const covered = useRef<ReadonlySet<string>>(new Set())
  const take = useEffectEvent(onPhoto)

  useEffect(() => {
    if (!isRunning) return undefined
    const looker = createLooker()
    let isStopped = false
    const history: PhotoLook[] = []
    const step = async () => {
      const element = video.current
      if (!element || element.videoWidth === 0) return
      const { videoWidth: width, videoHeight: height } = element
      const seen = await looker.look(element, { width, height, longSidePx })
      if (isStopped) return
      setLook(seen)
      const key = shouldTake(seen, history, covered.current)
      history.push(seen)
      if (history.length > historyMax) history.shift()
      if (key === undefined) return
      const photo = await captureStill(element)
      if (isStopped) return
      covered.current = new Set(covered.current).add(key)
      setCoverage(covered.current)
      setTaken((count) => count + 1)
      vibrate(shutterMs)
      take(photo)
    }
    const run = async () => {
      try {
        for (;;) {
          if (isStopped) return
          await step()
          await new Promise((resolve) => setTimeout(resolve, pauseMs))
        }
      } catch (error) {
        if (isStopped) return
        console.warn('The camera’s frames cannot be looked at.', error)
        setProblem(t('This browser cannot look for the mat. Choose photos or a video instead.'))
      }
    }
    void run()
    return () => {
      isStopped = true
      looker.close()
    }
  }, [isRunning, video])

  return { look, coverage, taken, problem }
}
