import { useState, type DragEvent, type ReactNode } from 'react'
import { cn } from '#ui/cn.ts'
import { droppedConversation, hasConversation } from './row/drag-conversation.ts'

type DropPlaceProps = {
  onConversation: (id: string) => void
  children: ReactNode
}

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
