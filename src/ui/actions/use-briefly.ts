import { useEffect, useState } from 'react'

const shownMs = 1_600

/**
 * Returns a flag that turns itself off after a moment, for labels such as “Copied”, and a function
 * that turns the flag on.
 */
export function useBriefly(): [isOn: boolean, turnOn: () => void] {
  const [isOn, setIsOn] = useState(false)

  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIsOn(false), shownMs)
    return () => clearTimeout(timer)
  }, [isOn])

  return [isOn, () => setIsOn(true)]
}
