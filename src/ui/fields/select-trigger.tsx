import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import type { ComponentProps } from 'react'
import { t } from '#languages/app.ts'
import { cn } from '../cn.ts'

type SelectTriggerProps = Omit<ComponentProps<'button'>, 'children' | 'className'> & {
  look: {
    variant?: 'control' | 'ghost' | undefined
    className?: string | undefined
    placeholder?: string | undefined
    disabled?: boolean | undefined
    'aria-label'?: string | undefined
  }
  label: string | undefined
}

const ghost =
  'h-8 max-w-full rounded-row px-2.25 font-medium text-ink hover:bg-hover aria-expanded:bg-pressed coarse:h-11'

/**
 * Renders the button of a closed select. The button looks the same before and after the code of the
 * list is loaded.
 */
export function SelectTrigger({ look, label, ...button }: SelectTriggerProps) {
  const name = look['aria-label']
  return (
    <button
      {...button}
      type="button"
      disabled={look.disabled}
      aria-label={name === undefined || label === undefined ? name : `${name}: ${label}`}
      className={cn(
        'flex min-w-0 items-center gap-2 text-start select-none',
        look.variant === 'ghost' ? ghost : 'control',
        look.className,
      )}
    >
      <span className={cn('min-w-0 flex-1 truncate', label === undefined && 'text-ink-faint')}>
        {label ?? look.placeholder ?? t('Choose')}
      </span>
      <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-ink-faint" />
    </button>
  )
}
