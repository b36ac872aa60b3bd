import ChartColumn from 'lucide-react/icons/chart-column'
import Gauge from 'lucide-react/icons/gauge'
import HardDriveDownload from 'lucide-react/icons/hard-drive-download'
import KeyRound from 'lucide-react/icons/key-round'
import Trash2 from 'lucide-react/icons/trash'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { Connection, ConnectionKind } from '#contract/connections.ts'
import { Card } from '#ui/layout/card.tsx'
import { ListRow } from '#ui/layout/list-row.tsx'
import { t } from '#languages/settings.ts'
import { formatDay } from '../layout/format-day.ts'
import type { ConnectionDialog } from './connection-dialogs.tsx'

type ConnectionLinksProps = {
  connection: Connection
  kind: ConnectionKind | undefined
  onDialog: (dialog: ConnectionDialog) => void
}

export function ConnectionLinks({ connection, kind, onDialog }: ConnectionLinksProps) {
  const [, navigate] = useLocation()
  const isOwn = connection.source === 'settings'
  return (
    <Card isList>
      <ListRow
        tile={<Icon icon={<KeyRound />} />}
        title={isOwn ? t('Key and address') : t('Set in the environment')}
        detail={describeKey(connection)}
        onOpen={isOwn ? () => onDialog('edit') : undefined}
      />
      {connection.isOn && kind?.storage && (
        <ListRow
          tile={<Icon icon={<HardDriveDownload />} />}
          title={t('Stored models')}
          detail={t('Download and delete models on its disk')}
          onOpen={() => onDialog('storage')}
        />
      )}
      <ListRow
        tile={<Icon icon={<ChartColumn />} />}
        title={t('Usage')}
        detail={t('Tokens and costs by day and model')}
        onOpen={() => navigate('/settings/usage')}
      />
      <ListRow
        tile={<Icon icon={<Gauge />} />}
        title={t('Limits')}
        detail={t('How much may be spent, and by whom')}
        onOpen={() => navigate('/settings/limits')}
      />
      {isOwn && (
        <ListRow
          tile={<Icon icon={<Trash2 />} />}
          title={t('Delete this connection')}
          detail={t('Chats and 3D models stay')}
          onOpen={() => onDialog('delete')}
        />
      )}
    </Card>
  )
}

const Icon = ({ icon }: { icon: ReactNode }) => (
  <span aria-hidden className="flex text-ink-muted [&_svg]:size-4">
    {icon}
  </span>
)

/** Describes address and stored key, such as `api.openai.com · key sk-…a1B2 of 3 Nov 2026`. */
function describeKey({ address, secrets }: Connection): string {
  const [key] = secrets
  const parts = [
    address,
    key && t('key {hint}, stored {setAt}', { hint: key.hint, setAt: formatDay(key.setAt) }),
  ].filter((part) => part !== undefined)
  return parts.length === 0 ? t('No key is stored') : parts.join(' · ')
}
