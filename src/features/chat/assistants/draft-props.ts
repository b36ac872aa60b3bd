import type { Dispatch, SetStateAction } from 'react'
import type { PutAssistant } from '#contract/chat/assistants.ts'

export type DraftProps = {
  draft: PutAssistant
  onChange: Dispatch<SetStateAction<PutAssistant>>
}
