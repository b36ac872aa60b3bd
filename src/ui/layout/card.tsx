import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type CardProps = {
  children: ReactNode
  isList?: boolean
  className?: string | undefined
}

/** Renders a raised surface. Use rows inside a card, never another card. */
export const Card = ({ children, isList = false, className }: CardProps) => (
  <div className={cn('card', isList && 'divide-y divide-line overflow-hidden', className)}>
    {children}
  </div>
)
