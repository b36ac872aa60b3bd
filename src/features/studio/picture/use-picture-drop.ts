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
  on: {
    /** At least one; only pictures, unless none is. */
    files: (files: readonly File[]) => void
    nothing: () => void
  },
): PictureDrop {
  const [isOver, setIsOver] = useState(false)

  const take = (files: FileList | undefined | null) => {
    const all = [...(files ?? [])]
    const pictures = all.filter(isPicture)
    const [first] = all
    if (pictures.length > 0) on.files(pictures)
    else if (first) on.files([first])
    return first !== undefined
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
        // A place for pictures of its own has taken it.
        if (event.defaultPrevented || !holdsFiles(event)) return
        event.preventDefault()
        if (!take(event.dataTransfer.files)) on.nothing()
      },
    },
  }
}

/** Some systems know no type of the newer kinds. */
const isPicture = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.(heic|heif|avif)$/i.test(name)

const holdsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files')

/** Whether keys pressed or text pasted there belong to a field. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"]') !== null
