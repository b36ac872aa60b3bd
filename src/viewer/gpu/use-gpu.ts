import { useCallback, useEffect, useState } from 'react'

/** Usual time in which a browser restores a lost context, in milliseconds. */
const restoreMs = 2_000
/**
 * Milliseconds between removing a canvas and creating a new one, in which the browser releases the
 * old canvas.
 */
const restartMs = 50

/**
 * State of the canvas. In `lost`, the browser may still restore the context, and in `stuck`, the
 * usual time has passed.
 */
export type GpuState = 'working' | 'lost' | 'stuck' | 'restarting' | 'unavailable'

type Gpu = {
  state: GpuState
  epoch: number
  onLost: () => void
  onRestored: () => void
  onUnavailable: () => void
  /** Replaces the canvas, because a new canvas gets a new context. */
  restart: () => void
}

export function useGpu(): Gpu {
  const [state, setState] = useState<GpuState>('working')
  const [epoch, setEpoch] = useState(0)
  const begin = useCallback(() => {
    setState('working')
    setEpoch((count) => count + 1)
  }, [])

  useEffect(() => {
    if (state !== 'lost' && state !== 'restarting') return
    const next = state === 'lost' ? () => setState('stuck') : begin
    const timer = setTimeout(next, state === 'lost' ? restoreMs : restartMs)
    return () => clearTimeout(timer)
  }, [state, begin])

  return {
    state,
    epoch,
    onLost: () => setState('lost'),
    onRestored: begin,
    onUnavailable: () => setState('unavailable'),
    restart: () => setState('restarting'),
  }
}
