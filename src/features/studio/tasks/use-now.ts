import { useEffect, useState } from 'react'

export function useNow(isRunning: boolean, tickMs = 100): number {
  const [nowMs, setNowMs] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNowMs(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isRunning, tickMs])
  return nowMs
}
