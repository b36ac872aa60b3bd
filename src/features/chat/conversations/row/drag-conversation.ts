import type { DragEvent } from 'react'

const dragType = 'application/x-bozzetto-conversation'

/** Begins to drag a conversation; dropped elsewhere it is a link. */
export function dragConversation({ dataTransfer }: DragEvent, id: string): void {
  dataTransfer.setData(dragType, id)
  dataTransfer.effectAllowed = 'linkMove'
}

/** Whether a conversation of ours is dragged, as opposed to a file or a text. */
export const hasConversation = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer.types.includes(dragType)

/** Its id, which can be read only once it is dropped. */
export const droppedConversation = ({ dataTransfer }: DragEvent): string | undefined =>
  dataTransfer.getData(dragType) || undefined
