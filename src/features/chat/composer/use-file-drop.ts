import { useRef, useState, type DragEvent } from 'react'
import { hasDraggedModel, takeDraggedModel } from '#queries/dragged-model.ts'

const hasFiles = ({ dataTransfer }: DragEvent) =>
  dataTransfer.types.includes('Files') || hasDraggedModel(dataTransfer)

export function useFileDrop(
  onFiles: (files: File[]) => void,
  onModel: (model: { id: string; name: string }) => void,
) {
  // Count enter and leave events, because child elements also fire these events.
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
        const model = takeDraggedModel(event.dataTransfer)
        if (model) onModel(model)
        else onFiles([...event.dataTransfer.files])
      },
    },
  }
}
