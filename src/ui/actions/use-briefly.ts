import { useEffect, useState } from 'react'

const shownMs = 1_600

/** Something that is true for a moment, such as “Copied”: whether it is, and what makes it so. */
export function useBriefly(): [isOn: boolean, turnOn: () => void] {
  const [isOn, setIsOn] = useState(false)

  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setIsOn(false), shownMs)
    return () => clearTimeout(timer)
  }, [isOn])

  return [isOn, () => setIsOn(true)]
}
