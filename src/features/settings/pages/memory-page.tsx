import { LongChatsPart } from '../memory/long-chats-part.tsx'
import { MemoryPart } from '../memory/memory-part.tsx'

export const MemoryPage = () => (
  <>
    <MemoryPart />
    <LongChatsPart />
  </>
)
