import type { ReactNode } from 'react'

/**
 * Renders one of two texts: `fine` for users with a mouse, `coarse` for users with a touch screen.
 */
export const ByPointer = ({ fine, coarse }: { fine: ReactNode; coarse: ReactNode }) => (
  <>
    <span className="pointer-coarse:hidden">{fine}</span>
    <span className="hidden pointer-coarse:inline">{coarse}</span>
  </>
)
