import { t } from '#languages/app.ts'

/** Names of keys in the language of the page. Keys without one are signs or letters. */
const keyNames = new Map([
  ['Ctrl', t('Ctrl')],
  ['Shift', t('Shift')],
  ['Space', t('Space')],
  ['Enter', t('Enter // key')],
  ['Esc', t('Esc')],
  ['Wheel', t('Wheel')],
])

export const Kbd = ({ children: key }: { children: string }) => (
  <kbd className="inline-grid h-4.5 min-w-4.5 shrink-0 place-items-center rounded-code bg-hover px-1.25 font-sans text-2xs font-medium whitespace-nowrap text-ink-muted">
    {keyNames.get(key) ?? key}
  </kbd>
)
