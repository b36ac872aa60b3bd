import { useEffect, useEffectEvent, useState, type DragEvent } from 'react'
import { isTyping } from '#ui/actions/is-typing.ts'

export type PictureDrop = {
  isOver: boolean
  handlers: {
    onDragEnter: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/**
 * Accepts pictures that the user drops on an element, or pastes anywhere while `isActive` is true.
 */
export function usePictureDrop(
  isActive: boolean,
  on: {
    files: (files: readonly File[]) => void
    address: (address: string) => void
    nothing: () => void
  },
): PictureDrop {
  const [isOver, setIsOver] = useState(false)

  const take = (data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    const address = files.length > 0 ? undefined : addressIn(data)
    if (files.length > 0) on.files(files)
    else if (address !== undefined) on.address(address)
    return files.length > 0 || address !== undefined
  }

  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target) || !take(event.clipboardData)) return
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
        if (to instanceof Node && event.currentTarget.contains(to)) return
        setIsOver(false)
      },
      onDrop: (event) => {
        setIsOver(false)
        if (event.defaultPrevented || !holdsFiles(event)) return
        event.preventDefault()
        if (!take(event.dataTransfer)) on.nothing()
      },
    },
  }
}

const holdsFiles = ({ dataTransfer: { types } }: DragEvent): boolean =>
  types.includes('Files') || types.includes('text/uri-list')

function addressIn(data: DataTransfer | null): string | undefined {
  const text = (data?.getData('text/uri-list') || data?.getData('text/plain') || '').trim()
  const [line = ''] = text.startsWith('#') ? text.split('\n').slice(1) : [text]
  const address = line.trim()
  return /^(https?:\/\/|data:image\/)\S+$/i.test(address) ? address : undefined
}
