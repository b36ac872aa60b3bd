import { useQuery } from '@tanstack/react-query'
import CircleUser from 'lucide-react/icons/circle-user-round'
import { accessStateQuery } from '#queries/access-state.ts'
import { LoadedMenu } from '#ui/overlays/loaded-menu.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/app.ts'

const load = async () => (await import('./account-menu.tsx')).AccountMenu

const accountStaleMs = 5 * 60_000

export function AccountButton({ onHelp }: { onHelp: () => void }) {
  const { data } = useQuery({ ...accessStateQuery(), staleTime: accountStaleMs, retry: false })
  const person = data?.person
  const trigger = (props: OverlayTriggerProps) => (
    <button
      {...props}
      type="button"
      aria-label={t('Account and appearance')}
      data-tooltip={t('Account and appearance')}
      data-tooltip-side="right"
      className="grid size-9 place-items-center rounded-full text-ink-muted transition-colors hover:bg-hover hover:text-ink aria-expanded:bg-pressed coarse:size-11"
    >
      {person ? (
        <span
          aria-hidden
          className="grid size-8 place-items-center rounded-full bg-accent-soft text-xs font-semibold text-accent-strong"
        >
          {toInitials(person.name)}
        </span>
      ) : (
        <CircleUser aria-hidden className="size-5" />
      )}
    </button>
  )
  return <LoadedMenu load={load} props={{ trigger, person, onHelp }} trigger={trigger} />
}

function toInitials(name: string): string {
  const words = name.split(/[\s@.]+/).filter(Boolean)
  const letters = words.slice(0, 2).map((word) => String.fromCodePoint(word.codePointAt(0) ?? 0x3f))
  return letters.join('').toUpperCase()
}
