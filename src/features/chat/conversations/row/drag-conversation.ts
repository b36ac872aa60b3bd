import type { DragEvent } from 'react'

const dragType = 'application/x-bozzetto-conversation'

/** Starts dragging a conversation; other apps receive its link. */
export function dragConversation({ dataTransfer }: DragEvent, id: string): void {
  dataTransfer.setData(dragType, id)
  dataTransfer.effectAllowed = 'linkMove'
}

/** Returns whether a conversation is dragged, as opposed to a file or a text. */
export const hasConversation = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(dragType)

/** Returns the conversation's id; browsers reveal it only in the drop event. */
export const droppedConversation = ({ dataTransfer }: DragEvent): string | undefined =>
  dataTransfer.getData(dragType) || undefined
