import Download from 'lucide-react/icons/download'
import { toExportUrl } from '#api/chat/export-urls.ts'
import type { MenuItem } from '#ui/overlays/menu-props.ts'
import { t } from '#languages/app.ts'

const exportItem = (label: string, href: string): MenuItem => ({
  label,
  icon: <Download />,
  href,
  download: true,
})

export const exportItems = (conversationId: string): MenuItem[] => [
  exportItem(t('Export as Markdown'), toExportUrl(conversationId, 'markdown')),
  exportItem(t('Export as JSON'), toExportUrl(conversationId, 'json')),
  exportItem(t('Export with attachments'), toExportUrl(conversationId, 'zip')),
]
