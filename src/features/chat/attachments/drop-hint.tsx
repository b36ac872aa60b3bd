import Paperclip from 'lucide-react/icons/paperclip'

export const DropHint = () => (
  <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-xl border-2 border-dashed border-accent bg-accent-soft/90 text-base font-medium">
    <span className="flex items-center gap-2">
      <Paperclip aria-hidden className="size-5 text-accent" />
      Drop files to add them to your message
    </span>
  </div>
)
