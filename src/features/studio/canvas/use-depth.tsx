import { useState } from 'react'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import type { Depth, DepthChoice, DepthSubject } from './depth.tsx'

const loadDepth = async () => (await import('./depth.tsx')).getDepth

/** @returns `undefined` if the model's generator has no depth param, or while the code loads. */
export function useDepth(subject: DepthSubject): Depth | undefined {
  const [chosen, setChosen] = useState<DepthChoice>()
  const createDepth = useLoadedCode(loadDepth, subject.made !== undefined)
  return createDepth?.(subject, chosen, setChosen)
}
