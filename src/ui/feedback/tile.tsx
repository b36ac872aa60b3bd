import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type TileProps = {
  icon: ReactNode
  tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger'
  size?: 'sm' | 'md'
}

const tones = {
  neutral: 'bg-hover text-ink-muted',
  accent: 'bg-accent-soft text-accent-strong',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

export const Tile = ({ icon, tone = 'neutral', size = 'md' }: TileProps) => (
  <span
    aria-hidden
    className={cn(
      'inline-grid shrink-0 place-items-center',
      size === 'md' ? 'size-9 rounded-tile [&_svg]:size-4.5' : 'size-7 rounded-md [&_svg]:size-4',
      tones[tone],
    )}
  >
    {icon}
  </span>
)
