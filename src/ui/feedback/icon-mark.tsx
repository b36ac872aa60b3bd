import type { ReactNode } from 'react'

/** Renders an icon with an accessible name if `is` is true. */
export const IconMark = (props: { is: boolean | undefined; label: string; icon: ReactNode }) =>
  props.is === true && (
    <span
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an icon drawn in place.
      role="img"
      aria-label={props.label}
      title={props.label}
      className="flex text-ink-faint [&_svg]:size-3.5"
    >
      {props.icon}
    </span>
  )
