import type { DragEvent } from 'react'

const dragType = 'application/x-bozzetto-conversation'

/** Adds the data of a dragged conversation. Other apps receive a link to the conversation. */
export function dragConversation({ dataTransfer }: DragEvent, id: string): void {
  dataTransfer.setData(dragType, id)
  dataTransfer.effectAllowed = 'linkMove'
}

export const hasConversation = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(dragType)

/** Returns the id of the dropped conversation. Browsers reveal the id only in the drop event. */
export const droppedConversation = ({ dataTransfer }: DragEvent): string | undefined =>
  dataTransfer.getData(dragType) || undefined
