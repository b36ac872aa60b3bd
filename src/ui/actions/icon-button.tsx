import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { cn } from '../cn.ts'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
  /** Shortcut to show in the tooltip, with spaces between keys: `G C`. */
  keys?: string | undefined
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  isActive?: boolean | undefined
}

const sizes: Record<ButtonSize, string> = {
  sm: 'size-7 touch-target-small [&_svg]:size-3.75',
  md: 'size-8 touch-target [&_svg]:size-4',
  lg: 'size-10 touch-target [&_svg]:size-5',
}

export function IconButton({
  label,
  icon,
  keys,
  variant = 'ghost',
  size = 'md',
  isActive,
  className,
  type = 'button',
  ...button
}: IconButtonProps) {
  return (
    <button
      aria-pressed={isActive}
      {...button}
      type={type}
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys={keys}
      className={cn(buttonClass(variant), sizes[size], className)}
    >
      {icon}
    </button>
  )
}
