import type { ModelPurpose } from '#contract/models.ts'
import { t } from '#languages/settings.ts'

export type Purpose = {
  id: ModelPurpose
  title: string
  about: string
  none: string
  meanwhile: string
}

export const purposes: readonly Purpose[] = [
  {
    id: 'chat',
    title: t('Chat'),
    about: t('Answers new chats.'),
    none: t('Last used model'),
    meanwhile: t('New chats begin with the model used last.'),
  },
  {
    id: 'titles',
    title: t('Chat titles'),
    about: t('A small, fast model will do.'),
    none: t('The chat’s own model'),
    meanwhile: t('Titles come from the chat’s own model.'),
  },
  {
    id: '3d',
    title: t('3D models'),
    about: t('Selected when you open the studio.'),
    none: t('Last used model'),
    meanwhile: t('The studio keeps the model used last.'),
  },
]
