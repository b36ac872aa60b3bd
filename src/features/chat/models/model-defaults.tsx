import { useQuery } from '@tanstack/react-query'
import { instructionsMax } from '#contract/chat/library.ts'
import type { ChatModel } from '#contract/models.ts'
import { chatParamsQuery, useChatDefault } from '#queries/chat-defaults.ts'
import { InstructionsDialog } from '#ui/params/instructions-dialog.tsx'
import { t } from '#languages/app.ts'

type ModelDefaultsProps = { model: ChatModel; isOpen: boolean; onClose: () => void }

export function ModelDefaultsEditor({ model, isOpen, onClose }: ModelDefaultsProps) {
  const { data } = useQuery(chatParamsQuery(isOpen ? model.id : undefined))
  const { value, error, save } = useChatDefault(model.id)
  const close = () => {
    save.reset()
    onClose()
  }
  return (
    <InstructionsDialog
      isOpen={isOpen}
      onClose={close}
      title={t('Defaults for {name}', { name: model.name })}
      description={t(
        'They apply to all your chats with this model. The settings of an assistant or a chat override them.',
      )}
      value={value}
      paramSchema={data?.paramSchema}
      lengthMax={instructionsMax}
      isPending={save.isPending}
      error={save.error ?? error}
      onSave={(next) => save.mutate(next, { onSuccess: close })}
    />
  )
}
