import Box from 'lucide-react/icons/box'
import Cloud from 'lucide-react/icons/cloud'
import Globe from 'lucide-react/icons/globe'
import HardDrive from 'lucide-react/icons/hard-drive'
import Link2 from 'lucide-react/icons/link-2'
import Sparkles from 'lucide-react/icons/sparkles'
import type { ReactNode } from 'react'
import type { KindCategory } from './find-kinds.ts'

export const categoryIcons: Record<KindCategory, ReactNode> = {
  popular: <Sparkles aria-hidden />,
  local: <HardDrive aria-hidden />,
  cloud: <Cloud aria-hidden />,
  '3d': <Box aria-hidden />,
  web: <Globe aria-hidden />,
  address: <Link2 aria-hidden />,
}
