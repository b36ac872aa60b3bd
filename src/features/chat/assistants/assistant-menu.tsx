import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Trash2 from 'lucide-react/icons/trash'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { toAssistantFileUrl } from '#api/chat/assistants.ts'
import type { Assistant } from '#contract/chat/assistants.ts'
import { withBase } from '#lib/base-path.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'
import { useAssistantChanges } from '../queries/assistant-queries.ts'

const moreButton = (trigger: OverlayTriggerProps) => (
  <IconButton {...trigger} label={t('Assistant options')} icon={<Ellipsis aria-hidden />} />
)

export function AssistantMenu({ assistant }: { assistant: Assistant }) {
  const { id, name } = assistant
  const [, navigate] = useLocation()
  const { remove } = useAssistantChanges()
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Menu
        trigger={moreButton}
        side="top"
        align="start"
        items={[
          {
            label: t('Save as a file'),
            icon: <Download />,
            onSelect: () => location.assign(withBase(toAssistantFileUrl(id))),
          },
          'separator',
          {
            label: t('Delete…'),
            icon: <Trash2 />,
            isDangerous: true,
            onSelect: () => setIsAsked(true),
          },
        ]}
      />
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        title={t('Delete “{name}”?', { name })}
        description={t(
          'Its chats stay, and another model answers in them. Its files stay in their folder.',
        )}
        confirmLabel={t('Delete')}
        isDangerous
        isBusy={remove.isPending}
        onConfirm={() =>
          remove.mutate(id, {
            onSuccess: () => navigate('/chat/assistants'),
            onError: reportFailure(t('Could not delete the assistant.')),
          })
        }
      />
    </>
  )
}
