import { InstructionsPart } from '../memory/instructions-part.tsx'
import { LongChatsPart } from '../memory/long-chats-part.tsx'
import { MemoryPart } from '../memory/memory-part.tsx'

export const MemoryPage = () => (
  <>
    <InstructionsPart />
    <MemoryPart />
    <LongChatsPart />
  </>
)
