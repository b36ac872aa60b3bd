import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { cn } from '../cn.ts'

type DropZoneProps = {
  label: string
  /**
   * File types, as in `<input type=file>`. Dropped files of other types are passed on too, and the
   * caller must report an error.
   */
  accept: string
  isMultiple?: boolean
  onFiles: (files: File[]) => void
  disabled?: boolean | undefined
  children: ReactNode | ((isOver: boolean) => ReactNode)
  className?: string
}

export function DropZone({
  label,
  accept,
  isMultiple = false,
  onFiles,
  disabled = false,
  children,
  className,
}: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  // Child elements also fire enter and leave events, so count how deep the pointer is.
  const depth = useRef(0)

  function moveDepth(event: DragEvent, by: 1 | -1) {
    if (disabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    depth.current = Math.max(0, depth.current + by)
    setIsOver(depth.current > 0)
  }

  function take(files: FileList | null) {
    const taken = [...(files ?? [])].slice(0, isMultiple ? undefined : 1)
    if (taken.length > 0) onFiles(taken)
  }

  return (
    // The label forwards clicks to its file input. Dropping is only an additional way, so it needs
    // no keyboard access.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <label
      onDragEnter={(event) => moveDepth(event, 1)}
      onDragLeave={(event) => moveDepth(event, -1)}
      onDragOver={(event) => !disabled && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        depth.current = 0
        setIsOver(false)
        if (!disabled) take(event.dataTransfer.files)
      }}
      data-over={isOver || undefined}
      className={cn(
        'relative block cursor-pointer rounded-xl border border-dashed border-line-control bg-surface-raised transition-colors',
        'hover:border-ink-faint has-focus-visible:border-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        'data-over:border-accent data-over:bg-accent-soft has-disabled:cursor-not-allowed has-disabled:opacity-60',
        className,
      )}
    >
      <input
        type="file"
        aria-label={label}
        accept={accept}
        multiple={isMultiple}
        disabled={disabled}
        onChange={(event) => {
          take(event.target.files)
          // Browsers fire no change event if the user selects the same file twice.
          event.target.value = ''
        }}
        className="sr-only"
      />
      {typeof children === 'function' ? children(isOver) : children}
    </label>
  )
}
