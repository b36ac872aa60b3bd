import { createElement, type SVGProps } from 'react'

/**
 * Creates an icon component. The build replaces imports from `lucide-react` by calls of this
 * function: see `src/cli/build/small-icons.ts`.
 * @param lines SVG path data of all lines, in a square of 24 units.
 * @param filled SVG path data of a shape that is also filled.
 */
export const icon =
  (lines: string, filled?: string) =>
  ({ children, ...props }: SVGProps<SVGSVGElement>) =>
    createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: 24,
        height: 24,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // Like `lucide-react`, hide icons from screen readers unless they have a label.
        'aria-hidden': !('aria-label' in props),
        ...props,
      },
      createElement('path', { d: lines }),
      filled && createElement('path', { d: filled, fill: 'currentColor' }),
      children,
    )
