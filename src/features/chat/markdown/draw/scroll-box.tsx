import type { ReactNode } from 'react'

type ScrollBoxProps = { label: string; children: ReactNode }

/**
 * Renders a horizontal scroll container for wide content. It is focusable, so that keys can scroll
 * it.
 */
export const ScrollBox = ({ label, children }: ScrollBoxProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- not every browser lets keys reach what scrolls.
  <div data-scroll="" tabIndex={0} role="group" aria-label={label}>
    {children}
  </div>
)
