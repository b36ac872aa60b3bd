import { useQuery } from '@tanstack/react-query'
import HardDriveDownload from 'lucide-react/icons/hard-drive-download'
import { explainError } from '#lib/explain.ts'
import type { Connection } from '#contract/connections.ts'
import { modelsOfQuery } from '#queries/models.ts'
import { Button } from '#ui/actions/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Spinner } from '#ui/progress/spinner.tsx'
import { ModelsPanel } from './models-panel.tsx'

type ModelsDialogProps = {
  isOpen: boolean
  connection: Pick<Connection, 'id' | 'name' | 'isOn'>
  /** True if the connection belongs to the person or a team, not to the server. */
  isOwn?: boolean
  /** Absent if the server stores no models. */
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
  const { id, name, isOn } = connection
  const of = { id, isOwn }
  const { data, error, refetch } = useQuery({ ...modelsOfQuery(of), enabled: isOpen && isOn })
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={`Models of ${name}`}
      description="Models that are off are not offered in the chat, the studio or the HTTP interface."
      footer={
        onStorage && (
          <Button icon={<HardDriveDownload aria-hidden />} onClick={onStorage}>
            Download models
          </Button>
        )
      }
    >
      {data ? (
        <ModelsPanel connection={of} list={data} />
      ) : (
        <div className="grid min-h-40 place-items-center text-ink-muted">
          {!isOn && 'This connection is off. Switch it on to see its models.'}
          {isOn && !error && <Spinner label="Loading models" className="size-5" />}
          {isOn && error && (
            <div role="alert" className="flex flex-col items-center gap-3">
              {explainError(error)}
              <Button onClick={() => void refetch()}>Try again</Button>
            </div>
          )}
        </div>
      )}
    </Dialog>
  )
}
