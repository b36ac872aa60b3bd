import Download from 'lucide-react/icons/download'
import { toExportUrl } from '#api/chat/export-urls.ts'
import type { MenuItem } from '#ui/overlays/menu-props.ts'

const exportItem = (label: string, href: string): MenuItem => ({
  label,
  icon: <Download />,
  href,
  download: true,
})

export const exportItems = (conversationId: string): MenuItem[] => [
  exportItem('Export as Markdown', toExportUrl(conversationId, 'markdown')),
  exportItem('Export as JSON', toExportUrl(conversationId, 'json')),
  exportItem('Export with attachments', toExportUrl(conversationId, 'zip')),
]
