import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { drawBoxes } from '../markdown/lazy/lazy-boxes.ts'
import { fitFormulas } from './fit-formulas.ts'

/** Returns whether the page is being printed. All rows must then be rendered at once. */
export function useIsPrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => {
      flushSync(() => setIsPrinting(true))
      drawBoxes(document, 'whole')
      fitFormulas()
    }
    const end = () => setIsPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
