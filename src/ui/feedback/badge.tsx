import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type Tone = 'neutral' | 'outline' | 'accent' | 'success' | 'warning' | 'danger' | 'info'

type BadgeProps = {
  tone?: Tone
  size?: 'sm' | 'md'
  icon?: ReactNode
  children: ReactNode
  className?: string
}

const tones: Record<Tone, string> = {
  neutral: 'bg-hover text-ink-muted',
  outline: 'border border-line-strong text-ink-muted',
  accent: 'bg-accent-soft text-accent-strong',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
  info: 'bg-info-soft text-info',
}

const sizes = {
  sm: 'h-5 px-1.75 text-2xs',
  md: 'h-6 px-2.25 text-xs',
}

export const Badge = ({ tone = 'neutral', size = 'sm', icon, children, className }: BadgeProps) => (
  <span
    className={cn(
      'inline-flex max-w-full items-center gap-1.25 rounded-full font-medium whitespace-nowrap [&_svg]:size-3.25 [&_svg]:shrink-0 [&_svg]:stroke-[2.1]',
      sizes[size],
      tones[tone],
      className,
    )}
  >
    {icon}
    <span className="truncate">{children}</span>
  </span>
)
