import { useCallback, useEffect, useState } from 'react'

/** How long a browser usually needs to bring a lost context back. */
const restoreMs = 2_000
/** Lets the old canvas go before a new one takes over the model. */
const restartMs = 50

/** Whether the canvas can draw: `lost` may come back by itself, `stuck` did not. */
export type GpuState = 'working' | 'lost' | 'stuck' | 'restarting' | 'unavailable'

type Gpu = {
  state: GpuState
  /** Grows each time that everything drawn into textures is gone. */
  epoch: number
  onLost: () => void
  onRestored: () => void
  onUnavailable: () => void
  /** Takes the canvas away for a moment, so that a new one gets a new context. */
  restart: () => void
}

/** Follows a canvas through the loss of its GPU context and back. */
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
