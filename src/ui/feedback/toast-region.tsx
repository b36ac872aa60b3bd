import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import X from 'lucide-react/icons/x'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { t } from '#languages/app.ts'
import { Button } from '../actions/button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { dismissToast, toastStore, type Toast } from './toasts.ts'

/** Renders all toasts. The page must contain exactly one `ToastRegion`. */
export function ToastRegion() {
  const toasts = useStore(toastStore, (state) => state.toasts)
  return (
    <section
      aria-label={t('Notifications')}
      aria-live="polite"
      data-toasts
      className="pointer-events-none fixed inset-x-3 bottom-[calc(4.5rem+var(--toasts-above,0px)+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 md:bottom-[calc(1.25rem+max(var(--toasts-above,0px),var(--progress-above,0px)))]"
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
    if (isHeld || durationMs === undefined) return
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
      className="inverse pointer-events-auto flex w-full max-w-lg animate-appear items-start gap-2.5 rounded-lg border border-transparent bg-surface-raised py-1.5 pe-1.5 ps-3.5 text-ink shadow-overlay sm:w-auto sm:min-w-72"
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
        label={t('Dismiss')}
        size="sm"
        className="mt-0.5"
        icon={<X aria-hidden />}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
