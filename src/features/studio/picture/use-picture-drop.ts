import { useEffect, useEffectEvent, useState, type DragEvent } from 'react'

export type PictureDrop = {
  /** Something is being dragged over the studio. */
  isOver: boolean
  handlers: {
    onDragEnter: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/** Takes pictures that are dropped anywhere on an element, or pasted anywhere while `isActive`. */
export function usePictureDrop(
  isActive: boolean,
  on: { picture: (file: File, count: number) => void; nothing: () => void },
): PictureDrop {
  const [isOver, setIsOver] = useState(false)

  const take = (files: FileList | undefined | null) => {
    const all = [...(files ?? [])]
    const file = all.find(({ type }) => type.startsWith('image/')) ?? all[0]
    if (file) on.picture(file, all.length)
    return file !== undefined
  }

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || !take(event.clipboardData?.files)) return
    event.preventDefault()
  })
  useEffect(() => {
    if (!isActive) return undefined
    const listener = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listener)
    return () => document.removeEventListener('paste', listener)
  }, [isActive])

  return {
    isOver,
    handlers: {
      onDragEnter: (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setIsOver(true)
      },
      onDragOver: (event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeave: (event) => {
        const to = event.relatedTarget
        // Going from one child to another also tells of leaving.
        if (to instanceof Node && event.currentTarget.contains(to)) return
        setIsOver(false)
      },
      onDrop: (event) => {
        setIsOver(false)
        if (!holdsFiles(event)) return
        event.preventDefault()
        if (!take(event.dataTransfer.files)) on.nothing()
      },
    },
  }
}

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Whether keys pressed or text pasted there belong to a field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null
