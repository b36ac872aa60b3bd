import { useFrame, useThree } from '@react-three/fiber'
import { useCallback, useRef } from 'react'

/**
 * Animates an amount from 0 to 1 after `begin`, and requests the frames.
 * @param durationMs 0 finishes in one step.
 * @param apply receives the amount in every frame, 0 before the first `begin`.
 * @returns `begin`, which restarts at 0 each time.
 */
export function useFade(durationMs: number, apply: (amount: number) => void): () => void {
  const amount = useRef(0)
  const isRunning = useRef(false)
  const invalidate = useThree((state) => state.invalidate)

  useFrame((_, deltaSeconds) => {
    if (isRunning.current) {
      // The first frame's delta is replaced, because it includes the pause before the animation.
      const seconds = amount.current === 0 ? 0.016 : deltaSeconds
      const step = durationMs > 0 ? seconds / (durationMs / 1000) : 1
      amount.current = Math.min(1, amount.current + step)
      isRunning.current = amount.current < 1
      if (isRunning.current) invalidate()
    }
    apply(amount.current)
  })

  return useCallback(() => {
    amount.current = 0
    isRunning.current = true
    invalidate()
  }, [invalidate])
}
