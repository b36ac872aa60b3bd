import type { ReactNode } from 'react'
import { cn } from '../cn.ts'

type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger'

type BadgeProps = { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }

const tones: Record<Tone, string> = {
  neutral: 'bg-pressed text-ink-muted',
  accent: 'bg-accent-soft text-accent-strong',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
}

export const Badge = ({ tone = 'neutral', icon, children, className }: BadgeProps) => (
  <span
    className={cn(
      'inline-flex h-5 max-w-full items-center gap-1 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
      tones[tone],
      className,
    )}
  >
    {icon}
    <span className="truncate">{children}</span>
  </span>
)
