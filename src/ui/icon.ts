import { createElement, type SVGProps } from 'react'

/**
 * What the built page draws icons by, instead of `lucide-react`'s own component: `src/cli/build/small-icons.ts` makes each of
 * them of its lines.
 *
 * @param lines the path of all its lines, in a square of 24.
 * @param filled a path that is filled as well.
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
        // As there: what has a name of its own is read out.
        'aria-hidden': !('aria-label' in props),
        ...props,
      },
      createElement('path', { d: lines }),
      filled && createElement('path', { d: filled, fill: 'currentColor' }),
      children,
    )
