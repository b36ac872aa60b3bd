import type { ReactNode } from 'react'

/** Words for people with a mouse, who can drop files, and for those with a finger, who cannot. */
export const ByPointer = ({ fine, coarse }: { fine: ReactNode; coarse: ReactNode }) => (
  <>
    <span className="pointer-coarse:hidden">{fine}</span>
    <span className="hidden pointer-coarse:inline">{coarse}</span>
  </>
)
