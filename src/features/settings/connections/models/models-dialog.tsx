import HardDriveDownload from 'lucide-react/icons/hard-drive-download'
import type { Connection } from '#contract/connections.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/settings.ts'
import { ModelsOfConnection } from './models-of-connection.tsx'

type ModelsDialogProps = {
  isOpen: boolean
  connection: Pick<Connection, 'id' | 'name' | 'isOn'>
  /** True for a connection of the user or a team. False for a connection of the server. */
  isOwn?: boolean
  onStorage?: (() => void) | undefined
  onClose: () => void
}

export function ModelsDialog({
  isOpen,
  connection,
  isOwn = false,
  onStorage,
  onClose,
}: ModelsDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={t('Models of {name}', { name: connection.name })}
      description={t(
        'Models that are off are not offered in the chat, the studio or the HTTP interface.',
      )}
      footer={
        onStorage && (
          <Button icon={<HardDriveDownload aria-hidden />} onClick={onStorage}>
            {t('Download models')}
          </Button>
        )
      }
    >
      <ModelsOfConnection connection={connection} isOwn={isOwn} isWanted={isOpen} />
    </Dialog>
  )
}
