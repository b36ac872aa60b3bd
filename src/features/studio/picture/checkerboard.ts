import type { CSSProperties } from 'react'

export const checkerboard: CSSProperties = {
  background:
    'repeating-conic-gradient(var(--surface-sunken) 0 25%, var(--surface-raised) 0 50%) 0 0 / 16px 16px',
}
