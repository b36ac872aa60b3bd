import { useState, type DragEvent, type ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { droppedConversation, hasConversation } from './row/drag-conversation.ts'

type DropPlaceProps = {
  /** A conversation has been dropped on it. */
  onConversation: (id: string) => void
  children: ReactNode
}

/** Something that conversations can be dropped on. Whoever does not drag uses their menu. */
export function DropPlace({ onConversation, children }: DropPlaceProps) {
  const [isOver, setIsOver] = useState(false)
  const over = (event: DragEvent) => {
    if (!hasConversation(event)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setIsOver(true)
  }
  return (
    <div
      role="presentation"
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        // Between the parts of it one is not outside.
        const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
        if (!isInside) setIsOver(false)
      }}
      onDrop={(event) => {
        setIsOver(false)
        const id = droppedConversation(event)
        if (id === undefined) return
        event.preventDefault()
        onConversation(id)
      }}
      className={cn('rounded-md', isOver && 'bg-accent-soft ring-2 ring-accent')}
    >
      {children}
    </div>
  )
}
