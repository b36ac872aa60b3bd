import { useCallback, useEffect, useState } from 'react'

/** Usual time in which a browser restores a lost context, in milliseconds. */
const restoreMs = 2_000
/**
 * Milliseconds between removing the old canvas and creating a new one. The browser needs them to
 * release the old one.
 */
const restartMs = 50

/** State of the canvas. `lost`: the browser may still restore the context. `stuck`: it has not. */
export type GpuState = 'working' | 'lost' | 'stuck' | 'restarting' | 'unavailable'

type Gpu = {
  state: GpuState
  /** Increases whenever the contents of render targets are lost. */
  epoch: number
  onLost: () => void
  onRestored: () => void
  onUnavailable: () => void
  /** Unmounts the canvas for a moment, so that a new canvas gets a new context. */
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
