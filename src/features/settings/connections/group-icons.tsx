import Blocks from 'lucide-react/icons/blocks'
import Cloud from 'lucide-react/icons/cloud'
import HardDrive from 'lucide-react/icons/hard-drive'
import type { ReactNode } from 'react'
import type { ConnectionKind } from '#contract/connections.ts'

export const groupIcons: Record<ConnectionKind['group'], ReactNode> = {
  local: <HardDrive />,
  cloud: <Cloud />,
  custom: <Blocks />,
}
