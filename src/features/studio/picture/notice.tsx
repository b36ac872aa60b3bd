import Info from 'lucide-react/icons/info'
import type { ReactNode } from 'react'
import { ownValue } from '#lib/own-value.ts'
import { t } from '#languages/studio.ts'

const words: Record<string, string> = {
  'server-overrides': t('Changed by the engine.'),
  'server-ignores': t('No effect.'),
  advise: t('Tip.'),
}

export const FieldNotice = ({
  effect,
  children,
}: {
  effect: string | undefined
  children: ReactNode
}) => (
  <p
    className={`col-span-full flex gap-1.5 text-xs text-pretty ${effect === 'server-ignores' || effect === 'advise' ? 'text-ink-muted' : 'text-warning'}`}
  >
    <Info aria-hidden className="mt-px size-3.5 shrink-0" />
    <span>
      {effect !== undefined && ownValue(words, effect) !== undefined && (
        <span className="font-medium">{ownValue(words, effect)} </span>
      )}
      {children}
    </span>
  </p>
)
