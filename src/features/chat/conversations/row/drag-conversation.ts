import type { DragEvent } from 'react'

const dragType = 'application/x-bozzetto-conversation'

/** Prepares the data of a dragged conversation. Other apps receive a link to it. */
export function dragConversation({ dataTransfer }: DragEvent, id: string): void {
  dataTransfer.setData(dragType, id)
  dataTransfer.effectAllowed = 'linkMove'
}

/** Returns whether a conversation is dragged, not a file or a text. */
export const hasConversation = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(dragType)

/** Returns the id of the dropped conversation. Browsers reveal it only in the drop event. */
export const droppedConversation = ({ dataTransfer }: DragEvent): string | undefined =>
  dataTransfer.getData(dragType) || undefined
