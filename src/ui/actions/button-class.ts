import { cn } from '../cn.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-accent-ink shadow-raised hover:not-disabled:bg-accent-strong active:not-disabled:brightness-95',
  secondary:
    'border border-line-strong bg-surface-raised text-ink shadow-raised hover:not-disabled:bg-button-hover active:not-disabled:bg-button-pressed [&_svg]:text-ink-muted',
  ghost:
    'text-ink-muted hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-pressed aria-expanded:bg-pressed aria-expanded:text-ink aria-pressed:bg-accent-soft aria-pressed:text-accent-strong',
  danger:
    'bg-danger text-accent-ink shadow-raised forced-colors:bg-accent hover:not-disabled:brightness-95 active:not-disabled:brightness-90',
}

const base =
  'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-[background-color,border-color,color,filter] [&_svg]:shrink-0 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed'

const disabled =
  'disabled:border-line disabled:bg-surface-sunken disabled:text-ink-faint disabled:shadow-none'

// Only the opacity changes, because a colour transition would also animate the icons.
const disabledGhost = 'disabled:opacity-50'

export const buttonClass = (variant: ButtonVariant): string =>
  cn(base, variants[variant], variant === 'ghost' ? disabledGhost : disabled)
