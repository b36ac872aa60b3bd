import { useCallback, useEffect, useState } from 'react'

/** Usual time for a browser to restore a lost context. */
const restoreMs = 2_000
/**
 * Delay between the removal of the old canvas and the creation of a new one, so that the browser
 * releases the old one.
 */
const restartMs = 50

/**
 * State of the canvas: `lost` means that the browser may still restore the context, `stuck` that it
 * has not.
 */
export type GpuState = 'working' | 'lost' | 'stuck' | 'restarting' | 'unavailable'

type Gpu = {
  state: GpuState
  /** Incremented each time the contents of render targets are lost. */
  epoch: number
  onLost: () => void
  onRestored: () => void
  onUnavailable: () => void
  /** Unmounts the canvas briefly, so that a new one gets a new context. */
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
