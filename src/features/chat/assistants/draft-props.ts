import type { PutAssistant } from '#contract/chat/assistants.ts'

export type DraftProps = { draft: PutAssistant; onChange: (draft: PutAssistant) => void }
