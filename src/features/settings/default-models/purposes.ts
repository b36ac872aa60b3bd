import type { ModelPurpose } from '#contract/models.ts'

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
    title: 'Chat',
    about: 'Answers new chats.',
    none: 'Last used model',
    meanwhile: 'New chats begin with the model used last.',
  },
  {
    id: 'titles',
    title: 'Chat titles',
    about: 'A small, fast model will do.',
    none: 'The chat’s own model',
    meanwhile: 'Titles come from the chat’s own model.',
  },
  {
    id: '3d',
    title: '3D models',
    about: 'Selected when you open the studio.',
    none: 'Last used model',
    meanwhile: 'The studio keeps the model used last.',
  },
]
