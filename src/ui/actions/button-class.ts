import { cn } from '../cn.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-accent-ink shadow-raised hover:not-disabled:bg-accent-strong active:not-disabled:brightness-95',
  secondary:
    'border border-line-strong bg-surface-raised text-ink shadow-raised hover:not-disabled:bg-[color-mix(in_oklch,var(--surface-raised),var(--ink)_6%)] active:not-disabled:bg-[color-mix(in_oklch,var(--surface-raised),var(--ink)_11%)]',
  ghost:
    'text-ink-muted hover:not-disabled:bg-hover hover:not-disabled:text-ink active:not-disabled:bg-pressed aria-expanded:bg-pressed aria-expanded:text-ink aria-pressed:bg-pressed aria-pressed:text-ink',
  danger:
    'border border-transparent bg-danger-soft text-danger hover:not-disabled:border-danger active:not-disabled:brightness-95',
}

const base =
  'inline-flex shrink-0 select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-[background-color,border-color,color,filter] touch-target [&_svg]:shrink-0 disabled:cursor-not-allowed aria-disabled:cursor-not-allowed'

const disabled =
  'disabled:border-line disabled:bg-surface-sunken disabled:text-ink-faint disabled:shadow-none'

// A disabled ghost button changes only its opacity, because a colour transition would also animate
// the icons that inherit the colour.
const disabledGhost = 'disabled:opacity-50'

/** Returns the classes of a button, except for its width and padding. */
export const buttonClass = (variant: ButtonVariant): string =>
  cn(base, variants[variant], variant === 'ghost' ? disabledGhost : disabled)
