import { Blocks, Cloud, HardDrive } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConnectionKind } from '#contract/connections.ts'

export const groupIcons: Record<ConnectionKind['group'], ReactNode> = {
  local: <HardDrive />,
  cloud: <Cloud />,
  custom: <Blocks />,
}
