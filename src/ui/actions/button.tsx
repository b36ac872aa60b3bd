import { withBase } from '#lib/base-path.ts'
import type { ComponentProps, ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class.ts'
import { cn } from '../cn.ts'
import { Spinner } from '../progress/spinner.tsx'

type Look = {
  variant?: ButtonVariant | undefined
  size?: ButtonSize | undefined
  icon?: ReactNode
}

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Shows a spinner and ignores clicks. The button keeps the focus. */
    isLoading?: boolean | undefined
  }

const sizes: Record<ButtonSize, string> = {
  sm: 'h-7 gap-1.5 px-2.5 text-xs touch-target-small [&_svg]:size-3.5',
  md: 'h-8.5 gap-1.75 px-3.25 text-sm touch-target [&_svg]:size-4',
  lg: 'h-10.5 gap-2 px-4.5 text-base touch-target [&_svg]:size-4',
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  isLoading = false,
  className,
  onClick,
  type = 'button',
  children,
  ...button
}: ButtonProps) {
  return (
    <button
      {...button}
      type={type}
      // The attribute `disabled` would remove the focus from the button.
      aria-disabled={isLoading || undefined}
      aria-busy={isLoading || undefined}
      onClick={isLoading ? (event) => event.preventDefault() : onClick}
      className={cn(buttonClass(variant), sizes[size], className)}
    >
      {isLoading ? <Spinner /> : icon}
      {children}
    </button>
  )
}

export function LinkButton({
  variant = 'secondary',
  size = 'md',
  icon,
  className,
  children,
  ...anchor
}: ComponentProps<'a'> & Look) {
  return (
    <a
      {...anchor}
      href={withBase(anchor.href)}
      className={cn(buttonClass(variant), sizes[size], className)}
    >
      {icon}
      {children}
    </a>
  )
}
