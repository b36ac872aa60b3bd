import { useRef, useState, type DragEvent } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Lets files be dropped anywhere on an element. Spread `handlers` on it. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  // Every child that is entered and left on the way counts.
  const depth = useRef(0)
  const [isOver, setIsOver] = useState(false)
  const leave = () => {
    depth.current = 0
    setIsOver(false)
  }
  return {
    isOver,
    handlers: {
      onDragEnter(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth.current++
        setIsOver(true)
      },
      onDragOver(event: DragEvent) {
        if (hasFiles(event)) event.preventDefault()
      },
      onDragLeave(event: DragEvent) {
        if (hasFiles(event) && --depth.current <= 0) leave()
      },
      onDrop(event: DragEvent) {
        if (!hasFiles(event)) return
        event.preventDefault()
        leave()
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
