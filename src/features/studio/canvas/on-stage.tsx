import { type ReactNode, type RefObject, useRef } from 'react'
import { cn } from '#ui/cn.ts'
import { useCoveredBelow } from '#workshop/editor/use-covered-below.ts'

const nothing: RefObject<HTMLElement | null> = { current: null }

export function OnStage({ isBelow, children }: { isBelow: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useCoveredBelow(isBelow ? place : nothing)
  return (
    <div
      ref={place}
      className={cn(
        'pointer-events-none absolute inset-x-0 bottom-0 grid place-items-center p-4',
        !isBelow && 'top-0',
      )}
    >
      {children}
    </div>
  )
}
