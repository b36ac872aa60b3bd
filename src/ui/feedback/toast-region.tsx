import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from '../actions/button.tsx'
import { cn } from '../cn.ts'
import { IconButton } from '../actions/icon-button.tsx'
import { dismissToast, toastStore, type Toast } from './toasts.ts'

/** Renders the toasts. The app has one region. */
export function ToastRegion() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      data-toasts
      className="pointer-events-none fixed inset-x-3 bottom-[calc(4.5rem+var(--toasts-above,0px)+env(safe-area-inset-bottom))] z-50 flex flex-col gap-2 sm:inset-x-auto sm:right-4 sm:bottom-[calc(1rem+var(--toasts-above,0px))] sm:w-88"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const icons = {
  info: <Info aria-hidden className="text-ink-muted" />,
  success: <CircleCheck aria-hidden className="text-success" />,
  error: <CircleAlert aria-hidden className="text-danger" />,
}

function ToastCard({ toast }: { toast: Toast }) {
  const { id, kind, title, detail, action, durationMs } = toast
  const [isHeld, setIsHeld] = useState(false)

  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => dismissToast(id), durationMs)
    return () => clearTimeout(timer)
  }, [id, durationMs, isHeld])

  return (
    <div
      role={kind === 'error' ? 'alert' : 'status'}
      onPointerEnter={() => setIsHeld(true)}
      onPointerLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
      className={cn(
        'pointer-events-auto flex animate-appear items-start gap-2.5 rounded-lg border border-line bg-surface-overlay py-2 pr-2 pl-3 text-ink shadow-overlay',
      )}
    >
      <span className="flex pt-1.5 [&_svg]:size-4">{icons[kind]}</span>
      <div className="min-w-0 flex-1 py-1.5">
        <p className="font-medium text-pretty">{title}</p>
        {detail !== undefined && (
          <p className="mt-0.5 text-pretty wrap-anywhere text-ink-muted">{detail}</p>
        )}
      </div>
      {action && (
        <Button
          size="sm"
          className="mt-0.5"
          onClick={() => {
            action.onSelect()
            dismissToast(id)
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton
        label="Dismiss"
        size="sm"
        className="mt-0.5"
        icon={<X aria-hidden />}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
