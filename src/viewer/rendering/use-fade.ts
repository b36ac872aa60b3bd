import { useFrame, useThree } from '@react-three/fiber'
import { useCallback, useRef } from 'react'

/**
 * Brings an amount from 0 to 1 over the frames after `begin`, asking for those frames.
 *
 * @param durationMs 0 arrives in one step.
 * @param apply hears the amount in every frame, 0 before the first `begin`; it may change
 *   three.js objects.
 * @returns `begin`, which starts again at 0 each time.
 */
export function useFade(durationMs: number, apply: (amount: number) => void): () => void {
  const amount = useRef(0)
  const isRunning = useRef(false)
  const invalidate = useThree((state) => state.invalidate)

  useFrame((_, deltaSeconds) => {
    if (isRunning.current) {
      // The first frame has the pause before it in it.
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
