import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type CardProps = {
  children: ReactNode
  isList?: boolean
  className?: string | undefined
}

/** Renders a raised surface. Inside it, use rows, never another card. */
export const Card = ({ children, isList = false, className }: CardProps) => (
  <div className={cn('card', isList && 'divide-y divide-line overflow-hidden', className)}>
    {children}
  </div>
)
