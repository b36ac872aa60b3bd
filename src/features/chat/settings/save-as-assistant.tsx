import Bookmark from 'lucide-react/icons/bookmark'
import { useLocation } from 'wouter'
import type { ChatSettings } from '#contract/chat/settings.ts'
import { newId } from '#lib/id.ts'
import { Button } from '#ui/actions/button.tsx'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { t } from '#languages/app.ts'
import { useAssistantChanges } from '../queries/assistant-queries.ts'

type SaveAsAssistantProps = { settings: ChatSettings; modelId: string | undefined }

export function SaveAsAssistant({ settings, modelId }: SaveAsAssistantProps) {
  const [, navigate] = useLocation()
  const { put } = useAssistantChanges()
  const save = () => {
    const { systemPrompt, params, tools } = settings
    const id = newId()
    const assistant = {
      name: t('New assistant'),
      description: '',
      ...(modelId !== undefined && { modelId }),
      settings: {
        ...(systemPrompt !== undefined && { systemPrompt }),
        ...(params && { params }),
        ...(tools && { tools }),
      },
      starters: [],
    }
    put.mutate(
      { id, assistant },
      {
        onSuccess: () => navigate(`/chat/assistants/${id}`),
        onError: reportFailure(t('Could not save the assistant.')),
      },
    )
  }
  return (
    <Button icon={<Bookmark aria-hidden />} isLoading={put.isPending} onClick={save}>
      {t('Save as assistant')}
    </Button>
  )
}
