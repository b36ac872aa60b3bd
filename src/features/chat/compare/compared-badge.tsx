import Columns2 from 'lucide-react/icons/columns-2'
import X from 'lucide-react/icons/x'
import { Button } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { t } from '#languages/app.ts'

type ComparedBadgeProps = { count: number; onOpen: () => void; onStop: () => void }

export const ComparedBadge = ({ count, onOpen, onStop }: ComparedBadgeProps) => (
  <span className="flex items-center">
    <Button
      variant="ghost"
      aria-haspopup="dialog"
      className="gap-1.5 px-2! text-xs! text-accent!"
      icon={<Columns2 aria-hidden className="size-3.5" />}
      onClick={onOpen}
    >
      {t('{count} models', { count })}
    </Button>
    <IconButton size="sm" label={t('Stop comparing')} icon={<X aria-hidden />} onClick={onStop} />
  </span>
)
