import { useEffect, useState } from 'react'

/**
 * Returns true once the browser has painted a frame after `isReady` became true, so that further
 * downloads do not delay the first content. A hidden page paints no frames and does not wait.
 */
export function useAfterPaint(isReady: boolean): boolean {
  const [isPainted, setIsPainted] = useState(false)
  useEffect(() => {
    if (!isReady || isPainted) return undefined
    let timer: number | undefined
    const note = () => {
      timer = window.setTimeout(() => setIsPainted(true))
    }
    const frame = document.hidden ? undefined : requestAnimationFrame(note)
    if (frame === undefined) note()
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame)
      window.clearTimeout(timer)
    }
  }, [isReady, isPainted])
  return isPainted
}
